import Delivery
import NotificationModel
import Records
import Testing

@Suite("Actions")
struct ActionTests {
  private func actions(_ count: Int) -> [Action] {
    (0..<count).map { Action(id: item("a\($0)"), title: "Action \($0)", destructive: $0 == 0) }
  }

  @Test("five are too many, and nothing is stored")
  func five() throws {
    let desk = try Desk()
    #expect(throws: Refusal.tooManyActions(given: 5)) { try desk.post("a") { $0.actions = actions(5) } }
    #expect(try desk.records().isEmpty)
  }

  @Test("four are shown in the app's order, the destructive one last")
  func four() throws {
    let desk = try Desk()
    try desk.post("a") { $0.actions = actions(4) }
    #expect(desk.shown.first?.text.actions.map(\.id.text) == ["a1", "a2", "a3", "a0"])
  }

  @Test("an undo goes with its notification, and cannot be pressed after that")
  func undo() throws {
    let desk = try Desk()
    let undo = item("undo")
    let id = try desk.post("a") { $0.actions = [Action(id: undo, title: "Undo Delete")] }.id
    let handle = try desk.handle(of: "a")
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    #expect(desk.closed == [handle])
    desk.receive(.pressed(handle, action: undo, activationToken: nil))
    #expect(throws: Refusal.notFound(.notification(id))) {
      try desk.perform { try $0.activate(id, undo, text: nil, now: $1) }
    }
    #expect(!desk.events.contains { $0.kind == .activated })
  }

  @Test("an action that needs the person is neither offered nor accepted while the screen is locked")
  func authentication() throws {
    var policy = Desk.allowing
    policy.previews = .always
    let desk = try Desk(policy)
    let pay = Action(id: item("pay"), title: "Pay", authenticationRequired: true)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("Bill") { $0.actions = [pay, Action(id: item("later"), title: "Later")] }
    #expect(desk.shown.last?.textWhenLocked?.actions.map(\.title) == ["Later"])
    #expect(desk.shown.last?.textWhenLocked?.isHidden == false, "its text may be seen")
    #expect(
      try desk.perform { try $0.entries(ListQuery(), now: $1).entries[0].entry.actions.map(\.title) } == [
        "Later"
      ])
    let id = try desk.record("Bill").id
    #expect(throws: Refusal.screenLocked) {
      try desk.perform { try $0.activate(id, item("pay"), text: nil, now: $1) }
    }
    // A server that shows the button all the same.
    desk.receive(.pressed(try desk.handle(of: "Bill"), action: item("pay"), activationToken: nil))
    #expect(try desk.badge() == 1)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    try desk.perform { try $0.activate(id, item("pay"), text: nil, now: $1) }
    #expect(try desk.badge() == 0)
  }

  @Test("a dismissal is an event, unless the category reports none", arguments: [nil, true, false])
  func dismissal(_ reports: Bool?) throws {
    let desk = try Desk()
    try desk.perform {
      let category = Category(id: item("c"), reportsDismissal: reports)
      try $0.register([category], of: mail, by: app, now: $1)
    }
    try desk.post("a") { $0.category = item("c") }
    desk.receive(.closed(try desk.handle(of: "a"), .dismissed))
    #expect(try desk.record("a").state == .dismissed)
    #expect(desk.events.contains { $0.kind == .dismissed } == (reports ?? true))
  }

  @Test("registering replaces the whole set")
  func replaced() throws {
    let desk = try Desk()
    for id in ["old", "new"] {
      try desk.perform { try $0.register([Category(id: item(id))], of: mail, by: app, now: $1) }
    }
    #expect(throws: Refusal.notFound(.category(item("old")))) {
      try desk.post("a") { $0.category = item("old") }
    }
    #expect(try desk.post("a") { $0.category = item("new") }.outcome == .presented)
  }

  @Test("a notification takes over its category's actions as a whole, and states its own instead")
  func category() throws {
    let desk = try Desk()
    try desk.perform {
      try $0.register(
        [Category(id: item("c"), actions: actions(2))], of: mail, by: app, now: $1)
    }
    try desk.post("inherits") { $0.category = item("c") }
    #expect(desk.shown.last?.text.actions.count == 2)
    try desk.post("states none") {
      $0.category = item("c")
      $0.actions = []
    }
    #expect(desk.shown.last?.text.actions.isEmpty == true)
    #expect(
      throws: Refusal.invalid(
        path: "categories[0].summaryFormat", reason: "there is no visible text in it")
    ) {
      try desk.perform {
        try $0.register([Category(id: item("c"), summaryFormat: "\u{200B}")], of: mail, by: app, now: $1)
      }
    }
    #expect(throws: Refusal.notFound(.category(item("other")))) {
      try desk.post("b") { $0.category = item("other") }
    }
  }

  @Test("two categories of one id are refused")
  func sameID() throws {
    let desk = try Desk()
    let twice = ["a", "b", "a"].map { Category(id: item($0)) }
    #expect(throws: Refusal.invalid(path: "categories[2].id", reason: "another one has this id")) {
      try desk.perform { try $0.register(twice, of: mail, by: app, now: $1) }
    }
  }

  @Test("an older undo in a thread gives way to a newer one, and says so")
  func olderUndo() throws {
    let desk = try Desk()
    for (title, thread) in [("Moved A", "a"), ("Moved B", "b"), ("Moved C", "a")] {
      try desk.post(title) {
        $0.thread = name(thread)
        $0.actions = [Action(id: item("back"), title: "Undo Move")]
      }
    }
    try desk.press("Moved A", item("back"))
    #expect(try desk.record("Moved A").unread)
    #expect(try desk.explanation("Moved A").contains("refused"))
    let id = try desk.record("Moved A").id
    #expect(throws: Refusal.self) {
      try desk.perform { try $0.activate(id, item("back"), text: nil, now: $1) }
    }
    for title in ["Moved B", "Moved C"] {
      try desk.press(title, item("back"))
      #expect(try !desk.record(title).unread)
    }
  }
}
