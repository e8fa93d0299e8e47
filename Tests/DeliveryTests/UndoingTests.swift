import Delivery
import NotificationModel
import Testing

@Suite("Undoing and putting off")
struct UndoingTests {
  @Test("the last dismissal is taken back whole, and without an alert, over a restart too")
  func undo() throws {
    let desk = try Desk()
    let ids = [try desk.post("a").id, try desk.post("b").id, try desk.post("c").id]
    _ = try desk.perform { try $0.dismiss([ids[0]], now: $1) }
    #expect(try desk.perform { try $0.dismiss([ids[1], ids[2]], now: $1) } == 0)
    desk.forgetShown()
    try desk.restart()
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[1], ids[2]])
    #expect(try desk.badge() == 2)
    #expect(desk.shown.isEmpty)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(try desk.explanation("b").last == "restored")
  }

  @Test("a private one does not come back: its text is gone")
  func undoPrivate() throws {
    let desk = try Desk()
    let id = try desk.post("secret") { $0.isPrivate = true }.id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(throws: Refusal.notFound("text of notification \(id)")) {
      try desk.perform { try $0.snooze(id, until: Desk.noon.advanced(bySeconds: 60), now: $1) }
    }
  }

  @Test("put off, it leaves screen and badge, and alerts again at its time", arguments: [false, true])
  func snooze(_ isRead: Bool) throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    let handle = try desk.handle(of: "a")
    if isRead { try desk.press("a") }
    try desk.perform { try $0.snooze(id, until: Desk.noon.advanced(bySeconds: 600), now: $1) }
    #expect(desk.closed == [handle])
    #expect(try desk.badge() == 0)
    desk.pass(seconds: 599)
    #expect(desk.alerts == ["a"])
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a", "a"])
    #expect(try desk.badge() == 1)
    #expect(try desk.records().count == 1)
  }

  @Test("what was put off does not take the place of something newer")
  func snoozeAndNewer() throws {
    let desk = try Desk()
    let id = try desk.post("old") { $0.identifier = name("x") }.id
    try desk.perform { try $0.snooze(id, until: Desk.noon.advanced(bySeconds: 60), now: $1) }
    try desk.post("new") { $0.identifier = name("x") }
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["old", "new"])
    #expect(try desk.records().map(\.state) == [.withdrawn, .delivered])
  }

  @Test("a time that is past, and what is not in the list, are refused")
  func badSnoozes() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    #expect(throws: Refusal.invalid(path: "until", reason: "this time is past")) {
      try desk.perform { try $0.snooze(id, until: Desk.noon, now: $1) }
    }
    let later = Desk.noon.advanced(bySeconds: 60)
    #expect(throws: Refusal.notFound("notification 99")) {
      try desk.perform { try $0.snooze(NotificationID(99), until: later, now: $1) }
    }
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    #expect(throws: Refusal.notFound("notification \(id)")) {
      try desk.perform { try $0.snooze(id, until: later, now: $1) }
    }
  }

  @Test(
    "what was posted again since it was dismissed is not brought back beside itself",
    arguments: [true, false])
  func undoAfterPostingAgain(_ isNamed: Bool) throws {
    let desk = try Desk()
    let first = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil }.id
    _ = try desk.perform { try $0.dismiss([first], now: $1) }
    let second = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil }.id
    #expect(try desk.perform { try $0.undo(now: $1) } == [])
    #expect(try desk.records().filter(\.unread).map(\.id) == [second])
    #expect(try desk.badge() == 1)
  }
}
