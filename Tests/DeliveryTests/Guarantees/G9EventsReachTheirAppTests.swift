import Delivery
import NotificationModel
import Testing

/// G9: every kept event reaches its app, in order, until acknowledged. By the app's connection:
/// `IntakeTests/EngineAnswerTests.swift`. Over restarts of the daemon:
/// `EndToEndTests/CommandLine/FollowingPageTests.swift`.
@Suite("G9 Every kept event reaches its app")
struct G9EventsReachTheirAppTests {
  private func kept(_ desk: Desk) throws -> [Event] {
    try desk.engine.assumeIsolated { try $0.events(of: mail, after: EventSequence(0), limit: 2_000) }
  }

  @Test("a press is kept while the app is away, over a restart, until it is acknowledged")
  func press() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.identifier = name("x")
      $0.target = OpaqueObject(json: #"{"message":5}"#)
      $0.actions = [Action(id: item("archive"), title: "Archive")]
    }
    try desk.press("a", item("archive"))
    try desk.restart()
    let event = try #require(try kept(desk).first)
    #expect(event.kind == .activated)
    #expect(event.action == item("archive"))
    #expect(event.identifier == name("x"))
    #expect(event.target?.json == #"{"message":5}"#)
    #expect(event.sequence == EventSequence(1))
    try desk.perform { engine, now in try engine.acknowledge(EventSequence(1), of: mail, by: app, now: now) }
    #expect(try kept(desk).isEmpty)
  }

  @Test("an acknowledgement leaves the events of other apps")
  func others() throws {
    let desk = try Desk()
    for app in [mail, chat] {
      var request = NotificationRequest(app: app, title: "a")
      request.expiresAfter = 60
      try desk.post(request)
    }
    desk.pass(seconds: 60)
    try desk.perform { engine, now in try engine.acknowledge(EventSequence(1), of: chat, by: app, now: now) }
    #expect(try kept(desk).map(\.kind) == [.expired])
  }

  @Test("what is over while its app is away is kept")
  func expiry() throws {
    let desk = try Desk()
    try desk.post("a") { $0.expiresAfter = 60 }
    desk.pass(seconds: 60)
    #expect(try kept(desk).map(\.kind) == [.expired])
  }

  @Test("a press on the banner itself brings its target back, byte by byte")
  func target() throws {
    let desk = try Desk()
    let target = OpaqueObject(json: #"{ "tag" : "A1 é" }"#)
    try desk.post("a") { $0.target = target }
    try desk.press("a")
    let event = try #require(try kept(desk).first)
    #expect(event.action == .defaultAction)
    #expect(event.target == target)
  }

  @Test("a token is passed on once, and never kept")
  func token() throws {
    let desk = try Desk()
    try desk.post("a")
    desk.receive(.pressed(try desk.handle(of: "a"), action: .defaultAction, activationToken: "token"))
    #expect(desk.events.last { $0.kind == .activated }?.activationToken == "token")
    #expect(try kept(desk).first?.activationToken == nil)
  }

  @Test("the last transaction hears every press that came before the end, however many they are")
  func pressesAtTheEnd() throws {
    let desk = try Desk(rowsPerTransaction: 2)
    for number in 1...5 { try desk.post("\(number)") }
    try desk.perform { engine, _ in engine.stopHandingOver() }
    let handles = try (1...5).map { try desk.handle(of: "\($0)") }
    desk.engine.assumeIsolated { engine in
      for handle in handles {
        engine.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
      }
    }
    desk.step()
    try desk.restart()
    #expect(try kept(desk).map(\.kind) == Array(repeating: .activated, count: 5))
  }

  @Test("a press is heard before a dismissal that came after it, at once or behind a full disk")
  func pressBeforeDismissal() throws {
    for fails in [false, true] {
      let desk = try Desk()
      let id = try desk.post("a").id
      let pressed = SinkReport.pressed(
        try desk.handle(of: "a"), action: .defaultAction, activationToken: nil)
      desk.disk.fails = fails
      if fails { desk.receive(pressed) }
      desk.disk.fails = false
      _ = try desk.perform { engine, now in
        if !fails { engine.receive(pressed) }
        return try engine.dismiss([id], now: now)
      }
      #expect(try kept(desk).map(\.kind) == [.activated])
    }
  }

  @Test("an action that the notification does not have is not a press")
  func unknownAction() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.press("a", item("other"))
    #expect(try kept(desk).isEmpty)
    #expect(try desk.badge() == 1)
  }

  @Test("a reply carries its text, without what could disturb a terminal")
  func reply() throws {
    let desk = try Desk()
    try desk.post("a") { $0.actions = [Action(id: item("say"), title: "Say", input: TextInput())] }
    desk.receive(.replied(try desk.handle(of: "a"), text: "on my\u{1B} way"))
    let event = try #require(try kept(desk).first)
    #expect(event.kind == .replied)
    #expect(event.action == item("say"))
    #expect(event.text == "on my way")
  }

  @Test("of several actions that take text, the reply is the one's that is shown first")
  func replies() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.actions = [
        Action(id: item("reject"), title: "Reject", destructive: true, input: TextInput()),
        Action(id: item("answer"), title: "Answer", input: TextInput()),
      ]
    }
    desk.receive(.replied(try desk.handle(of: "a"), text: "yes"))
    #expect(try kept(desk).first?.action == item("answer"))
  }

  @Test("a category can do without dismissals")
  func dismissals() throws {
    let desk = try Desk()
    try desk.perform {
      try $0.register(
        [Category(id: item("quiet"), reportsDismissal: false)], of: mail, by: app, now: $1)
    }
    try desk.post("a") { $0.category = item("quiet") }
    try desk.post("b")
    desk.receive(.closed(try desk.handle(of: "a"), .dismissed))
    desk.receive(.closed(try desk.handle(of: "b"), .dismissed))
    let second = try desk.record("b").id
    #expect(try kept(desk).map(\.id) == [second])
  }

  @Test("the person presses in the list what is no longer on screen")
  func activate() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    desk.receive(.closed(try desk.handle(of: "a"), .expired))
    try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(try kept(desk).map(\.kind) == [.activated])
    #expect(try desk.record("a").state == .read)
    #expect(throws: Refusal.notFound(.action)) {
      try desk.perform { try $0.activate(id, item("none"), text: nil, now: $1) }
    }
  }
}
