import Delivery
import NotificationModel
import Testing

@Suite("Undo brings back all of it")
struct UndoingAllTests {
  private func undo(_ desk: Desk) throws { _ = try desk.perform { try $0.undo(now: $1) } }

  private func missed(_ desk: Desk) throws -> [String?] {
    try desk.records().filter { $0.missed != nil && $0.unread }.map(\.request.title)
  }

  @Test("what was missed is missed again, dismissed, read, or denied", arguments: 0..<3)
  func missedMarks(_ way: Int) throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let ids = try (1...3).map { try desk.post("\($0)").id }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(try missed(desk) == ["1", "2", "3"])
    switch way {
    case 0: _ = try desk.perform { try $0.dismiss([ids[2]], now: $1) }
    case 1: _ = try desk.perform { try $0.markRead([ids[2]], now: $1) }
    default: try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    }
    #expect(try missed(desk) == (way == 2 ? [] : ["1", "2"]))
    try undo(desk)
    #expect(try missed(desk) == ["1", "2", "3"])
    #expect(desk.alerts.count == 1)
  }

  @Test("a snooze is a snooze again, dismissed, read, or denied, and comes at its time", arguments: 0..<3)
  func snoozes(_ way: Int) throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    switch way {
    case 0: _ = try desk.perform { try $0.dismiss([id], now: $1) }
    case 1: _ = try desk.perform { try $0.markRead([id], now: $1) }
    default: try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    }
    #expect(try desk.record("a").state == [.dismissed, .read, .withdrawn][way])
    try desk.restart()
    try undo(desk)
    #expect(try desk.record("a").state == .scheduled)
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["a", "a"])
  }

  @Test("all that are unread can be read, and a snoozed one stays snoozed")
  func readAll() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.post("b")
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    _ = try desk.perform { try $0.markRead(nil, now: $1) }
    #expect(try desk.records().map(\.state) == [.scheduled, .read])
  }

  @Test("a summary that is up counts and names again what comes back")
  func summary() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") }
    desk.toSix()
    #expect(desk.shown.last?.text.title == "4 notifications from Mail")
    let id = try desk.record("4").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(desk.shown.last?.text.title == "3 notifications from Mail")
    try undo(desk)
    #expect(desk.shown.last?.text.title == "4 notifications from Mail")
    #expect(desk.alerts.count == 1)
  }

  @Test("what was to be told by a banner to come is told by it again")
  func waiting() throws {
    let desk = try Desk(server: .silent)
    for number in 1...12 { try desk.post("\(number)") }
    let last = try #require(try desk.records().last { $0.joint.summary?.isTold == false }?.id)
    _ = try desk.perform { try $0.dismiss([last], now: $1) }
    try undo(desk)
    #expect(try desk.records().last { $0.id == last }?.joint.summary?.isTold == false)
  }

  @Test("a denial says how many leave the list, also where that goes on for several transactions, and once")
  func denied() throws {
    let desk = try Desk()
    for number in 0..<250 { try desk.post("\(number)") { $0.level = .passive } }
    let read = try desk.record("7").id
    _ = try desk.perform { try $0.markRead([read], now: $1) }
    let (first, second) = try desk.perform { engine, now in
      let first = try engine.countToDeny(mail, now: now)
      try engine.setAuthorization(.denied, of: mail, now: now)
      return (first, try engine.countToDeny(mail, now: now))
    }
    #expect(first == 249 && second == 0)
    #expect(try desk.records().filter { $0.state == .withdrawn }.count == 249)
  }

  @Test("what is refused of a denied app by either door is counted, and its notifications say so")
  func refused() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    _ = try? desk.post("b")
    _ = try desk.postFront("c")
    _ = try desk.postFront("d") { $1.isTransient = true }
    let entry = try desk.perform { try $0.apps(now: $1).apps.first { $0.app == mail } }
    #expect(entry?.refused == 3)
    let told = try desk.perform { try $0.obstacle(to: id, now: $1) }
    #expect(
      told?.decision.why
        == "Its app is denied: 3 of its notifications were refused since the daemon's start. "
        + "'bellhop allow org.example.Mail' lets it notify again.")
  }

  @Test(
    "an older undo of a thread loses its button where that makes no noise, and has it back with the newer one gone"
  )
  func undoButtons() throws {
    let desk = try Desk()
    let undo = Action(id: item("back"), title: "Undo Move")
    for title in ["a", "b"] {
      try desk.post(title) {
        $0.thread = name("t")
        $0.actions = [undo, Action(id: item("show"), title: "Show")]
      }
    }
    #expect(desk.shown.map(\.text.title) == ["a", "b", "a"])
    #expect(desk.shown.last?.text.actions.map(\.id) == [item("show")])
    #expect(desk.alerts == ["a", "b"])
    let id = try desk.record("b").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(desk.shown.last?.text.actions.map(\.id) == [undo.id, item("show")])
    #expect(desk.alerts == ["a", "b"])
  }

  @Test("elsewhere a press on an older undo is answered")
  func deadUndo() throws {
    let desk = try Desk(hasServer: false)
    desk.serverAppears(product: "dunst")
    for title in ["a", "b"] {
      try desk.post(title) {
        $0.thread = name("t")
        $0.actions = [Action(id: item("undo"), title: "Undo Move")]
      }
    }
    #expect(desk.shown.count == 2)
    try desk.press("a", item("undo"))
    #expect(desk.shown.last?.text.title == "“Mail” Could Not Be Opened")
    #expect(desk.shown.last?.text.body.contains("can no longer be undone") == true)
    #expect(try desk.record("a").unread)
  }
}
