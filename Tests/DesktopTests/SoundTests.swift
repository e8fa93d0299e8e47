import Glibc
import Locks
import NotificationModel
import TestSupport
import Testing

@testable import Desktop

/// A sound library that plays nothing, and can be held up.
private final class Recorder: SoundLibrary, Sendable {
  struct State {
    var played: [String] = []
    var rests = 0
    var lacks: Set<String> = []
  }

  let state = Mutex(State())
  let gate = Mutex<Void>(())

  func play(_ sound: String, app: String) throws(SoundFault) {
    gate.withLock { _ in }
    let isThere = state.withLock { state in
      state.played.append("\(sound) \(app)")
      return !state.lacks.contains(sound)
    }
    if !isThere { throw SoundFault(reason: "not there") }
  }

  func rest() { state.withLock { $0.rests += 1 } }
  var played: [String] { state.withLock { $0.played } }
}

@Suite struct SoundTests {
  private func player(_ library: Recorder, _ found: @escaping @Sendable (DesktopFact) -> Void = { _ in })
    throws -> SoundPlayer
  {
    try SoundPlayer(open: { () throws(SoundFault) in library }, reporting: found)
  }

  @Test func `sounds are played in order, each for its app`() async throws {
    let library = Recorder()
    let player = try player(library)
    player.play("bell", app: "Mail")
    player.play("complete", app: "Chat")
    try await eventually("two sounds", holds: { library.played == ["bell Mail", "complete Chat"] })
    player.stop()
    #expect(library.state.withLock { $0.rests } == 1)
  }

  @Test func `what comes while a sound server hangs is left out, and nobody waits for it`() async throws {
    let library = Recorder()
    let player = try player(library)
    library.gate.withLock { _ in
      for number in 0..<100 { player.play("\(number)", app: "Mail") }
    }
    try await eventually("the first", holds: { library.played.count >= 2 })
    player.play("last", app: "Mail")
    try await eventually("the last", holds: { library.played.last == "last Mail" })
    #expect(library.played.prefix(2) == ["0 Mail", "1 Mail"])
    #expect(library.played.count == 3)
    player.stop()
  }

  @Test func `a name that the theme does not have is played as the plain one`() async throws {
    let library = Recorder()
    library.state.withLock { $0.lacks = ["odd"] }
    let found = Mutex<[DesktopFinding.Verdict]>([])
    let player = try player(library) { finding in found.withLock { $0.append(finding.verdict) } }
    player.play("odd", app: "Mail")
    try await eventually("a verdict", holds: { found.withLock { $0 } == [.works] })
    #expect(library.played == ["odd Mail", "message-new-instant Mail"])
    player.stop()
  }

  @Test func `a sound server is there when it listens, and not when it has left its socket`() throws {
    let directory = TemporaryDirectory()
    let variables = ["PULSE_RUNTIME_PATH": directory.path]
    #expect(!Canberra.hasPulse { variables[$0] })
    let listener = try #require(listeningSocket("\(directory.path)/native"))
    #expect(Canberra.hasPulse { variables[$0] })
    close(listener)
    #expect(!Canberra.hasPulse { variables[$0] })
  }

  @Test func `where nothing can be heard it is told, and not tried again at once`() async throws {
    let library = Recorder()
    library.state.withLock { $0.lacks = ["bell", "message-new-instant"] }
    let found = Mutex<[DesktopFact]>([])
    let player = try player(library) { finding in found.withLock { $0.append(finding) } }
    player.play("bell", app: "Mail")
    try await eventually("a verdict", holds: { found.withLock { $0.count } == 1 })
    player.play("bell", app: "Mail")
    player.stop()
    #expect(library.played.count == 2)
    #expect(found.withLock { $0 } == [.soundFailed(reason: "not there")])
  }
}
