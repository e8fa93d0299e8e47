import Delivery
import NotificationModel
import Testing

/// The person's clock is set while something waits by it. It is noon on 20 November 2026 in UTC at the start.
@Suite("Steps of the clock")
struct ClockStepTests {
  private let hour: Int64 = 3_600
  private let years: Int64 = 4 * 365 * 86_400
  private let thirteen = Trigger.calendar(CalendarFields(hour: 13, timeZone: "UTC"), repeats: true)

  /// The person sets the clock; the machine goes on for a second.
  private func move(_ desk: Desk, by seconds: Int64) {
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: seconds),
      uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
  }

  private func set(_ desk: Desk, by seconds: Int64) {
    move(desk, by: seconds)
    desk.run()
  }

  private func dueOfSeries(_ desk: Desk) throws -> String? {
    try desk.records().first { $0.request.trigger != nil }?.due?.rfc3339
  }

  @Test(
    "a series is not silent for the years by which the clock was ahead, be the daemon running or not",
    arguments: [false, true])
  func ahead(restarts: Bool) throws {
    let desk = try Desk()
    try desk.post("pills") { $0.trigger = thirteen }
    set(desk, by: years)
    #expect(desk.alerts == ["pills"])
    move(desk, by: -years)
    if restarts { try desk.restart() }
    desk.run()
    #expect(try dueOfSeries(desk) == "2026-11-20T13:00:00Z")
  }

  @Test("a series that is posted again by another trigger does not wait for what came by the first")
  func anotherTrigger() throws {
    let desk = try Desk()
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.trigger = thirteen
    }
    desk.pass(seconds: hour)
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.trigger = .calendar(CalendarFields(minute: 30), repeats: true)
    }
    set(desk, by: -hour)
    #expect(try dueOfSeries(desk) == "2026-11-20T12:30:00Z")
  }

  @Test("a series whose clock was set back does not bring back what a newer post has replaced")
  func overtaken() throws {
    let desk = try Desk(Desk.allowing)
    set(desk, by: 600)
    try desk.post("New") { $0.identifier = name("tea") }
    set(desk, by: -600)
    try desk.post("Series") {
      $0.identifier = name("tea")
      $0.trigger = .calendar(CalendarFields(minute: 5, timeZone: "UTC"), repeats: true)
    }
    desk.pass(seconds: 400)
    #expect(try desk.records().filter(\.unread).map(\.request.title) == ["New"])
  }

  @Test(
    "seconds pass as they do, however the clock is set meanwhile",
    arguments: [Int64(3_600), -3_600, 250, -250])
  func seconds(step: Int64) throws {
    let desk = try Desk()
    try desk.post("tea") {
      $0.trigger = .after(seconds: 600, repeats: false)
      $0.expiresAfter = 60
    }
    desk.pass(seconds: 299)
    set(desk, by: step + 1)
    desk.pass(seconds: 299)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["tea"])
    #expect(try desk.explanation("tea").contains("rescheduled"))
    #expect(try !desk.explanation("tea").contains("late"))
    desk.pass(seconds: 60)
    #expect(try desk.record("tea").state == .expired)
  }

  @Test(
    "what is posted first after the clock was set is counted from then, also where that turn fails at first")
  func postedAfter() throws {
    for step in [2 * hour, -2 * hour] {
      for fails in [false, true] {
        let desk = try Desk()
        desk.run()
        move(desk, by: step)
        if fails {
          desk.disk.fails = true
          desk.run()
          desk.disk.fails = false
        }
        try desk.post("tea") { $0.trigger = .after(seconds: 600, repeats: false) }
        desk.pass(seconds: 599)
        #expect(desk.alerts.isEmpty)
        desk.pass(seconds: 1)
        #expect(desk.alerts == ["tea"])
      }
    }
  }

  @Test(
    "what was put off, and Do Not Disturb, end in time where the clock was ahead by years when they were begun"
  )
  func personal() throws {
    let desk = try Desk(at: Desk.noon.advanced(bySeconds: years))
    let id = try desk.post("a").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    try desk.perform { try $0.setDoNotDisturb(true, until: $1.wall.advanced(bySeconds: 300), now: $1) }
    set(desk, by: -years)
    #expect(try desk.perform { try $0.state(now: $1).doNotDisturb })
    desk.pass(seconds: 300)
    #expect(try !desk.perform { try $0.state(now: $1).doNotDisturb })
    desk.pass(seconds: 300)
    #expect(desk.alerts == ["a", "a"])
  }

  @Test("set back by an hour, it does not move the times that the person said")
  func said() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    let end = desk.now.wall.advanced(bySeconds: 600)
    try desk.perform { try $0.snooze(id, until: end, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(true, until: end, now: $1) }
    set(desk, by: -hour)
    #expect(try desk.record("a").due == end)
    #expect(try desk.perform { try $0.state(now: $1).doNotDisturbUntil } == end)
  }
}
