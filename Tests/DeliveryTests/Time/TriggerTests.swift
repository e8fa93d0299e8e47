import Delivery
import Guidelines
import Locks
import NotificationModel
import Testing
import TimeZones

@Suite("Triggers")
struct TriggerTests {
  @Test("it is judged when its time has come, never early")
  func fires() throws {
    let desk = try Desk()
    let receipt = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }
    #expect(receipt.outcome == .scheduled)
    #expect(receipt.until == Desk.noon.advanced(bySeconds: 60))
    desk.pass(seconds: 59)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a"])
    #expect(try desk.record("a").id == receipt.id)
  }

  @Test("one that was due while the daemon was away is shown at the start")
  func missed() throws {
    let desk = try Desk()
    try desk.post("a") { $0.trigger = .at(Desk.noon.advanced(bySeconds: 60)) }
    desk.now = Moment(wall: Desk.noon.advanced(bySeconds: 3_600), uptime: Uptime(milliseconds: 5))
    try desk.restart()
    #expect(desk.alerts == ["a"])
  }

  @Test("posting a scheduled thing again takes its place, with the new time")
  func replaces() throws {
    let desk = try Desk()
    for seconds in [60, 120] as [Int64] {
      try desk.post("a") {
        $0.identifier = name("x")
        $0.trigger = .after(seconds: seconds, repeats: false)
      }
    }
    desk.pass(seconds: 60)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    #expect(try desk.records().count == 1)
  }

  @Test("without an identifier, what is to come at another time is another thing")
  func twoTimes() throws {
    let desk = try Desk()
    for seconds in [60, 120, 120] as [Int64] {
      try desk.post("Take Your Pill") { $0.trigger = .after(seconds: seconds, repeats: false) }
    }
    #expect(try desk.records().map(\.due) == [60, 120].map { Desk.noon.advanced(bySeconds: $0) })
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["Take Your Pill"])
    try desk.perform { _ = try $0.markRead(nil, now: $1) }
    desk.pass(seconds: 60)
    #expect(desk.alerts.count == 2)
  }

  private func why(_ desk: Desk, _ title: String) throws -> String {
    let id = try desk.record(title).id
    return try desk.perform { engine, _ in
      try engine.explain(id).map(\.decision.why).joined(separator: "\n")
    }
  }

  @Test("what would be over before it is posted is refused, and says when it was over")
  func over() throws {
    let desk = try Desk()
    func post(_ seconds: Int64) throws(Refusal) {
      try desk.post("a") {
        $0.trigger = .at(Desk.noon.advanced(bySeconds: -60))
        $0.expiresAfter = seconds
      }
    }
    #expect(
      throws: Refusal.invalid(
        path: "notification.expiresAfter", reason: "it was over 11:59, before it was posted")
    ) { try post(30) }
    try post(90)
    #expect(desk.alerts == ["a"])
  }

  @Test("a reminder has its moment when it was due, and long past that it breaks through nothing")
  func longPast() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for seconds in [-7_200, -60] as [Int64] {
      try desk.post("\(seconds)") {
        $0.kind = .reminder
        $0.level = .timeSensitive
        $0.trigger = .at(Desk.noon.advanced(bySeconds: seconds))
      }
    }
    #expect(desk.alerts.contains("-60") && !desk.alerts.contains("-7200"))
    #expect(try why(desk, "-7200").contains("more than an hour past"))
  }

  @Test("the relevant date counts from the moment at which the trigger fires")
  func relevantThen() throws {
    let desk = try Desk()
    func post(_ title: String, relevantAfter seconds: Int64) throws {
      try desk.post(title) {
        $0.level = .timeSensitive
        $0.relevantDate = Desk.noon.advanced(bySeconds: seconds)
        $0.trigger = .after(seconds: 7_200, repeats: false)
      }
    }
    try post("soon then", relevantAfter: 7_800)
    try post("too late", relevantAfter: 60)
    let reasons = try ["soon then", "too late"].map { try why(desk, $0) }
    #expect(!reasons[0].contains("relevantDate"))
    #expect(reasons[1].contains("The relevantDate will be more than an hour past when it fires."))
  }

  @Test("what is in the list and what is scheduled are two, until the time has come")
  func joins() throws {
    let desk = try Desk()
    let first = try desk.post("a")
    let second = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }
    #expect(second.id != first.id)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    #expect(try desk.badge() == 1)
    #expect(try desk.records().map(\.state) == [.withdrawn, .delivered])
  }

  @Test("withdrawn before its time, it never comes")
  func withdrawn() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.identifier = name("x")
      $0.trigger = .after(seconds: 60, repeats: false)
    }
    let withdrawn = try desk.perform {
      try $0.withdraw([name("x")], nil, of: mail, by: app, now: $1).withdrawn
    }
    #expect(withdrawn == 1)
    desk.pass(seconds: 120)
    #expect(desk.shown.isEmpty)
  }

  @Test("expiry counts from the moment it is due, also when that is noticed late", arguments: [0, 3_000])
  func expires(late: Int64) throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.trigger = .after(seconds: 60, repeats: false)
      $0.expiresAfter = late + 30
    }
    desk.pass(seconds: 60 + late)
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 30)
    #expect(try desk.record("a").state == .expired)
    #expect(desk.closed.count == 1)
  }

  /// A desk whose computer can lose its time zones, with a series at nine in the morning in Seoul, which is midnight
  /// in UTC.
  private func desk(_ policy: Policy = Desk.allowing) throws -> (Desk, Atlas) {
    let desk = try Desk(policy)
    let atlas = Atlas()
    desk.engine.assumeIsolated { $0.zonesChanged(to: atlas) }
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.kind = .alarm
      $0.trigger = .calendar(CalendarFields(hour: 9, timeZone: "Asia/Seoul"), repeats: true)
    }
    return (desk, atlas)
  }

  private func series(_ desk: Desk) throws -> NotificationRecord {
    try #require(try desk.records().first { $0.request.trigger != nil })
  }

  @Test("a series whose zone is lost is kept, says so, and makes up for what it missed once the zone is back")
  func lostZone() throws {
    let (desk, atlas) = try desk()
    func said() throws -> [String] {
      let id = try series(desk).id
      return try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision.effect) }
    }
    atlas.isLost = true
    desk.pass(seconds: 13 * 3_600)
    #expect(desk.alerts == ["pills"])
    for _ in 0..<3 { desk.pass(seconds: 86_400) }
    #expect(desk.alerts == ["pills"])
    #expect(try said() == ["scheduled", "fired", "waiting"])
    #expect(try series(desk).life.due?.awaitsZone == true)
    atlas.isLost = false
    desk.pass(seconds: 86_400)
    #expect(desk.alerts == ["pills", "pills"])
    #expect(try said() == ["scheduled", "fired", "waiting", "fired"])
    #expect(try series(desk).due?.rfc3339 == "2026-11-26T00:00:00Z")
    #expect(try series(desk).life.due?.awaitsZone == false)
  }

  @Test("a series whose zone is back before it was missed comes at its next time")
  func zoneBack() throws {
    let (desk, atlas) = try desk()
    atlas.isLost = true
    desk.pass(seconds: 18 * 3_600)
    atlas.isLost = false
    desk.engine.assumeIsolated { $0.zonesChanged(to: atlas) }
    desk.run()
    #expect(try series(desk).due?.rfc3339 == "2026-11-22T00:00:00Z")
    #expect(try series(desk).life.due?.awaitsZone == false)
    desk.pass(seconds: 18 * 3_600)
    #expect(desk.alerts == ["pills", "pills"])
  }

  @Test("a series whose zone is lost while it waits for consent is kept too, and does not fire by guess")
  func zoneLostMeanwhile() throws {
    let (desk, atlas) = try desk(Desk.asking)
    atlas.isLost = true
    desk.pass(seconds: 3 * 86_400)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    desk.pass(seconds: 86_400)
    #expect(try desk.records().map(\.state) == [.scheduled])
    #expect(try desk.explanation("pills").last == "waiting")
  }

  @Test("a series without another time is withdrawn, with the reason")
  func lastTime() throws {
    let desk = try Desk(at: known(Timestamp(rfc3339: "9999-12-31T22:00:00Z")))
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.trigger = .calendar(CalendarFields(hour: 23, timeZone: "UTC"), repeats: true)
    }
    desk.pass(seconds: 3_600)
    let id = try desk.records()[0].id
    #expect(try desk.records()[0].state == .withdrawn)
    let reasons = try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision.why) }
    #expect(reasons.last == "There is no further time at which it repeats.")
  }
}

/// The zones of a computer that can lose them.
private final class Atlas: TimeZoneDirectory {
  private let lost = Mutex(false)
  let local: any TimeZoneRules = FixedZone.utc

  var isLost: Bool {
    get { lost.withLock { $0 } }
    set { lost.withLock { $0 = newValue } }
  }

  func zone(named name: String) -> (any TimeZoneRules)? { isLost ? nil : SystemZone(named: name) }
}
