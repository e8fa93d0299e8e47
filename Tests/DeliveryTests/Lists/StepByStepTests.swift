import Delivery
import NotificationModel
import Testing

@Suite("Taking commands back, one after the other")
struct StepByStepTests {
  private func settings(_ desk: Desk) throws -> EffectiveSettings {
    try desk.perform { try $0.settings(of: mail, now: $1) }
  }

  /// Takes one command back. Returns the restored notifications, and the app whose earlier settings hold again.
  private func undone(_ desk: Desk) throws -> (restored: [NotificationID], app: AppID?) {
    try desk.perform { engine, now in
      var undoing = Undoing()
      while true {
        if let restored = try engine.undo(&undoing, now: now) { return (restored, undoing.app) }
      }
    }
  }

  @Test("each undo goes one command further back: a snooze, a reading, a clearing; what changed since stays")
  func stepByStep() throws {
    let desk = try Desk()
    let ids = [try desk.post("a").id, try desk.post("b").id, try desk.post("c").id]
    _ = try desk.perform { try $0.markRead(ids, now: $1) }
    _ = try desk.perform { try $0.clear(now: $1) }
    try desk.perform { try $0.snooze(ids[0], until: $1.wall.advanced(bySeconds: 60), now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[0]])
    #expect(try desk.records().map(\.state) == [.dismissed, .dismissed, .dismissed])
    #expect(try desk.perform { try $0.undo(now: $1) } == ids)
    #expect(try desk.records().map(\.state) == [.read, .read, .read])
    try desk.perform { try $0.snooze(ids[2], until: $1.wall.advanced(bySeconds: 60), now: $1) }
    desk.pass(seconds: 60)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[0], ids[1]])
    #expect(try desk.records().map(\.state) == [.delivered, .delivered, .delivered])
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a", "b", "c", "c"])
  }

  @Test(
    "a denial is taken back with all that it withdrew, over a restart too; an app's settings are as before")
  func choices() throws {
    let desk = try Desk()
    let delivered = try desk.post("delivered").id
    let coming = try desk.post("to come") { $0.trigger = .after(seconds: 60, repeats: false) }.id
    let secret = try desk.post("secret") { $0.isPrivate = true }.id
    let read = try desk.post("read").id
    _ = try desk.perform { try $0.markRead([read], now: $1) }
    try desk.perform { try $0.change(mail, by: AppSettings(sounds: false), now: $1) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(try desk.records().map(\.state) == [.withdrawn, .withdrawn, .withdrawn, .read])
    try desk.restart()
    #expect(try undone(desk) == ([delivered, coming], mail))
    #expect(try desk.records().map(\.state) == [.delivered, .scheduled, .withdrawn, .read])
    #expect(try desk.badge() == 1)
    #expect(try settings(desk).sounds == false)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(try settings(desk).sounds)
    desk.pass(seconds: 60)
    #expect(desk.alerts.suffix(1) == ["to come"])
    #expect(try desk.perform { try $0.undo(now: $1) } == [read])
    #expect(secret != read)
  }

  @Test("a denied app's series comes back beside its occurrence, and goes on")
  func series() throws {
    let desk = try Desk()
    let series = try desk.post("Tea") { $0.trigger = .after(seconds: 60, repeats: true) }.id
    desk.pass(seconds: 60)
    let occurrence = try #require(try desk.records().last?.id)
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(try Set(undone(desk).restored) == [series, occurrence])
    desk.pass(seconds: 60)
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
    #expect(try desk.records().last?.repeats == 1)
  }

  @Test(
    "an app that is denied by taking back its permission loses nothing that the next undo does not bring back"
  )
  func allowedInBetween() throws {
    let desk = try Desk()
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    let ids = try (0..<12).map { try desk.post("\($0)").id }
    #expect(try undone(desk) == ([], mail))
    #expect(try Set(desk.records().map(\.state)) == [.withdrawn])
    #expect(try undone(desk) == (ids, mail))
    #expect(try desk.badge() == 12)
  }

  @Test("a denial of very many is taken back whole, although another choice came while it went on")
  func denialOfMany() throws {
    let desk = try Desk()
    let ids = try (0..<250).map { try desk.post("\($0)") { $0.level = .passive }.id }
    try desk.perform { engine, now in
      try engine.setAuthorization(.denied, of: mail, now: now)
      try engine.change(mail, by: AppSettings(badges: false), now: now)
    }
    for _ in 0..<9 { desk.pass(seconds: 1) }
    #expect(try Set(desk.records().map(\.state)) == [.withdrawn])
    #expect(try undone(desk) == ([], mail))
    #expect(try undone(desk) == (ids, mail))
  }

  @Test("what is dismissed after its call was taken back can be brought back as well")
  func undoneMeanwhile() throws {
    let desk = try Desk()
    let ids = try (0..<20).map { try desk.post("\($0)") { $0.level = .passive }.id }
    try desk.perform { engine, now in
      var dismissal = Dismissal(ids)
      for _ in 0..<2 { _ = try engine.dismiss(&dismissal, now: now) }
      #expect(try engine.undo(now: now) == Array(ids.prefix(8)))
      while try engine.dismiss(&dismissal, now: now) == nil {}
      #expect(try engine.undo(now: now) == Array(ids.dropFirst(8)))
    }
    #expect(try desk.badge() == 20)
  }

  @Test("a snooze is taken back with the end and the mark as missed that it took away")
  func snoozeTakesNothing() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let ids = try ["a", "b"].map { try desk.post($0) { $0.expiresAfter = 600 }.id }
    for id in ids {
      try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 9_000), now: $1) }
    }
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[1]])
    #expect(try desk.record("b").missed?.cause == .quiet(.doNotDisturb))
    desk.pass(seconds: 600)
    #expect(try desk.record("b").state == .expired)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
  }

  @Test("of two under one identifier whose times are past by then, one comes back")
  func bothAreOver() throws {
    let desk = try Desk()
    let first = try desk.post("a") { $0.identifier = name("x") }.id
    try desk.perform { try $0.snooze(first, until: $1.wall.advanced(bySeconds: 30), now: $1) }
    let second = try desk.post("b") {
      $0.identifier = name("x")
      $0.trigger = .after(seconds: 5, repeats: false)
    }.id
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    desk.pass(seconds: 3_600)
    #expect(try undone(desk).restored == [second])
    #expect(try desk.badge() == 1)
  }

  @Test("an app hears that it is taken back where it heard of the command: of a reading, and not of a snooze")
  func told() throws {
    let desk = try Desk()
    try desk.perform { engine, now in
      try engine.register([Category(id: item("c"), reportsDismissal: false)], of: mail, by: app, now: now)
    }
    let id = try desk.post("a") { $0.category = item("c") }.id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    #expect(desk.events.map(\.kind).filter { [.read, .restored].contains($0) } == [.read, .restored])
  }

  @Test("a choice that is over by then, or that the person has had forgotten, does not come back")
  func choicesThatAreOver() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, now in
      try engine.setAuthorization(.authorized, of: mail, until: now.wall.advanced(bySeconds: 3_600), now: now)
    }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    desk.pass(seconds: 7_200)
    #expect(try undone(desk).app == mail)
    #expect(try settings(desk).authorization == .notDetermined)
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try undone(desk).app == nil)
  }

  @Test("a setting that was changed once more stays, and the others of that command go back")
  func changedSince() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(banners: false, sounds: false), now: $1) }
    try desk.perform { engine, now in
      let end = now.wall.advanced(bySeconds: 600)
      try engine.change(mail, by: AppSettings(sounds: true), until: end, now: now)
      try engine.change(mail, by: AppSettings(badges: false), now: now)
    }
    for _ in 0..<2 { _ = try desk.perform { try $0.undo(now: $1) } }
    let present = try settings(desk)
    #expect(present.badges && !present.banners && !present.sounds)
    _ = try desk.perform { try $0.undo(now: $1) }
    #expect(try settings(desk).banners)
  }

  @Test("after a day nothing comes back, and of many commands the last hundred")
  func limits() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    desk.pass(seconds: 86_400)
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    for number in 0..<101 {
      try desk.perform { try $0.change(mail, by: AppSettings(banners: number % 2 == 1), now: $1) }
    }
    var count = 0
    while try undone(desk).app != nil { count += 1 }
    #expect(count == 100)
    #expect(try !settings(desk).banners)
  }
}
