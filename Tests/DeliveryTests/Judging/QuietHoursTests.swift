import Delivery
import Guidelines
import NotificationModel
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
  static var quiet: Policy {
    var policy = Desk.allowing
    policy.quietHours = known(WeeklySpans("22:00-07:00"))
    return policy
  }

  private static func at(_ text: String) -> Timestamp { known(Timestamp(rfc3339: text)) }
  private static let night = at("2026-11-20T23:00:00Z")
  private static let morning = at("2026-11-21T07:00:00Z")

  private func desk(_ policy: Policy = quiet, at time: Timestamp = night) throws -> Desk {
    try Desk(policy, at: time)
  }

  private func wake(_ desk: Desk) -> Timestamp? {
    let now = desk.now
    return desk.engine.assumeIsolated { $0.wakes(now: now).wall }
  }

  private func disturb(_ desk: Desk, _ on: Bool, until: Timestamp? = nil) throws {
    try desk.perform { try $0.setDoNotDisturb(on, until: until.map(End.moment), now: $1) }
  }

  @Test("hold until they end, and urgent notifications break through")
  func holds() throws {
    let desk = try desk()
    let receipt = try desk.post("a")
    #expect(receipt.outcome == .held && receipt.until == Self.morning && receipt.unread == 1)
    try desk.post("now") {
      $0.level = .timeSensitive
      $0.relevantDate = Self.night
    }
    // It follows the first one of an app that breaks through.
    let explanation = "Time Sensitive Notifications from “Mail”"
    #expect(desk.alerts == ["now", explanation])
    desk.pass(seconds: 8 * 3_600 - 1)
    #expect(desk.alerts == ["now", explanation])
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["now", explanation, "a"])
    #expect(try desk.explanation("a") == ["held", "released", "shown"])
    #expect(try desk.record("a").until == nil)
  }

  @Test("let through what becomes urgent while it is held, an hour before its time")
  func becomesUrgent() throws {
    let desk = try desk()
    try desk.post("plain")
    let receipt = try desk.post("train") {
      $0.level = .timeSensitive
      $0.relevantDate = Self.night.advanced(bySeconds: 3 * 3_600)
    }
    let urgent = Self.night.advanced(bySeconds: 2 * 3_600)
    #expect(receipt.outcome == .held && receipt.until == urgent)
    #expect(wake(desk) == urgent)
    desk.pass(seconds: 2 * 3_600 - 1)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts.first == "train" && !desk.alerts.contains("plain"))
    let told = try desk.explanation("train")
    #expect(told == ["active", "held", "released", "shown", "timeSensitive"], "\(told)")
    #expect(wake(desk) == Self.morning)
  }

  @Test("ask for no wake-up but when something is held")
  func wakes() throws {
    let desk = try desk()
    #expect(wake(desk) == nil)
    try desk.post("a")
    #expect(wake(desk) == Self.morning)
    try desk.perform { _ = try $0.markRead(nil, now: $1) }
    #expect(wake(desk) == nil)
    let now = desk.now
    // A bar says why it is quiet, and until when.
    #expect(desk.engine.assumeIsolated { $0.wakes(now: now, isWatched: true).wall } == Self.morning)
  }

  @Test("add to Do Not Disturb: the later end counts, and none where the switch has none")
  func both() throws {
    let desk = try desk()
    try desk.post("a")
    try disturb(desk, true)
    #expect(try desk.post("b").until == nil)
    #expect(try desk.record("a").until == nil)
    desk.pass(seconds: 9 * 3_600)
    #expect(desk.shown.isEmpty)
    try disturb(desk, false)
    #expect(desk.alerts == ["a", "b"])
    let other = try self.desk()
    try disturb(other, true, until: Self.morning.advanced(bySeconds: 60))
    #expect(try other.post("a").until == Self.morning.advanced(bySeconds: 60))
    try disturb(other, true, until: Self.night.advanced(bySeconds: 60))
    #expect(try other.record("a").until == Self.morning)
    other.pass(seconds: 60)
    #expect(other.shown.isEmpty)
    other.pass(seconds: 8 * 3_600)
    #expect(other.alerts == ["a"])
  }

  @Test("end by themselves although the daemon was not running then", arguments: [true, false])
  func restart(_ isOver: Bool) throws {
    let desk = try desk()
    for number in 1...5 { try desk.post("\(number)") }
    let time = isOver ? Self.morning : Self.morning.advanced(bySeconds: -1)
    desk.now = Moment(wall: time, uptime: desk.now.uptime)
    try desk.restart()
    #expect(desk.counts == (isOver ? ["5 notifications during quiet hours"] : []))
    desk.pass(seconds: 1)
    #expect(desk.counts == ["5 notifications during quiet hours"])
  }

  @Test("taken out of the configuration release; put in, they hold what comes next")
  func reload() throws {
    let desk = try desk()
    try desk.post("a")
    try desk.perform { engine, _ in engine.adopt(Desk.allowing, rememberedAs: "") }
    #expect(desk.alerts == ["a"])
    try desk.perform { engine, now in
      var policy = QuietHoursTests.quiet
      policy.quietHours = known(WeeklySpans("22:00-23:30"))
      engine.adopt(policy, rememberedAs: "")
    }
    #expect(try desk.post("b").until == Self.night.advanced(bySeconds: 1_800))
    try desk.perform { engine, _ in engine.adopt(QuietHoursTests.quiet, rememberedAs: "") }
    #expect(try desk.record("b").until == Self.morning)
  }

  @Test(
    "last through the night in which the clocks move",
    arguments: [
      ("2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z", Int64(7_200), Int64(3_600), "2026-10-25T01:00:00Z"),
      ("2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z", 3_600, 7_200, "2026-03-29T01:00:00Z"),
    ])
  func movedClocks(_ start: String, _ end: String, _ before: Int64, _ after: Int64, _ change: String) throws {
    let zone = MovedZone(before: before, after: after, change: Self.at(change))
    let desk = try Desk(Self.quiet, zone: zone, at: Self.at(start))
    #expect(try desk.post("a").until == Self.at(end))
    let seconds = (Self.at(end).milliseconds - Self.at(start).milliseconds) / 1_000
    desk.pass(seconds: seconds - 1)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a"])
  }

  struct MovedZone: TimeZoneRules {
    let before: Int64
    let after: Int64
    let change: Timestamp
    func secondsEastOfUTC(at time: Timestamp) -> Int64 { time < change ? before : after }
  }

  @Test("follow the computer into another zone")
  func otherZone() throws {
    let desk = try desk()
    try desk.post("a")
    let west = Zones(local: FixedZone(secondsEastOfUTC: -1_800))
    try desk.perform { engine, _ in engine.zonesChanged(to: west) }
    #expect(try desk.record("a").until == Self.morning.advanced(bySeconds: 1_800))
    let farWest = Zones(local: FixedZone(secondsEastOfUTC: -36_000))
    try desk.perform { engine, _ in engine.zonesChanged(to: farWest) }
    #expect(desk.alerts == ["a"])
  }

  @Test("follow a clock that is put back or forth")
  func clockSteps() throws {
    let desk = try desk()
    try desk.post("a")
    // Noon of the same day: nothing is quiet.
    desk.now = Moment(wall: Desk.noon, uptime: desk.now.uptime)
    desk.run()
    #expect(desk.alerts == ["a"])
    desk.now = Moment(wall: Self.night, uptime: desk.now.uptime)
    try desk.post("b")
    desk.now = Moment(wall: Self.morning, uptime: desk.now.uptime)
    desk.run()
    #expect(desk.alerts == ["a", "b"])
  }

  @Test("what was held is judged again: an app in front, banners switched off, what was read meanwhile")
  func judgedAgain() throws {
    let desk = try desk()
    for title in ["1", "2", "3", "4", "5"] { try desk.post(title) }
    try desk.post(NotificationRequest(app: chat, title: "chat"))
    let read = try desk.record("1").id
    try desk.perform { _ = try $0.markRead([read], now: $1) }
    try desk.perform { try $0.change(chat, by: AppSettings(banners: false), now: $1) }
    desk.pass(seconds: 8 * 3_600)
    #expect(desk.counts == ["4 notifications during quiet hours"])
    #expect(try desk.records(chat).first?.state == .delivered)
    let other = try self.desk()
    for title in ["1", "2", "3", "4", "5"] { try other.post(title) }
    try other.perform { engine, _ in try engine.setForeground(mail, isForeground: true, thread: nil, by: app)
    }
    other.pass(seconds: 8 * 3_600)
    #expect(other.alerts == [])
    #expect(try other.records().allSatisfy { try $0.state == .delivered && other.disk.phase(of: $0) == nil })
    #expect(try other.badge() == 5)
  }

  @Test("keep the question about an app waiting too, and then ask for its wake-up")
  func question() throws {
    var policy = Self.quiet
    policy.defaultAuthorization = .notDetermined
    let desk = try desk(policy)
    try desk.post("a")
    #expect(desk.shown.isEmpty)
    #expect(wake(desk) == Self.morning)
    desk.pass(seconds: 8 * 3_600)
    #expect(desk.subjects == [.consent(mail)])
  }

  @Test("are the person's to choose over the files, until they take that back; a restart forgets neither")
  func chosen() throws {
    let desk = try desk(Desk.allowing)
    let choose = { (text: String?) in
      let spans = text.map { known(WeeklySpans($0)) }
      try desk.perform { try $0.chooseQuietHours(spans, now: $1) }
    }
    try choose("22:00-07:00 Fr;12:00-13:00")
    #expect(try desk.post("a").until == Self.morning)
    try desk.restart()
    let state = try desk.perform { try $0.state(now: $1) }
    #expect(state.quietHours == "22:00-07:00 Fr;12:00-13:00" && state.quietHoursFrom == "person")
    let id = try desk.record("a").id
    #expect(
      try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision.why) }.contains(
        "Quiet hours are on until 07:00 (set by the person; to change it: bellhop quiet-hours)."))
    try desk.perform { engine, _ in engine.adopt(Self.quiet, rememberedAs: "") }
    try choose("")
    #expect(desk.alerts == ["a"])
    #expect(try desk.perform { try $0.state(now: $1) }.quietHours == nil)
    try choose(nil)
    #expect(try desk.post("b").until == Self.morning)
    #expect(try desk.perform { try $0.state(now: $1) }.quietHoursFrom == nil)
  }

  @Test("that an administrator has locked are not the person's to choose")
  func locked() throws {
    let desk = try desk(Desk.allowing)
    try desk.perform { try $0.chooseQuietHours(known(WeeklySpans("22:00-07:00")), now: $1) }
    try desk.perform { engine, _ in
      var policy = Desk.allowing
      policy.overallLocks["Schedule/QuietHours"] = "/etc/bellhop/bellhop.conf"
      engine.adopt(policy, rememberedAs: "")
    }
    #expect(try desk.post("a").outcome == .presented)
    #expect(
      throws: Refusal.locked(nil, setting: "Schedule/QuietHours", by: "/etc/bellhop/bellhop.conf")
    ) { try desk.perform { try $0.chooseQuietHours(nil, now: $1) } }
  }

  @Test("are told by the state, and only while they are on")
  func state() throws {
    let desk = try desk()
    let state = try desk.perform { try $0.state(now: $1) }
    #expect(state.quietHoursUntil == Self.morning && !state.doNotDisturb && state.nextSummary == nil)
    desk.pass(seconds: 8 * 3_600)
    #expect(try desk.perform { try $0.state(now: $1) }.quietHoursUntil == nil)
  }
}
