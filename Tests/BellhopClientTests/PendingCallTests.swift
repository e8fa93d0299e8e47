import BellhopClient
import Foundation
import NotificationModel
import TestSupport
import Testing

@Suite struct PendingCallTests {
  private typealias Withdrawal = PendingCall<(withdrawn: Int, unread: Int)>

  private let app: AppID
  init() throws { app = try #require(AppID("org.example.App")) }

  private func call(
    _ path: String, _ before: @escaping () -> Void = {}
  ) -> Withdrawal {
    PendingCall(.withdraw(app: app, identifiers: [])) { () throws(ClientError) in
      before()
      return try VarlinkConnection(to: path, timeout: .zero)
    }
  }

  private func withdrawn(_ call: Withdrawal) throws(ClientError) -> Int? { try call.outcome?.get().withdrawn }

  private static func answering(_ reply: String, isWhole: Bool = true) throws -> ScriptedPeer {
    try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(reply, isWhole: isWhole)
        connection.waitForEnd()
      }
    ])
  }

  @Test("each call has an outcome of its own, and those who never answer cost the others nothing")
  func outcomes() throws {
    let silent = try ScriptedPeer([])
    let peers = [
      try Self.answering(#"{"parameters":{"withdrawn":2,"unread":0}}"#),
      try Self.answering(#"{"error":"io.bellhop.Notifications.NotStored","parameters":{"reason":"r"}}"#),
      try Self.answering(#"{"parameters":{"withdrawn":2,"unread":0}}"#, isWhole: false),
      try Self.answering(#"{"parameters":{"unread":0}}"#),
      try Self.answering(#"{"parameters":{"withdrawn":2,"unread":0},"continues":true}"#),
      try Self.answering(String(repeating: " ", count: 1_100_000)),
      try ScriptedPeer([{ _ in }]),
    ]
    let calls = peers.map { call($0.path) }
    let others = (0..<8).map { _ in call(silent.path) } + [call("/nonexistent")]
    let start = ContinuousClock.now
    PendingCall.finish(others + calls, within: .milliseconds(2_500) * burden)
    // One after the other these nine would take longer.
    #expect(start.duration(to: .now) < .seconds(12) * burden)
    #expect(try withdrawn(calls[0]) == 2)
    let refusal = #expect(throws: ClientError.self) { try withdrawn(calls[1]) }
    #expect(refusal?.notificationsError == .notStored(reason: "r"))
    for silent in [calls[2]] + others.dropLast() {
      #expect(throws: ClientError.timedOut) { try withdrawn(silent) }
    }
    for odd in calls[3...5] {
      guard case .failure(.protocolFault)? = odd.outcome else {
        Issue.record("it is no reply of this method")
        continue
      }
    }
    #expect(throws: ClientError.turnedAway) { try withdrawn(calls[6]) }
    #expect(throws: ClientError.noDaemon(path: "/nonexistent")) { try withdrawn(others[8]) }
  }

  @Test("a service whose queue is full is asked again, until there is room")
  func fullQueue() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString.prefix(8))")
      .path
    let listener = try #require(listeningSocket(path, backlog: 0))
    defer {
      close(listener)
      unlink(path)
    }
    let first = try VarlinkConnection(to: path)
    var attempts = 0
    let call = call(path) {
      attempts += 1
      guard attempts == 2 else { return }
      Thread.detachNewThread {
        close(accept(listener, nil, nil))
        let connection = ScriptedPeer.Connection(descriptor: accept(listener, nil, nil))
        _ = connection.read()
        connection.write(#"{"parameters":{"withdrawn":1,"unread":0}}"#)
        connection.waitForEnd()
        close(connection.descriptor)
      }
    }
    PendingCall.finish([call], within: .seconds(20))
    #expect(try withdrawn(call) == 1)
    #expect(attempts > 1 && first.isOpen)
  }

  @Test("of more than can be waited for at once, each has its outcome")
  func many() throws {
    let calls = (0..<600).map { _ in call("/nonexistent") }
    PendingCall.finish(calls, within: .seconds(20))
    for call in calls { #expect(throws: ClientError.noDaemon(path: "/nonexistent")) { try withdrawn(call) } }
  }
}
