import Delivery
import NotificationModel
import Testing

/// The signals of servers for one press: once or twice, with a closing after it or before it.
@Suite("Presses and the closings around them")
struct PressOrderTests {
  private func kept(_ desk: Desk) throws -> [EventKind] {
    try desk.engine.assumeIsolated {
      try $0.events(of: mail, after: EventSequence(0), limit: 100).map(\.kind)
    }
  }

  private func pressed(_ handle: BannerHandle) -> SinkReport {
    .pressed(handle, action: .defaultAction, activationToken: nil)
  }

  @Test(
    "the closing that follows a press is no dismissal, whatever its reason",
    arguments: [CloseReason.expired, .dismissed, .closed, .undefined])
  func closing(reason: CloseReason) throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.receive(pressed(handle))
    desk.receive(.closed(handle, reason))
    #expect(try kept(desk) == [.activated])
    #expect(try desk.record("a").state == .read)
  }

  @Test("a press or a closing that is told twice happens once")
  func twice() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    for report in [pressed(handle), pressed(handle), .closed(handle, .dismissed), pressed(handle)] {
      desk.receive(report)
    }
    #expect(try kept(desk) == [.activated])
    #expect(desk.starts.count == 1)
    try desk.post("b")
    let other = try desk.handle(of: "b")
    desk.receive(.closed(other, .dismissed))
    desk.receive(.closed(other, .dismissed))
    #expect(try kept(desk) == [.activated, .dismissed])
  }

  @Test(
    "a press that is told after its closing is not lost",
    arguments: [
      (CloseReason.expired, [EventKind.activated]), (.closed, [.activated]), (.undefined, [.activated]),
      (.dismissed, [.dismissed, .activated]),
    ])
  func closingFirst(reason: CloseReason, events: [EventKind]) throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.receive(.closed(handle, reason))
    desk.receive(pressed(handle))
    desk.receive(pressed(handle))
    #expect(try kept(desk) == events)
    #expect(try desk.badge() == 0)
    #expect(desk.starts.count == 1)
  }

  @Test("a press long after the closing, or on what was taken back since, means nothing")
  func late() throws {
    let desk = try Desk()
    try desk.post("a")
    let first = try desk.handle(of: "a")
    desk.receive(.closed(first, .expired))
    desk.pass(seconds: 2)
    desk.receive(pressed(first))
    #expect(try kept(desk).isEmpty)
    let id = try desk.post("b").id
    let second = try desk.handle(of: "b")
    desk.receive(.closed(second, .expired))
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    desk.receive(pressed(second))
    #expect(!(try kept(desk).contains(.activated)))
    #expect(desk.starts.isEmpty)
  }

  @Test("a reply from a locked screen is that of the action which is shown there")
  func lockedReply() throws {
    var policy = Desk.allowing
    policy.previews = .always
    let desk = try Desk(policy)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("a") {
      $0.actions = [
        Action(id: item("pay"), title: "Pay", authenticationRequired: true, input: TextInput()),
        Action(id: item("say"), title: "Say", input: TextInput()),
      ]
    }
    #expect(desk.shown.last?.textWhenLocked?.actions.map(\.id) == [item("say")])
    desk.receive(.replied(try desk.handle(of: "a"), text: "yes"))
    #expect(desk.events.last { $0.kind == .replied }?.action == item("say"))
  }

  @Test("a press on a text that quiet took away is told after its closing, and leaves the newer one unread")
  func closedForQuiet() throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "scripted")
    try desk.post("a") { $0.identifier = name("x") }
    let handle = try desk.handle(of: "a")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("b") { $0.identifier = name("x") }
    #expect(desk.closed == [handle])
    desk.receive(pressed(handle))
    #expect(try kept(desk) == [.activated])
    #expect(try desk.badge() == 1)
  }

  @Test("a press told after its closing is not lost while nothing can be stored", arguments: [1, 5])
  func closingFirstOnFullDisk(failures: Int) throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.receive(.closed(handle, .expired))
    desk.disk.fails = true
    desk.receive(pressed(handle))
    for _ in 1..<failures { desk.pass(seconds: 1) }
    #expect(desk.failedTransactions == failures)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try kept(desk) == [.activated])
    desk.receive(pressed(handle))
    #expect(try kept(desk) == [.activated])
  }

  @Test("a button of a private one that is pressed after its dismissal is known still, and its target")
  func privateButton() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.isPrivate = true
      $0.target = OpaqueObject(json: #"{"n":1}"#)
      $0.actions = [Action(id: item("show"), title: "Show", foreground: true)]
    }
    let handle = try desk.handle(of: "a")
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressed(handle, action: item("show"), activationToken: nil))
    #expect(try kept(desk) == [.dismissed, .activated])
    #expect(desk.events.last { $0.kind == .activated }?.target == OpaqueObject(json: #"{"n":1}"#))
    #expect(desk.starts.map(\.isForeground) == [true])
    let stored = try #require(try desk.records().first)
    #expect(stored.request.actions == nil && stored.request.target == nil)
  }

  @Test(
    "a reply that is told after its closing is not lost", arguments: [CloseReason.expired, .dismissed])
  func replyAfterClosing(reason: CloseReason) throws {
    let desk = try Desk()
    try desk.post("a") { $0.actions = [Action(id: item("say"), title: "Say", input: TextInput())] }
    let handle = try desk.handle(of: "a")
    desk.receive(.closed(handle, reason))
    desk.receive(.replied(handle, text: "yes"))
    #expect(desk.events.last { $0.kind == .replied }?.text == "yes")
    #expect(try desk.badge() == 0)
  }

  @Test("a press on a summary that is told after its closing is one on what it spoke for")
  func summaryAfterClosing() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") }
    desk.toSix()
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.closed(handle, .undefined))
    #expect(try kept(desk).isEmpty)
    desk.receive(pressed(handle))
    desk.receive(pressed(handle))
    #expect(try kept(desk) == [.activated])
  }
}
