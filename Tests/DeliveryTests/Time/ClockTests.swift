import Delivery
import Guidelines
import NotificationModel
import TestSupport
import Testing
import TimeZones

/// Zones of the system, with the computer in one of them.
struct Abroad: TimeZoneDirectory {
  private let system = SystemZones.utc
  let local: any TimeZoneRules
  init(_ name: String) { local = known(SystemZone(named: name)) }
  func zone(named name: String) -> (any TimeZoneRules)? { system.zone(named: name) }
}

/// Clocks that jump, and zones that change, under triggers. It is noon on 20 November 2026 in UTC at the start.
@Suite("Clock")
struct ClockTests {
  private let hour: Int64 = 3_600
  private let day: Int64 = 86_400

  private func post(
    _ desk: Desk, _ trigger: Trigger, kind: Kind? = .alarm,
    _ change: (inout NotificationRequest) -> Void = { _ in }
  ) throws {
    try desk.post("a") {
      $0.identifier = name("a")
      $0.kind = kind
      $0.trigger = trigger
      change(&$0)
    }
  }

  private func at(_ hour: Int, zone: String? = "UTC") -> Trigger {
    .calendar(CalendarFields(hour: hour, timeZone: zone), repeats: true)
  }

  /// The person sets the clock; the machine goes on.
  private func set(_ desk: Desk, by seconds: Int64) {
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: seconds),
      uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
    desk.run()
  }

  private func move(_ desk: Desk, to zone: String) {
    desk.engine.assumeIsolated { $0.zonesChanged(to: Abroad(zone)) }
    desk.run()
  }

  private func due(_ desk: Desk) throws -> String? {
    try desk.records().first { $0.request.trigger != nil }?.due?.rfc3339
  }

  @Test("set back over an occurrence, the clock does not bring it twice")
  func back() throws {
    let desk = try Desk()
    try post(desk, at(13))
    desk.pass(seconds: hour)
    set(desk, by: -2 * hour)
    desk.pass(seconds: 3 * hour)
    #expect(desk.alerts.count == 1)
    #expect(try due(desk) == "2026-11-21T13:00:00Z")
    desk.pass(seconds: day)
    #expect(desk.alerts.count == 2)
  }

  @Test("set back, a trigger with a time waits for that time")
  func waits() throws {
    let desk = try Desk()
    try post(desk, .at(Desk.noon.advanced(bySeconds: hour)))
    desk.pass(seconds: hour - 1)
    set(desk, by: -hour)
    desk.pass(seconds: hour)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 2)
    #expect(desk.alerts.count == 1)
  }

  @Test(
    "set back by years, seconds go on from there, and fields match the next time", arguments: [true, false])
  func years(restarts: Bool) throws {
    let desk = try Desk()
    for (title, trigger) in [
      ("once", .after(seconds: 600, repeats: false)), ("again", .after(seconds: 600, repeats: true)),
      ("daily", at(14)),
    ] as [(String, Trigger)] { try desk.post(title) { $0.trigger = trigger } }
    let back = desk.now.wall.advanced(bySeconds: -3 * 365 * day)
    desk.now = Moment(wall: back, uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
    if restarts { try desk.restart() } else { desk.run() }
    desk.pass(seconds: 598)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts.sorted() == ["again", "once"])
    desk.pass(seconds: 2 * hour)
    #expect(desk.alerts.contains("daily"))
    #expect(try desk.explanation("once").contains("rescheduled"))
  }

  @Test("set forward over several, the clock brings one, late")
  func forward() throws {
    let desk = try Desk()
    try post(desk, at(13))
    set(desk, by: 10 * 365 * day)
    #expect(desk.alerts.count == 1)
    #expect(try desk.explanation("a").contains("late"))
    desk.pass(seconds: day)
    #expect(desk.alerts.count == 2)
  }

  @Test("time spent suspended counts, and what was missed in it comes once")
  func suspended() throws {
    let desk = try Desk()
    try post(desk, .after(seconds: 600, repeats: true))
    desk.pass(seconds: 8 * hour)
    #expect(desk.alerts.count == 1)
    desk.pass(seconds: 600)
    #expect(desk.alerts.count == 2)
  }

  @Test(
    "in the night when clocks change each occurrence comes once",
    arguments: [
      ("Europe/Berlin", "2026-03-28T12:00:00Z", 2, 30, "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
      ("Europe/Berlin", "2026-10-24T12:00:00Z", 2, 30, "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
      ("Australia/Lord_Howe", "2026-10-03T10:00:00Z", 2, 15, "2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"),
      ("Australia/Lord_Howe", "2026-04-04T10:00:00Z", 1, 45, "2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"),
      ("America/Santiago", "2026-09-05T12:00:00Z", 0, 0, "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"),
      ("Pacific/Apia", "2011-12-29T12:00:00Z", 9, 0, "2011-12-29T19:00:00Z", "2011-12-30T10:00:00Z"),
    ])
  func transitions(
    _ zone: String, _ start: String, _ hour: Int, _ minute: Int, _ first: String, _ second: String
  ) throws {
    let desk = try Desk()
    desk.now = Moment(wall: known(Timestamp(rfc3339: start)), uptime: desk.now.uptime)
    desk.run()
    try post(desk, .calendar(CalendarFields(minute: minute, hour: hour, timeZone: zone), repeats: true))
    var times: [String] = []
    while times.count < 2 {
      let due = try #require(try due(desk))
      let wait = known(Timestamp(rfc3339: due)).milliseconds / 1_000 - desk.now.wall.milliseconds / 1_000
      try #require(wait > 0)
      desk.pass(seconds: wait - 1)
      #expect(desk.alerts.count == times.count)
      desk.pass(seconds: 1)
      times.append(due)
      #expect(desk.alerts.count == times.count)
    }
    #expect(times == [first, second])
  }

  @Test("in another zone nine o'clock is that zone's, and a zone that was named stays")
  func travels() throws {
    let desk = try Desk()
    move(desk, to: "Europe/Berlin")
    try post(desk, at(9, zone: nil))
    try desk.post("fixed") { $0.trigger = at(9, zone: "Asia/Seoul") }
    #expect(try due(desk) == "2026-11-21T08:00:00Z")
    move(desk, to: "America/New_York")
    #expect(try due(desk) == "2026-11-20T14:00:00Z")
    #expect(try desk.record("fixed").due?.rfc3339 == "2026-11-21T00:00:00Z")
    #expect(try desk.explanation("a").contains("rescheduled"))
    desk.pass(seconds: 2 * hour - 1)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a"])
  }

  @Test("the wake-up follows the zone, and a zone that could not be stored at first is stored in the end")
  func wakes() throws {
    let desk = try Desk()
    try post(desk, at(9, zone: nil))
    desk.disk.fails = true
    move(desk, to: "Asia/Seoul")
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try due(desk) == "2026-11-21T00:00:00Z")
    let wakes = try desk.perform { $0.wakes(now: $1) }
    #expect(wakes.wall?.rfc3339 == "2026-11-21T00:00:00Z")
  }

  @Test(
    "whatever the clock does, no occurrence comes twice or early, and nothing goes on for ever",
    arguments: 0..<40)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let desk = try Desk()
    for (title, trigger) in [
      ("hourly", .calendar(CalendarFields(minute: 30), repeats: true)), ("daily", at(9, zone: nil)),
      ("monthly", .calendar(CalendarFields(hour: 2, day: 31), repeats: true)),
      ("tick", .after(seconds: 600, repeats: true)),
    ] as [(String, Trigger)] {
      try desk.post(title) {
        $0.identifier = name(title)
        $0.kind = .alarm
        $0.trigger = trigger
      }
    }
    var fired: [String: Timestamp] = [:]
    /// Those of a clock that was not found wrong since.
    var believed: [String: Timestamp] = [:]
    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: set(desk, by: .random(in: -hour...hour, using: &random))
      case 1:
        let step = Int64.random(in: -40 * day...40 * day, using: &random)
        // The clock was wrong, so occurrences by it may come again.
        if step < -26 * hour { believed = [:] }
        set(desk, by: step)
      case 2:
        move(
          desk,
          to: try #require(["Europe/Berlin", "Asia/Seoul", "America/New_York"].randomElement(using: &random)))
      case 3: try desk.restart()
      default: desk.pass(seconds: .random(in: 1...2 * day, using: &random))
      }
      // A trigger made due by a step fires with the next transaction, a tenth of a second later.
      desk.run()
      for record in try desk.records() where record.request.trigger != nil {
        let title = record.request.title ?? ""
        if let last = record.life.due?.fired, last != fired[title] {
          // A beat of seconds begins anew where the clock is set back; it has no times of its own.
          #expect(title == "tick" || last > believed[title] ?? Timestamp(milliseconds: 0))
          #expect(last <= desk.now.wall)
          fired[title] = last
          believed[title] = last
        }
        #expect(try #require(record.due) > desk.now.wall)
      }
    }
    #expect(fired["hourly"] != nil)
  }
}
