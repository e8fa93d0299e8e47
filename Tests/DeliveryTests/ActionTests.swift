import Delivery
import NotificationModel
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
    #expect(throws: Refusal.notFound("category")) { try desk.post("b") { $0.category = item("other") } }
  }
}
