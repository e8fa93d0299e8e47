import EventLoop
import Glibc
import TestSupport
import Testing

/// A socket whose file is removed, and restored.
struct SocketMonitorTests {
  private let directory = TemporaryDirectory()
  private let loop: EventLoop
  private let own: OwnSockets
  private var runtime: String { "\(directory.path)/run" }
  private var path: String { own.path(of: "s", in: "inner") }

  /// The reports, and the opened sockets.
  private final class Told {
    var changes: [SocketMonitor.Change] = []
    var socket: ListeningSocket?
  }

  init() throws {
    loop = try EventLoop()
    own = OwnSockets(in: "\(directory.path)/run", lockedIn: "inner")
    mkdir(runtime, 0o700)
  }

  /// Performs the changes one after the other, each after the report of the previous one.
  private func run(
    canOpen: Bool = true, _ steps: [() throws -> Void], until changes: [SocketMonitor.Change]
  ) throws {
    let told = Told()
    let socket = try own.open("s", in: "inner")
    let opened = socket.file
    let file = try #require(opened)
    told.socket = consume socket
    let (loop, own) = (loop, own)
    var rest = steps[...]
    func next() {
      do { try rest.popFirst()?() } catch { Issue.record(error) }
      if told.changes.count >= changes.count { loop.stop() }
    }
    let open: () throws(SocketFault) -> Void = { () throws(SocketFault) in
      told.socket = try own.open("s", in: "inner")
    }
    let monitor = try SocketMonitor(file, loop, moment: 5, open: canOpen ? open : nil) {
      told.changes.append($0)
      next()
    }
    loop.nextIteration { next() }
    runBounded(loop)
    withExtendedLifetime(monitor) { #expect(told.changes == changes && rest.isEmpty) }
  }

  private func remove(_ path: String) { _ = shell("rm -r \(quoted(path))") }
  private func gone() -> SocketMonitor.Change { .gone(path: path) }
  private func back() -> SocketMonitor.Change { .back(path: path) }

  @Test(
    "Its file, its directory and all that lead there may go, one after the other, and it is opened again each time"
  )
  func again() throws {
    let (path, runtime) = (path, runtime)
    try run(
      [
        { unlink(path) }, {}, { remove("\(runtime)/inner") }, {}, { remove(runtime) },
        { mkdir(runtime, 0o700) }, { #expect(connects(path)) },
      ], until: [gone(), back(), gone(), back(), gone(), back()])
  }

  @Test("What it is told of while its place cannot be used is why, once, and that it is back")
  func refused() throws {
    let (path, runtime) = (path, runtime)
    chmod(runtime, 0o700)
    let fault = SocketFault.unsafe(path: runtime, reason: "can be written to by other users")
    try run(
      [
        {
          chmod(runtime, 0o722)
          unlink(path)
        }, {}, { chmod(runtime, 0o700) }, { #expect(connects(path)) },
      ], until: [gone(), .notBack(fault), back()])
  }

  @Test("Another's socket in its place is left alone, and that it is there is told")
  func another() throws {
    let path = path
    var other: Int32 = -1
    defer { close(other) }
    try run(
      [
        {
          unlink(path)
          other = try #require(listeningSocket(path, backlog: 1))
        }, {}, { close(other) }, {},
      ], until: [gone(), .notBack(.inUse(path: path)), back()])
  }

  @Test("One that was moved away and back is the same as before")
  func moved() throws {
    let (path, runtime) = (path, runtime)
    try run(
      [
        { rename(runtime, "\(runtime)-away") }, { rename("\(runtime)-away", runtime) },
        { #expect(connects(path)) },
      ],
      until: [gone(), back()])
  }

  @Test("One that only somebody else can open is told of, and when it is back")
  func passed() throws {
    let (path, runtime) = (path, runtime)
    try run(
      canOpen: false, [{ rename(path, "\(runtime)/away") }, { rename("\(runtime)/away", path) }, {}],
      until: [gone(), back()])
  }
}
