import Foundation
import Locks
import TestSupport
import Testing

/// The apps' socket of a daemon that answers `Subscribe` with what the test says, and keeps every call.
final class ScriptedDaemon: Sendable {
  /// How it ends with the first acknowledgement, for a moment, with all its connections.
  enum End { case never, answered, unanswered }

  let directory: String
  private let listener: Int32
  private let state: Mutex<State>

  private struct State {
    var calls: [String] = []
    var rounds = 0
    var hasEnded = false
    var connections: [Int32] = []
  }

  var calls: [String] { state.withLock { $0.calls } }

  /// `events`: the replies to each call of `Subscribe`, by its number.
  init(
    endsWithFirstAcknowledgement end: End = .never, _ events: @escaping @Sendable (Int) -> [String]
  ) throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "daemon-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: directory.appending(path: "bellhop"), withIntermediateDirectories: true)
    self.directory = directory.path
    listener = try #require(listeningSocket(directory.appending(path: "bellhop/notifications.sock").path))
    state = Mutex(State())
    Thread.detachNewThread { [listener, self] in
      while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
        state.withLock { $0.connections.append(descriptor) }
        Thread.detachNewThread { self.serve(.init(descriptor: descriptor), end, events) }
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func serve(
    _ connection: ScriptedPeer.Connection, _ end: End, _ events: @Sendable (Int) -> [String]
  ) {
    while let call = connection.read() {
      let round = state.withLock { state -> Int? in
        state.calls.append(call)
        guard call.contains("Subscribe") else { return nil }
        defer { state.rounds += 1 }
        return state.rounds
      }
      if let round {
        for event in events(round) { connection.write(event) }
        continue
      }
      let ends = state.withLock { state in
        defer { state.hasEnded = true }
        return end != .never && !state.hasEnded
      }
      if !ends || end == .answered { connection.write("{}") }
      if ends { for other in state.withLock({ $0.connections }) { shutdown(other, Int32(SHUT_RDWR)) } }
    }
  }
}
