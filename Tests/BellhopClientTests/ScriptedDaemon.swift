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
    var acknowledgements = 0
    var hasEnded = false
    var connections: [Int32] = []
  }

  var calls: [String] { state.withLock { $0.calls } }

  /// `acknowledged`: the reply to each call of `Acknowledge`, by its number; `events`: those to each of `Subscribe`.
  init(
    endsWithFirstAcknowledgement end: End = .never,
    acknowledged: @escaping @Sendable (Int) -> String = { _ in "{}" },
    _ events: @escaping @Sendable (Int) -> [String]
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
        Thread.detachNewThread { self.serve(.init(descriptor: descriptor), end, acknowledged, events) }
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func serve(
    _ connection: ScriptedPeer.Connection, _ end: End, _ acknowledged: @Sendable (Int) -> String,
    _ events: @Sendable (Int) -> [String]
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
      let (number, ends) = state.withLock { state in
        defer {
          state.acknowledgements += 1
          state.hasEnded = true
        }
        return (state.acknowledgements, end != .never && !state.hasEnded)
      }
      if !ends || end == .answered { connection.write(acknowledged(number)) }
      if ends { for other in state.withLock({ $0.connections }) { shutdown(other, Int32(SHUT_RDWR)) } }
    }
  }
}
