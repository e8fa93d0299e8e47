import Delivery
import NotificationModel
import Testing

/// G2: a repeat of an unread notification never alerts again, except kinds that are meant to (alarms, reminders,
/// calls), and text without a name or a sender after six hours; changed content alerts once per change, and so does a
/// raised level.
@Suite("G2 One thing, one notification")
struct G2OneThingOneNotificationTests {
  @Test("ten posts of the same notification: one banner, nine repeats, badge one", arguments: [true, false])
  func tenPosts(_ isNamed: Bool) throws {
    let desk = try Desk()
    var last: Receipt?
    for _ in 0..<10 { last = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil } }
    #expect(desk.alerts == ["Lunch"])
    #expect(last?.outcome == .coalesced)
    #expect(last?.repeats == 9)
    #expect(last?.unread == 1)
    #expect(try desk.records().count == 1)
  }

  @Test(
    "an alarm, a reminder or a call alerts again with the same text, in the same entry",
    arguments: [Kind.alarm, .reminder, .call], [true, false])
  func comesAgain(_ kind: Kind, _ isNamed: Bool) throws {
    let desk = try Desk()
    for _ in 0..<2 {
      try desk.post("Time for a Break") {
        $0.kind = kind
        $0.identifier = isNamed ? name("break") : nil
      }
    }
    #expect(desk.alerts == ["Time for a Break", "Time for a Break"])
    #expect(try desk.badge() == 1)
  }

  @Test("what has become more urgent alerts once, also while it is held")
  func raised() throws {
    let desk = try Desk()
    try desk.post("Battery Low") { $0.level = .passive }
    #expect(desk.alerts.isEmpty)
    for _ in 0..<2 { try desk.post("Battery Low") }
    #expect(desk.alerts == ["Battery Low"])
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    try desk.post("Disk Is Full")
    try desk.post("Disk Is Full") {
      $0.level = .timeSensitive
      $0.relevantDate = desk.now.wall
    }
    #expect(desk.alerts.prefix(2) == ["Battery Low", "Disk Is Full"])
  }

  @Test("changed content alerts once per change, in the same entry")
  func changedContent() throws {
    let desk = try Desk()
    let first = try desk.post("One") { $0.identifier = name("x") }
    let second = try desk.post("Two") { $0.identifier = name("x") }
    #expect(second.id == first.id)
    #expect(second.outcome == .replaced)
    #expect(desk.alerts == ["One", "Two"])
    #expect(desk.shown.last?.replaces != nil)
    #expect(try desk.badge() == 1)
  }

  @Test("silently changed content is updated on screen without an alert")
  func silently() throws {
    let desk = try Desk()
    try desk.post("One") { $0.identifier = name("x") }
    try desk.post("Two") {
      $0.identifier = name("x")
      $0.silently = true
      $0.sound = "default"
    }
    #expect(desk.alerts == ["One"])
    #expect(desk.shown.last?.text.title == "Two")
    #expect(desk.shown.last?.sound == nil)
  }

  @Test("progress moves in place, a hundred times, with one alert")
  func progress() throws {
    let desk = try Desk()
    for percent in 0...100 {
      try desk.post("Copying") {
        $0.identifier = name("copy")
        $0.progress = percent
      }
    }
    #expect(desk.alerts == ["Copying"])
    #expect(desk.shown.last?.progress == 100)
    #expect(Set(desk.shown.dropFirst().map(\.replaces)).count == 1)
  }

  @Test("what is no longer on screen is not put there by progress")
  func progressAfterTheBanner() throws {
    let desk = try Desk()
    try desk.post("Copying") { $0.identifier = name("copy") }
    desk.receive(.closed(try desk.handle(of: "Copying"), .expired))
    desk.forgetShown()
    try desk.post("Copying") {
      $0.identifier = name("copy")
      $0.progress = 5
    }
    #expect(desk.shown.isEmpty)
  }

  @Test(
    "once it is read, the same text alerts again, in its entry; under an identifier as a new one",
    arguments: [true, false])
  func afterReading(_ isNamed: Bool) throws {
    let desk = try Desk()
    let first = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil }
    try desk.press("Lunch")
    let second = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil }
    #expect(second.outcome == (isNamed ? .presented : .replaced))
    #expect(second.repeats == (isNamed ? 0 : 1))
    #expect((second.id == first.id) != isNamed)
    #expect(desk.alerts == ["Lunch", "Lunch"])
    #expect(try desk.badge() == 1)
  }

  @Test("dismissing the old text does not dismiss new text that nobody has seen")
  func dismissedBefore() throws {
    let desk = try Desk()
    try desk.post("One") { $0.identifier = name("x") }
    let old = try desk.handle(of: "One")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    desk.server = .silent
    try desk.post("Two") { $0.identifier = name("x") }
    desk.receive(.closed(old, .dismissed))
    #expect(try desk.badge() == 1)
    desk.serverAnswersAtLast()
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["One", "Two"])
  }

  @Test("changed during the hand-over and held, it alerts once it is released")
  func changedAndHeld() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("One") { $0.identifier = name("x") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Two") { $0.identifier = name("x") }
    desk.serverAnswersAtLast()
    #expect(desk.alerts == ["One"])
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["One", "Two"])
  }

  @Test("held after it had changed in place, it still alerts when it is released")
  func heldAfterInPlace() throws {
    let desk = try Desk()
    try desk.post("One") { $0.identifier = name("x") }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.receive(.closed(try desk.handle(of: "One"), .expired))
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Two") { $0.identifier = name("x") }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["One", "Two"])
  }

  @Test("new text that came while a progress was on its way alerts after a crash too")
  func changedBehindProgress() throws {
    let desk = try Desk()
    try desk.post("One") { $0.identifier = name("x") }
    desk.server = .silent
    try desk.post("One") {
      $0.identifier = name("x")
      $0.progress = 5
    }
    try desk.post("Two") { $0.identifier = name("x") }
    desk.server = .answers
    try desk.restart()
    #expect(desk.alerts == ["One", "Two"])
  }

  @Test("what was held and then read in the app never alerts")
  func readWhileHeld() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("a") { $0.thread = name("t") }
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: true, thread: name("t"), by: app)
    }
    #expect(try desk.post("a") { $0.thread = name("t") }.outcome == .coalesced)
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: false, thread: nil, by: app)
    }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.isEmpty)
    #expect(try desk.record("a").state == .read)
  }

  @Test("what differs in thread, category, sender or bytes is another thing")
  func differences() throws {
    let desk = try Desk()
    try desk.perform { engine, now in
      try engine.register([Category(id: item("c"))], of: mail, by: app, now: now)
    }
    let changes: [(inout NotificationRequest) -> Void] = [
      { _ in }, { $0.thread = name("t") }, { $0.category = item("c") }, { $0.body = "b" },
      { $0.subtitle = "s" }, { $0.image = "mail" }, { $0.sender = Sender(name: "Anna") },
      { $0.sender = Sender(name: "Anna") },
    ]
    for change in changes { try desk.post("Lunch", change) }
    #expect(try desk.records().count == changes.count)
  }

  @Test("targets, actions and progress are always the newest post's")
  func newest() throws {
    let desk = try Desk()
    try desk.post("Lunch") { $0.target = OpaqueObject(json: #"{"n":1}"#) }
    try desk.post("Lunch") {
      $0.target = OpaqueObject(json: #"{"n":2}"#)
      $0.actions = [Action(id: item("go"), title: "Go")]
    }
    let record = try desk.record("Lunch")
    #expect(record.request.target?.json == #"{"n":2}"#)
    #expect(record.request.actions?.count == 1)
    #expect(desk.alerts == ["Lunch"])
    #expect(desk.shown.last?.text.actions.map(\.title) == ["Go"])
  }

  @Test(
    "a dismissed notification stays dismissed for ten minutes, unless its text is new or it calls on purpose"
  )
  func dismissedJustNow() throws {
    let desk = try Desk()
    func dismiss(_ title: String) throws {
      desk.receive(.closed(try desk.handle(of: title), .dismissed))
    }
    for identifier in [nil, name("sync")] {
      desk.forgetShown()
      try desk.post("Synced") { $0.identifier = identifier }
      try dismiss("Synced")
      let again = try desk.post("Synced") { $0.identifier = identifier }
      #expect(again.outcome == .quiet)
      #expect(again.decisions.map(\.guideline) == ["duplicates.dismissed"])
      #expect(try desk.badge() == 0)
      #expect(try desk.record("Synced").state == .dismissed)
      #expect(try desk.post("Synced 2") { $0.identifier = identifier }.outcome == .presented)
      desk.pass(seconds: 600)
      #expect(try desk.post("Synced") { $0.identifier = identifier }.outcome != .quiet)
      desk.pass(seconds: 600)
      _ = try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) }
    }
    for kind in [Kind.alarm, .call, .reminder] {
      try desk.post("\(kind)") { $0.kind = kind }
      try dismiss("\(kind)")
      #expect(try desk.post("\(kind)") { $0.kind = kind }.outcome == .presented)
    }
  }

  @Test("an occurrence that says what the person dismissed a moment ago comes without an alert")
  func dismissedOccurrence() throws {
    let desk = try Desk()
    try desk.post("Synced") { $0.trigger = .after(seconds: 300, repeats: true) }
    desk.pass(seconds: 300)
    desk.receive(.closed(try desk.handle(of: "Synced"), .dismissed))
    desk.pass(seconds: 300)
    #expect(desk.alerts == ["Synced"])
    #expect(try desk.badge() == 0)
  }

  @Test(
    "what people write alerts though the same was dismissed, and so does what was brought back and read since"
  )
  func notJustDismissed() throws {
    let desk = try Desk()
    for _ in 1...2 {
      try desk.post("ok") { $0.sender = Sender(name: "Ann") }
      desk.receive(.closed(try desk.handle(of: "ok"), .dismissed))
    }
    #expect(desk.alerts == ["Ann", "Ann"])
    try desk.post("Synced")
    let id = try desk.record("Synced").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    _ = try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) }
    #expect(try desk.post("Synced").outcome == .replaced)
    #expect(desk.alerts == ["Ann", "Ann", "Synced", "Synced"])
  }
}
