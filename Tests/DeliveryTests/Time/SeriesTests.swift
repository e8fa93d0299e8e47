import Delivery
import Guidelines
import NotificationModel
import Testing

/// Triggers that fire more than once. The clock starts at noon on 20 November 2026, a Friday, in UTC.
@Suite("Series")
struct SeriesTests {
  private let daily = Trigger.calendar(CalendarFields(hour: 9, timeZone: "UTC"), repeats: true)
  private let day: Int64 = 86_400
  /// From the start to the first nine o'clock.
  private let untilNine: Int64 = 21 * 3_600

  private func desk(_ change: (inout NotificationRequest) -> Void = { _ in }) throws -> Desk {
    let desk = try Desk()
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.trigger = daily
      change(&$0)
    }
    return desk
  }

  private func series(_ desk: Desk) throws -> NotificationRecord {
    try #require(try desk.records().first { $0.request.trigger != nil })
  }

  private func effects(_ id: NotificationID, _ desk: Desk) throws -> [String] {
    try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision.effect) }
  }

  @Test("it stays scheduled, and each time is an entry of its own once the last is read")
  func repeats() throws {
    let desk = try desk()
    desk.pass(seconds: untilNine - 1)
    #expect(desk.shown.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["pills"])
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
    #expect(try series(desk).due == desk.now.wall.advanced(bySeconds: day))
    try desk.press("pills")
    desk.pass(seconds: day)
    #expect(desk.alerts == ["pills", "pills"])
    #expect(try desk.records().map(\.state) == [.scheduled, .read, .delivered])
    #expect(try desk.badge() == 1)
  }

  @Test("an unread occurrence takes the next one in, without a second alert")
  func coalesces() throws {
    let desk = try desk()
    for _ in 0..<3 { desk.pass(seconds: day) }
    #expect(desk.alerts == ["pills"])
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
    #expect(try desk.record("pills").repeats == 2)
    #expect(try desk.badge() == 1)
  }

  @Test(
    "an alarm and a reminder call each time, as one entry, and say why", arguments: [Kind.alarm, .reminder])
  func calls(_ kind: Kind) throws {
    let desk = try desk { $0.kind = kind }
    for _ in 0..<3 { desk.pass(seconds: day) }
    #expect(desk.alerts == ["pills", "pills", "pills"])
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
    #expect(try desk.badge() == 1)
    #expect(try desk.explanation("pills").count { $0 == "replaced" } == 2)
  }

  @Test(
    "an alarm and a reminder that say silently call once, as long as nobody has answered",
    arguments: [Kind.alarm, .reminder])
  func callsSilently(_ kind: Kind) throws {
    let desk = try desk {
      $0.kind = kind
      $0.silently = true
    }
    for _ in 0..<3 { desk.pass(seconds: day) }
    #expect(desk.alerts == ["pills"])
    try desk.press("pills")
    desk.pass(seconds: day)
    #expect(desk.alerts == ["pills", "pills"])
  }

  @Test("posting a reminder again by hand calls again, and leaves the series as it is")
  func byHand() throws {
    let desk = try desk { $0.kind = .reminder }
    desk.pass(seconds: untilNine)
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.kind = .reminder
    }
    #expect(desk.alerts == ["pills", "pills"])
    #expect(try series(desk).state == .scheduled)
  }

  @Test("each occurrence expires by itself, and the series never")
  func expires() throws {
    let desk = try desk { $0.expiresAfter = 3_600 }
    desk.pass(seconds: untilNine)
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 3_600)
    #expect(try desk.badge() == 0)
    #expect(try desk.records().map(\.state) == [.scheduled, .expired])
    desk.pass(seconds: day - 3_600)
    #expect(desk.alerts == ["pills", "pills"])
    #expect(desk.events.map(\.kind).count { $0 == .expired } == 1)
  }

  @Test("taken back by identifier or by number it is over; by the number of an occurrence it is not")
  func withdrawn() throws {
    let take: [(Desk) throws -> ([OpaqueName]?, [NotificationID]?, Bool)] = [
      { _ in ([name("pills")], nil, true) }, { (nil, [try series($0).id], true) },
      { (nil, [try $0.record("pills").id], false) },
    ]
    for choose in take {
      let desk = try desk()
      desk.pass(seconds: untilNine)
      let (identifiers, ids, isOver) = try choose(desk)
      _ = try desk.perform { try $0.withdraw(identifiers, ids, of: mail, by: app, now: $1) }
      desk.forgetShown()
      desk.pass(seconds: day)
      #expect(desk.alerts.isEmpty == isOver)
    }
  }

  @Test(
    "dismissing or reading an occurrence does not end it, reading it once more leaves one out; denying the app does"
  )
  func ends() throws {
    let desk = try desk()
    desk.pass(seconds: untilNine)
    let id = try desk.record("pills").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    desk.pass(seconds: day)
    _ = try desk.perform { try $0.markRead([name("pills")], nil, of: mail, by: app, now: $1) }
    desk.pass(seconds: day)
    #expect(desk.alerts.count == 3)
    for _ in 0..<2 {
      _ = try desk.perform { try $0.markRead([name("pills")], nil, of: mail, by: app, now: $1) }
    }
    desk.pass(seconds: day)
    #expect(desk.alerts.count == 3)
    desk.pass(seconds: day)
    #expect(desk.alerts.count == 4)
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    desk.pass(seconds: 10 * day)
    #expect(desk.alerts.count == 4)
    #expect(try desk.records().allSatisfy { $0.state != .scheduled })
  }

  @Test("256 are scheduled for an app, a series being one of them; one more is refused and leaves nothing")
  func quota() throws {
    for policy in [Desk.allowing, Desk.asking] {
      let desk = try Desk(policy)
      func post(_ number: Int) throws(Refusal) {
        try desk.post("\(number)") {
          $0.trigger = number % 2 == 0 ? daily : .after(seconds: 60, repeats: false)
        }
      }
      for number in 0..<256 { try post(number) }
      #expect(throws: Refusal.quotaExceeded(quota: "scheduled", limit: 256, retryAfterMilliseconds: nil)) {
        try post(256)
      }
      #expect(try desk.records().count == 256)
    }
  }

  @Test("an occurrence that was missed comes once, late, and the rest of those missed never")
  func missed() throws {
    let desk = try desk()
    desk.now = Moment(
      wall: Desk.noon.advanced(bySeconds: untilNine + 3 * day + 7_200), uptime: Uptime(milliseconds: 5))
    try desk.restart()
    #expect(desk.alerts == ["pills"])
    #expect(try desk.explanation("pills").contains("late"))
    #expect(try series(desk).life.due?.fired == Desk.noon.advanced(bySeconds: untilNine + 3 * day))
    try desk.press("pills")
    desk.pass(seconds: day - 7_201)
    #expect(desk.alerts == ["pills"])
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["pills", "pills"])
    #expect(try desk.explanation("pills").contains("late") == false)
  }

  @Test("the last one missed is shown only while it has not expired")
  func missedAndExpired() throws {
    for (hoursLate, isShown) in [(1, true), (3, false)] as [(Int64, Bool)] {
      let desk = try desk { $0.expiresAfter = 7_200 }
      desk.pass(seconds: untilNine + 3 * day + hoursLate * 3_600)
      #expect(desk.alerts.isEmpty != isShown)
      #expect(try effects(try series(desk).id, desk).contains("expired") != isShown)
      desk.pass(seconds: 3_600)
      #expect(try desk.badge() == 0)
    }
  }

  @Test("every so many seconds keep their beat, and what was missed comes once")
  func beat() throws {
    let desk = try Desk()
    try desk.post("tick") { $0.trigger = .after(seconds: 600, repeats: true) }
    var expected: [String] = []
    for wait in [600, 600, 3_599, 1] as [Int64] {
      desk.pass(seconds: wait)
      expected.append("tick")
      #expect(desk.alerts == expected)
      try desk.press("tick")
    }
    #expect(try series(desk).due == desk.now.wall.advanced(bySeconds: 600))
  }

  @Test("a calendar trigger that does not repeat fires once")
  func once() throws {
    let desk = try Desk()
    try desk.post("a") { $0.trigger = .calendar(CalendarFields(hour: 9, timeZone: "UTC"), repeats: false) }
    desk.pass(seconds: untilNine)
    try desk.press("a")
    desk.pass(seconds: 10 * day)
    #expect(desk.alerts == ["a"])
    #expect(try desk.records().map(\.state) == [.read])
  }

  @Test("an occurrence and the next due are one: when the disk is full neither is, and later both are, once")
  func atomic() throws {
    let desk = try desk { $0.kind = .alarm }
    desk.disk.fails = true
    desk.pass(seconds: untilNine)
    #expect(desk.shown.isEmpty)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["pills"])
    try desk.restart()
    desk.pass(seconds: 1)
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
    #expect(try desk.explanation("pills").count { $0 == "fired" } == 1)
  }

  @Test("an occurrence put off by the person is not the series: posting that again leaves both")
  func snoozed() throws {
    let desk = try desk()
    desk.pass(seconds: untilNine)
    let id = try desk.record("pills").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    try desk.post("pills") {
      $0.identifier = name("pills")
      $0.trigger = daily
    }
    #expect(try desk.records().count == 2)
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["pills", "pills"])
    desk.pass(seconds: day)
    #expect(try desk.records().count == 2)
    #expect(try desk.record("pills").repeats == 1)
  }

  @Test("until its app is allowed it waits as a whole; what it missed is not made up for")
  func consent() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("pills") { $0.trigger = daily }
    desk.pass(seconds: 3 * day)
    #expect(try desk.records().map(\.state) == [.awaitingConsent])
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(try desk.records().map(\.state) == [.scheduled])
    desk.forgetShown()
    desk.pass(seconds: untilNine)
    #expect(desk.alerts == ["pills"])
  }

  @Test(
    "while its app is asked about again, each time waits for consent, within the room for that",
    arguments: [false, true])
  func askedAgain(_ fails: Bool) throws {
    let desk = try desk()
    var policy = Desk.asking
    policy.limits.unreadPerApp = 1
    try desk.perform { [policy] engine, _ in engine.adopt(policy, rememberedAs: "") }
    if fails { try desk.post("other") }
    desk.pass(seconds: untilNine)
    #expect(try desk.records().map(\.state) == [.scheduled, .awaitingConsent])
    #expect(try effects(try series(desk).id, desk).last == (fails ? "dropped" : "fired"))
  }

  @Test("what it brings is judged like any other: held in Do Not Disturb, and bounded by the unread")
  func judged() throws {
    let desk = try desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    desk.pass(seconds: untilNine)
    #expect(try desk.record("pills").state == .held)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["pills"])

    var policy = Desk.allowing
    policy.limits.unreadPerApp = 3
    let full = try Desk(policy)
    try full.post("from") {
      $0.sender = Sender(name: "Ada")
      $0.trigger = .after(seconds: 60, repeats: true)
    }
    for _ in 0..<10 { full.pass(seconds: 60) }
    #expect(try full.badge() == 3)
    #expect(try effects(try series(full).id, full).contains("dropped"))
  }

  @Test("fields that never match, and a zone that is unknown, are refused by name and without the value")
  func refused() throws {
    let desk = try Desk()
    for (fields, path) in [
      (CalendarFields(day: 30, month: 2), "notification.trigger.calendar"),
      (CalendarFields(hour: 9, timeZone: "Mars/Olympus"), "notification.trigger.calendar.timeZone"),
    ] {
      do throws(Refusal) {
        try desk.post("a") { $0.trigger = .calendar(fields, repeats: true) }
        Issue.record("\(path) was accepted")
      } catch {
        guard case .invalid(path, let reason) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!reason.contains("Mars"))
      }
    }
    #expect(try desk.records().isEmpty)
  }
}
