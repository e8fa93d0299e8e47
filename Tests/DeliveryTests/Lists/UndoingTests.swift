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
    #expect(try desk.explanation("b").last == "restored")
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[0]])
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(try desk.badge() == 3)
  }

  @Test("an app that was told of a dismissal is told that it was taken back, and hears so when it comes, too")
  func restored() throws {
    let desk = try Desk()
    try desk.perform { engine, now in
      try engine.register([Category(id: item("c"), reportsDismissal: false)], of: mail, by: app, now: now)
    }
    let ids = [try desk.post("a").id, try desk.post("b") { $0.category = item("c") }.id]
    _ = try desk.perform { try $0.dismiss(ids, now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    let kept = try desk.perform { engine, _ in
      try engine.events(of: mail, after: EventSequence(0), limit: 10)
    }
    #expect(kept.map(\.kind) == [.dismissed, .restored])
    #expect(kept.map(\.id) == [ids[0], ids[0]])
  }

  @Test("a private one does not come back: its text is gone")
  func undoPrivate() throws {
    let desk = try Desk()
    let id = try desk.post("secret") { $0.isPrivate = true }.id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(throws: Refusal.notFound(.text(of: id))) {
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
    #expect(try desk.records().map(\.state) == [.delivered])
  }

  @Test("a time that is past, and what is not in the list, are refused")
  func badSnoozes() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    #expect(throws: Refusal.invalid(path: "until", reason: "this time is past")) {
      try desk.perform { try $0.snooze(id, until: Desk.noon, now: $1) }
    }
    let later = Desk.noon.advanced(bySeconds: 60)
    #expect(throws: Refusal.notFound(.notification(NotificationID(99)))) {
      try desk.perform { try $0.snooze(NotificationID(99), until: later, now: $1) }
    }
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    #expect(throws: Refusal.notFound(.notification(id))) {
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
    desk.pass(seconds: 600)
    let second = try desk.post("Lunch") { $0.identifier = isNamed ? name("lunch") : nil }.id
    #expect(try desk.perform { try $0.undo(now: $1) } == [])
    #expect(try desk.records().filter(\.unread).map(\.id) == [second])
    #expect(try desk.badge() == 1)
  }

  @Test("what was put off can be put off once more, and dismissed")
  func changedMind() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    desk.pass(seconds: 599)
    #expect(desk.alerts == ["a"])
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    #expect(try desk.record("a").state == .dismissed)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
  }

  @Test("what was put off comes back put off, and as unread where that time has passed")
  func undoPutOff() throws {
    for (waits, state) in [(Int64(0), State.scheduled), (700, .delivered)] {
      let desk = try Desk()
      let id = try desk.post("a").id
      try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
      _ = try desk.perform { try $0.dismiss([id], now: $1) }
      desk.pass(seconds: waits)
      try desk.restart()
      #expect(try desk.perform { try $0.undo(now: $1) } == [id])
      #expect(try desk.record("a").state == state)
      #expect(try desk.badge() == (state == .delivered ? 1 : 0))
      guard state == .scheduled else { continue }
      desk.pass(seconds: 600)
      #expect(desk.alerts == ["a", "a"])
    }
  }

  @Test("after a dismissal that was refused, or that took nothing, no older one comes back")
  func undoNotOlder() throws {
    let desk = try Desk()
    let ids = [try desk.post("a").id, try desk.post("b").id]
    _ = try desk.perform { try $0.dismiss([ids[0]], now: $1) }
    #expect(throws: Refusal.notFound(.notification(NotificationID(999)))) {
      try desk.perform { try $0.dismiss([ids[1], NotificationID(999)], now: $1) }
    }
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    _ = try desk.perform { try $0.withdraw(nil, [ids[1]], of: mail, by: app, now: $1) }
    let third = try desk.post("c").id
    _ = try desk.perform { try $0.dismiss([third], now: $1) }
    _ = try desk.perform { try $0.dismiss([ids[1]], now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
  }

  @Test("a dismissal of all that found nothing unread leaves what an earlier call took")
  func undoNotOlderThanAll() throws {
    let desk = try Desk()
    let ids = [try desk.post("a").id, try desk.post("b").id]
    _ = try desk.perform { try $0.dismiss([ids[0]], now: $1) }
    try desk.press("b")
    try dismissAll(desk)
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[0]])
    let third = try desk.post("c").id
    for _ in 0..<2 { try dismissAll(desk) }
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[0], third])
  }

  @Test("what was held comes back held, alerts at its release, and as unread where nothing holds it any more")
  func undoHeld() throws {
    for isEndedBefore in [false, true] {
      let desk = try Desk()
      try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      let id = try desk.post("a").id
      try dismissAll(desk)
      if isEndedBefore { try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) } }
      try desk.restart()
      #expect(try desk.perform { try $0.undo(now: $1) } == [id])
      #expect(try desk.record("a").state == (isEndedBefore ? .delivered : .held))
      #expect(desk.alerts.isEmpty)
      try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
      #expect(desk.alerts == (isEndedBefore ? [] : ["a"]))
      #expect(try desk.badge() == 1)
    }
  }

  @Test("what was put off can be pressed")
  func pressPutOff() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
    try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    #expect(try desk.record("a").state == .read)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
  }

  @discardableResult
  private func dismissAll(_ desk: Desk) throws -> Int {
    try desk.perform { engine, now in
      var dismissal = Dismissal.all
      while true { if let unread = try engine.dismiss(&dismissal, now: now) { return unread } }
    }
  }

  @Test("all that are unread can be dismissed, and all of them come back; what comes meanwhile stays")
  func all() throws {
    let desk = try Desk()
    let ids = try (0..<10).map { try desk.post("\($0)").id }
    try desk.press("9")
    let later = try desk.post("later") { $0.trigger = .after(seconds: 60, repeats: false) }.id
    #expect(try dismissAll(desk) == 0)
    #expect(try desk.record("later").state == .scheduled)
    #expect(try desk.perform { try $0.undo(now: $1) }.sorted() == Array(ids.dropLast()))
    #expect(later > ids[9])
  }

  @Test("what its app has scheduled is not the person's to put off or to dismiss")
  func notTheirs() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }.id
    let toCome = Refusal.invalid(path: "id", reason: "notification \(id) is still to come")
    #expect(throws: toCome) {
      try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
    }
    #expect(throws: toCome) {
      try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    }
    let reason = "notification \(id) is still to come: its app can withdraw it, or you deny the app"
    #expect(throws: Refusal.invalid(path: "ids[0]", reason: reason)) {
      try desk.perform { try $0.dismiss([id], now: $1) }
    }
    #expect(try desk.record("a").state == .scheduled)
  }

  @Test("what the person has scheduled from the command line is theirs to take back")
  func theirs() throws {
    let desk = try Desk()
    var request = NotificationRequest(app: .shell, title: "Stand Up")
    request.trigger = .after(seconds: 60, repeats: true)
    let id = try desk.post(request, by: tool).id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    desk.pass(seconds: 600)
    #expect(desk.alerts.isEmpty)
    let entry = try desk.perform { try $0.entries([id], now: $1).first }
    #expect(entry?.record.state == .withdrawn)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
  }

  @Test("no more come back than the app may have, and these are the newest")
  func full() throws {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 2
    let desk = try Desk(policy)
    let ids = [try desk.post("a").id, try desk.post("b").id]
    _ = try desk.perform { try $0.dismiss(ids, now: $1) }
    try desk.post("c")
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[1]])
  }

  @Test("what was put off takes none of the app's places for what it schedules")
  func places() throws {
    let desk = try Desk()
    for number in 0..<Limits.scheduledPerApp {
      let id = try desk.post("\(number)").id
      try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    }
    #expect(try desk.post("tea") { $0.trigger = .after(seconds: 60, repeats: false) }.outcome == .scheduled)
  }

  @Test("to dismiss what is dismissed already takes nothing away that could be brought back")
  func dismissedTwice() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    for _ in 0..<2 { _ = try desk.perform { try $0.dismiss([id], now: $1) } }
    _ = try desk.perform { try $0.dismiss([], now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
  }

  @Test("what is not allowed any more, or not decided, does not come back")
  func forbidden() throws {
    let changes: [@Sendable (isolated DeliveryEngine, Moment) throws -> Void] = [
      { try $0.setAuthorization(.denied, of: mail, now: $1) },
      { engine, _ in engine.adopt(Desk.asking, rememberedAs: "") },
      { try $0.change(mail, by: AppSettings(marketing: false), now: $1) },
    ]
    for change in changes {
      var policy = Desk.allowing
      policy.apps[mail] = AppSettings(marketing: true)
      let desk = try Desk(policy)
      let id = try desk.post("Sale") { $0.kind = .marketing }.id
      _ = try desk.perform { try $0.dismiss([id], now: $1) }
      try desk.perform(change)
      #expect(try desk.perform { try $0.undo(now: $1) } == [])
      #expect(try desk.record("Sale").state == .dismissed)
      #expect(try desk.badge() == 0)
    }
  }

  @Test("what expires does so all the same, and does not come back once it has")
  func expiry() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.expiresAfter = 60 }.id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    desk.pass(seconds: 30)
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
    desk.pass(seconds: 30)
    #expect(try desk.record("a").state == .expired)
    let other = try desk.post("b") { $0.expiresAfter = 60 }.id
    _ = try desk.perform { try $0.dismiss([other], now: $1) }
    desk.pass(seconds: 60)
    #expect(try desk.record("b").state == .dismissed)
    #expect(try desk.perform { try $0.undo(now: $1) } == [])
  }

  @Test func `what its app has posted since the snooze that is taken back keeps its own expiry`() throws {
    let desk = try Desk()
    func post(_ title: String, expiresAfter seconds: Int64?) throws {
      try desk.post(title) {
        $0.identifier = name("a")
        $0.expiresAfter = seconds
      }
    }
    try post("a", expiresAfter: 60)
    let (id, later) = (try desk.record("a").id, desk.now.wall.advanced(bySeconds: 3_600))
    try desk.perform { try $0.snooze(id, until: later, now: $1) }
    try post("b", expiresAfter: nil)
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
    desk.pass(seconds: 120)
    #expect(try desk.record("b").unread)
  }
}
