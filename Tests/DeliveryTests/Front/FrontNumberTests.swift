import Delivery
import NotificationModel
import Records
import Testing

/// By the desktop's own interface an app is told once that its banner is closed. The number by which it knows the
/// notification leads to the entry for as long as that is listed.
@Suite("The number of a notification of the desktop's own interface")
struct FrontNumberTests {
  private static let caller = BusCaller(bus: "bus", name: ":1.7")

  private func desk(keepsList: Bool) throws -> Desk {
    let desk = try Desk(Desk.asking, hasServer: false)
    if keepsList { desk.capabilities.insert("persistence") }
    desk.serverAppears()
    return desk
  }

  private func post(_ desk: Desk) throws -> UInt32 {
    try desk.postFront("Bob") { request, origin in
      request.actions = [Action(id: item("a.1"), title: "Mark Read")]
      origin.keys[item("a.1")] = "r"
    }
  }

  @Test(
    "once its banner has expired its app can take it back while it is unread, and one that was read stays in the list",
    arguments: [false, true])
  func takenBack(_ keepsList: Bool) throws {
    let desk = try desk(keepsList: keepsList)
    let number = try post(desk)
    desk.receive(.closed(try desk.handle(of: "Bob"), .expired))
    #expect(try desk.record("Bob").unread == keepsList)
    #expect(try desk.perform { try $0.close(number, by: Self.caller, isSandboxed: false, now: $1) })
    #expect(try desk.records().map(\.state) == [keepsList ? .withdrawn : .read])
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
    #expect(try desk.records().first?.link == nil)
  }

  @Test(
    "a press in the list reaches its app, and where that is gone an explanation says so",
    arguments: [false, true])
  func pressedInList(_ keepsList: Bool) throws {
    let desk = try desk(keepsList: keepsList)
    let number = try post(desk)
    let id = try desk.record("Bob").id
    desk.receive(.closed(try desk.handle(of: "Bob"), .expired))
    try desk.perform { try $0.activate(id, item("a.1"), text: nil, now: $1) }
    #expect(desk.frontSignals.last?.signal == .invoked(key: "r", token: nil))
    #expect(desk.frontSignals.last?.number == number)
    #expect(desk.frontSignals.last?.caller == Self.caller)
    desk.engine.assumeIsolated { $0.receive(.unheard(id)) }
    desk.run()
    #expect(try desk.explanation("Bob").last == "notStarted")
  }

