import BellhopClient
import Foundation
import Testing

@Suite("Events as an asynchronous sequence")
struct NotificationEventsTests {
  private let app = AppID(literal: "org.example.App")

  private static func event(_ sequence: Int, _ kind: String) -> String {
    #"{"parameters":{"event":{"sequence":\#(sequence),"time":"2026-01-01T00:00:00Z","kind":"\#(kind)"}},"#
      + #""continues":true}"#
  }

  private func events(_ daemon: ScriptedDaemon, follower: FollowerName? = nil) -> NotificationEvents {
    NotificationEvents(
      app: app, follower: follower, paths: SocketPaths(runtimeDirectory: daemon.directory),
      pauseMilliseconds: 1)
  }

  @Test(
    "an event is acknowledged once the loop asks for the next, and the sequence goes on with the next daemon",
    arguments: [true, false])
  func reconnects(answers: Bool) async throws {
    let daemon = try ScriptedDaemon(endsWithFirstAcknowledgement: answers ? .answered : .unanswered) {
      round in
      round == 0
        ? [Self.event(0, "ready"), Self.event(1, "activated")]
        : [Self.event(1, "ready"), Self.event(2, "dismissed")]
    }
    var kinds: [EventKind] = []
    for try await event in events(daemon, follower: FollowerName(literal: "window")) {
      kinds.append(event.kind)
      if event.kind == .activated { #expect(!daemon.calls.contains { $0.contains("Acknowledge") }) }
      if event.kind == .dismissed { break }
    }
    #expect(kinds == [.ready, .activated, .ready, .dismissed])
    let calls = daemon.calls
    #expect(calls.allSatisfy { $0.contains(#""follower":"window""#) })
    #expect(calls.allSatisfy { !$0.contains(#""sequence":2"#) }, "the loop ended at it")
    // An acknowledgement that may be lost is made again before anything else.
    let methods = calls.map { $0.contains("Subscribe") ? "Subscribe" : "Acknowledge" }
    let repeated = ["Subscribe", "Acknowledge"] + (answers ? [] : ["Acknowledge"]) + ["Subscribe"]
    #expect(methods == repeated)
  }

  private static func refusal(_ name: String, _ fields: String) -> String {
    #"{"error":"io.bellhop.Notifications.\#(name)","parameters":{\#(fields)}}"#
  }
  private static let notStored: String = refusal("NotStored", #""reason":"the disk is full""#)

  @Test(
    "an event whose acknowledgement cannot be stored is acknowledged with the next, on the same connection")
  func acknowledgesLater() async throws {
    let daemon = try ScriptedDaemon(acknowledged: { $0 == 0 ? Self.notStored : "{}" }) { _ in
      [
        Self.event(0, "ready"), Self.event(1, "activated"), Self.event(2, "replied"),
        Self.event(3, "dismissed"),
      ]
    }
    for try await event in events(daemon) where event.kind == .dismissed { break }
    #expect(daemon.calls.count { $0.contains("Subscribe") } == 1)
    let acknowledgements = daemon.calls.filter { $0.contains("Acknowledge") }
    #expect(acknowledgements.count == 2 && acknowledgements.last?.contains(#""sequence":2"#) == true)
  }

  @Test(
    "a follower that is forgotten, or whose acknowledgement cannot be stored, follows again all the same",
    .timeLimit(.minutes(1)), arguments: [refusal("NotFound", #""what":"follower window""#), notStored])
  func followsAgain(answer: String) async throws {
    let daemon = try ScriptedDaemon(
      endsWithFirstAcknowledgement: .unanswered, acknowledged: { $0 == 0 ? "{}" : answer }
    ) { round in
      [Self.event(0, "ready"), Self.event(1, "activated")] + (round == 0 ? [] : [Self.event(2, "dismissed")])
    }
    var kinds: [EventKind] = []
    for try await event in events(daemon, follower: FollowerName(literal: "window")) {
      kinds.append(event.kind)
      if event.kind == .dismissed { break }
    }
    #expect(kinds == [.ready, .activated, .ready, .activated, .dismissed])
    #expect(daemon.calls.count { $0.contains("Subscribe") } == 2)
  }

  @Test("a quota that names a time is waited for, at least for so long")
  func quota() async throws {
    let daemon = try ScriptedDaemon { round in
      round == 0
        ? [Self.refusal("QuotaExceeded", #""quota":"posts","limit":1000,"retryAfterMilliseconds":100"#)]
        : [Self.event(0, "ready")]
    }
    let start = ContinuousClock.now
    var iterator = events(daemon).makeAsyncIterator()
    #expect(try await iterator.next()?.kind == .ready)
    #expect(ContinuousClock.now - start >= .milliseconds(100))
  }

  @Test("a refusal ends the loop with the error")
  func refused() async throws {
    let daemon = try ScriptedDaemon { _ in
      [Self.refusal("QuotaExceeded", #""quota":"followers","limit":8"#)]
    }
    var iterator = events(daemon).makeAsyncIterator()
    do throws(ClientError) {
      _ = try await iterator.next()
      Issue.record("no error")
    } catch {
      guard case .quotaExceeded("followers", 8, nil, _)? = error.notificationsError else {
        Issue.record(error)
        return
      }
    }
    #expect(try await iterator.next() == nil)
  }

  @Test("cancelling the task ends a loop that waits for an event, and one that waits for a daemon")
  func cancelled() async throws {
    let daemon = try ScriptedDaemon { _ in [Self.event(0, "ready")] }
    let absent = NotificationEvents(
      app: app, follower: nil, paths: SocketPaths(runtimeDirectory: "/nonexistent"))
    for (events, expected) in [(events(daemon), 1), (absent, 0)] {
      let (heard, hearing) = AsyncStream.makeStream(of: Event.self)
      let loop = Task {
        var count = 0
        for try await event in events {
          count += 1
          hearing.yield(event)
        }
        return count
      }
      if expected > 0 { for await _ in heard { break } }
      loop.cancel()
      #expect(try await loop.value == expected)
    }
  }
}

@Suite("Targets and descriptions")
struct TargetValueTests {
  @Test("a target is written as a dictionary, and read by its names")
  func dictionary() throws {
    let target: OpaqueObject = [
      "message": 4711, "box": "in\"box", "seen": false, "weight": 0.5, "of": nil, "tags": ["a", 1],
      "from": ["name": "Ada"],
    ]
    #expect(
      target.json
        == #"{"box":"in\"box","from":{"name":"Ada"},"message":4711,"of":null,"seen":false,"tags":["a",1],"weight":0.5}"#
    )
    #expect(target["message"] == 4711)
    #expect(target["from"] == ["name": "Ada"])
    #expect(target["of"] == .null && target["unheardOf"] == nil)
    #expect(OpaqueObject(json: #"{ "n" : 1 }"#)["n"] == 1)
    #expect(OpaqueObject(json: "[]")["n"] == nil)
    #expect((["a": 1, "a": 2] as OpaqueObject).json == #"{"a":2}"#)
  }

  @Test("a target that fits into no message, or is no object, is refused before it is sent")
  func refusedTarget() throws {
    let peer = try ScriptedPeer([
      { connection in
        let sent = connection.read() ?? ""
        #expect((try? JSON(parsing: Array(sent.utf8))) != nil)
        connection.write(
          #"{"parameters":{"receipt":{"id":7,"outcome":"presented","repeats":0,"unread":1,"decisions":[]}}}"#)
      }
    ])
    let client = NotificationsClient(connection: try VarlinkConnection(to: peer.path))
    func post(_ target: OpaqueObject) throws {
      try client.post(
        NotificationRequest(app: AppID(literal: "org.example.App"), title: "Tea", target: target))
    }
    func nested(_ levels: Int) -> OpaqueObject {
      OpaqueObject(
        (2..<levels).reduce(["a": [:]] as [String: TargetValue]) { inner, _ in ["a": .object(inner)] })
    }
    for target in [nested(14), OpaqueObject(json: "oops"), OpaqueObject(json: "[]")] {
      #expect {
        try post(target)
      } throws: { error in
        guard case .invalidField("notification.target", _)? = (error as? ClientError)?.notificationsError
        else { return false }
        return true
      }
    }
    try post(nested(13))
    #expect(peer.isFinished)
  }

  @Test("an event is described in a line, without the text of a reply, the target and the token")
  func event() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(
          #"{"parameters":{"event":{"sequence":7,"time":"2026-01-01T00:00:00Z","kind":"replied","id":12,"#
            + #""identifier":"tea-1","action":"say","text":"secret","target":{"a":1},"activationToken":"t"}},"#
            + #""continues":true}"#)
        connection.waitForEnd()
      }
    ])
    let client = NotificationsClient(connection: try VarlinkConnection(to: peer.path))
    try client.subscribe(app: AppID(literal: "org.example.App")) { event in
      #expect("\(event)" == "7 replied, notification 12 (tea-1), action say, a reply")
      return false
    }
  }

  @Test("a fault in a field is an outcome with its path and its reason, by either error")
  func invalidField() {
    for name in ["org.varlink.service.InvalidParameter", "io.bellhop.Notifications.InvalidField"] {
      let error = ClientError.refused(
        CallError(
          name: name,
          parameters: JSON(fields: [
            "parameter": .string("notification.level"), "reason": .string("must be one of a"),
          ])))
      #expect(
        error.notificationsError == .invalidField(path: "notification.level", reason: "must be one of a"))
    }
    #expect(ClientError.timedOut.notificationsError == nil)
  }
}