  @Test(
    "buttons beyond four are on no banner, and a press on them in the list reaches the app, also after a restart"
  )
  func furtherButtons() throws {
    let desk = try desk(keepsList: true)
    try desk.postFront("Bob") { request, origin in
      request.actions = [Action(id: item("a.1"), title: "One")]
      origin.furtherActions = [
        Action(id: item("a.5"), title: "Five"), Action(id: item("a.6"), title: "Six", input: TextInput()),
      ]
      origin.keys[item("a.5")] = "five"
    }
    #expect(desk.shown.last?.text.actions.map(\.title) == ["One"])
    try desk.restart()
    let id = try desk.record("Bob").id
    let listed = try desk.perform { try $0.entries(ListQuery(limit: 1), now: $1).entries }
    #expect(listed.first?.entry.actions.map(\.title) == ["One", "Five", "Six"])
    try desk.perform { try $0.activate(id, item("a.6"), text: "yes", now: $1) }
    #expect(desk.frontSignals.map(\.signal) == [.replied(text: "yes"), .closed(.dismissed)])
    try desk.postFront("Ann") { request, origin in
      origin.furtherActions = [Action(id: item("a.5"), title: "Five")]
      origin.keys[item("a.5")] = "five"
    }
    let other = try desk.record("Ann").id
    try desk.perform { try $0.activate(other, item("a.5"), text: nil, now: $1) }
    #expect(desk.frontSignals.contains { $0.signal == .invoked(key: "five", token: nil) })
    #expect(throws: Refusal.notFound(.action)) {
      try desk.perform { try $0.activate(other, item("a.9"), text: nil, now: $1) }
    }
  }

  // MARK: The app's own keys

  private func asking(_ desk: Desk, _ key: String, replacing: UInt32 = 0) throws -> UInt32 {
    try desk.postFront("Bob", replacing: replacing) { request, origin in
      request.actions = [Action(id: item("a.1"), title: "Mark Read")]
      origin.keys[item("a.1")] = key
    }
  }

  @Test("a press by the key that the app gave is heard, also after a restart, and another key means nothing")
  func ownKey() throws {
    let desk = try desk(keepsList: true)
    _ = try asking(desk, "ja, bitte")
    let handle = try desk.handle(of: "Bob")
    try desk.restart()
    desk.receive(.pressedKey(handle, "nein", activationToken: nil))
    #expect(desk.frontSignals.isEmpty)
    desk.receive(.pressedKey(handle, "ja, bitte", activationToken: "t"))
    #expect(desk.frontSignals.first?.signal == .invoked(key: "ja, bitte", token: "t"))
    #expect(try desk.badge() == 0)
  }

  @Test(
    "a press on a banner that the server gives back from its history reaches the app, as long as it is listed"
  )
  func fromHistory() throws {
    let desk = try desk(keepsList: true)
    let number = try asking(desk, "yes")
    let handle = try desk.handle(of: "Bob")
    desk.receive(.closed(handle, .expired))
    desk.pass(seconds: 600)
    desk.receive(.pressedKey(handle, "yes", activationToken: nil))
    #expect(desk.frontSignals.last?.signal == .invoked(key: "yes", token: nil))
    let count = desk.frontSignals.count
    try desk.perform {
      _ = try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
    }
    desk.receive(.pressedKey(handle, "yes", activationToken: nil))
    #expect(desk.frontSignals.count { $0.signal == .invoked(key: "yes", token: nil) } == 1, "\(count)")
  }

  @Test(
    "a press on a key that the banner did not offer reaches no app, and reads nothing",
    arguments: [false, true], ["default", "a.1", "a.2", "a.5"])
  func notOffered(isTransient: Bool, action: String) throws {
    let desk = try desk(keepsList: true)
    let further = item("a.5")
    try desk.postFront("Bob") { request, origin in
      origin.isTransient = isTransient
      request.actions = [Action(id: item("a.1"), title: "Reply")]
      origin.furtherActions = [Action(id: further, title: "Archive")]
      origin.keys[item("a.1")] = "reply"
      origin.keys[further] = "archive"
    }
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.pressed(handle, action: item(action), activationToken: nil))
    let isOffered = action == "a.1"
    #expect(desk.frontSignals.contains { $0.signal == .invoked(key: "reply", token: nil) } == isOffered)
    if isTransient { return #expect(desk.frontSignals.isEmpty == !isOffered) }
    #expect(try desk.record("Bob").unread == !isOffered)
  }

  @Test("so is one that comes after the closing, and one on what passes")
  func ownKeyElsewhere() throws {
    let desk = try desk(keepsList: true)
    _ = try asking(desk, "yes")
    let handle = try desk.handle(of: "Bob")
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressedKey(handle, "yes", activationToken: nil))
    #expect(desk.frontSignals.last?.signal == .invoked(key: "yes", token: nil))
    try desk.postFront("Saved") { request, origin in
      origin.isTransient = true
      request.actions = [Action(id: item("a.1"), title: "Show")]
      origin.keys[item("a.1")] = "show"
    }
    desk.receive(.pressedKey(try #require(desk.lastShownHandle), "show", activationToken: nil))
    #expect(desk.frontSignals.contains { $0.signal == .invoked(key: "show", token: nil) })
  }

  @Test(
    "where the same text has another key by now, the server is given that, and a press before is heard by the earlier"
  )
  func changedKey() throws {
    let desk = try desk(keepsList: true)
    let number = try asking(desk, "first")
    let handle = try desk.handle(of: "Bob")
    desk.server = .silent
    #expect(try asking(desk, "second", replacing: number) == number)
    #expect(desk.shown.last?.origin.desktop?.keys[item("a.1")] == "second")
    desk.receive(.pressedKey(handle, "first", activationToken: nil))
    #expect(desk.frontSignals.map(\.signal) == [.invoked(key: "first", token: nil)])
  }

  @Test("changed by its number after that, it is the same entry, and is up again")
  func changed() throws {
    let desk = try desk(keepsList: true)
    let number = try post(desk)
    desk.receive(.closed(try desk.handle(of: "Bob"), .expired))
    #expect(try desk.postFront("Bob again", replacing: number) == number)
    #expect(try desk.records().map(\.request.title) == ["Bob again"])
    desk.receive(.closed(try desk.handle(of: "Bob again"), .expired))
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired), .closed(.expired)])
  }

  @Test("who posts the same later has a number of their own, and hears alone of it")
  func another() throws {
    let desk = try desk(keepsList: true)
    let number = try post(desk)
    desk.receive(.closed(try desk.handle(of: "Bob"), .expired))
    let other = try desk.postFront("Bob", by: ":1.8")
    #expect(other != number)
    #expect(
      try !desk.perform { try $0.close(number, by: Self.caller, isSandboxed: false, now: $1) }
        || desk.badge() == 1)
  }

  @Test("it survives a restart, and is over with the entry")
  func restart() throws {
    let desk = try desk(keepsList: true)
    let number = try post(desk)
    desk.receive(.closed(try desk.handle(of: "Bob"), .expired))
    try desk.restart()
    #expect(try desk.perform { try $0.close(number, by: Self.caller, isSandboxed: false, now: $1) })
    #expect(try desk.record("Bob").state == .withdrawn)
    #expect(desk.frontSignals.count == 1)
  }

  @Test("to change its banner costs an app nothing of its rate, keeps the urgency, and is summed up nowhere")
  func progress() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Downloading") { $1.urgency = .critical }
    for percent in 1...40 {
      #expect(
        try desk.postFront("Downloading \(percent) %", replacing: number) { $1.urgency = .critical } == number
      )
    }
    #expect(desk.shown.count == 41)
    #expect(desk.shown.allSatisfy { $0.origin.desktop?.urgency == .critical })
    #expect(Set(desk.subjects).count == 1)
    try desk.postFront("Another")
    #expect(desk.alerts.last == "Another")
    desk.pass(seconds: 60)
    #expect(desk.shown.count == 42)
  }
}
