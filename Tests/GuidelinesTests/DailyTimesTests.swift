import Guidelines
import NotificationModel
import Testing

/// A zone whose clocks move once.
struct ChangingZone: TimeZoneRules {
  let before: Int64
  let after: Int64
  let change: Timestamp
  func secondsEastOfUTC(at time: Timestamp) -> Int64 { time < change ? before : after }

  static let berlinInAutumn = ChangingZone(before: 7_200, after: 3_600, change: at("2026-10-25T01:00:00Z"))
  static let berlinInSpring = ChangingZone(before: 3_600, after: 7_200, change: at("2026-03-29T01:00:00Z"))
  /// Leaves out a day: 30 December 2011.
  static let apia = ChangingZone(before: -36_000, after: 50_400, change: at("2011-12-30T10:00:00Z"))
}

func at(_ text: String) -> Timestamp { known(Timestamp(rfc3339: text)) }

struct DailyTimesTests {
  private func span(_ text: String) -> WeeklySpans { known(WeeklySpans(text)) }

  @Test(
    "Quiet hours end once, also past midnight",
    arguments: [
      ("22:00-07:00", "2026-11-20T21:59:59Z", nil),
      ("22:00-07:00", "2026-11-20T22:00:00Z", "2026-11-21T07:00:00Z"),
      ("22:00-07:00", "2026-11-21T06:59:59Z", "2026-11-21T07:00:00Z"),
      ("22:00-07:00", "2026-11-21T07:00:00Z", nil),
      ("12:00-13:30", "2026-11-20T12:30:00Z", "2026-11-20T13:30:00Z"),
      ("12:00-13:30", "2026-11-20T11:59:00Z", nil),
      ("00:00-23:59", "2026-11-20T23:58:59Z", "2026-11-20T23:59:00Z"),
      ("00:00-23:59", "2026-11-20T23:59:00Z", nil),
      ("12:01-12:00", "2026-11-20T12:00:30Z", nil),
      ("12:01-12:00", "2026-11-20T12:01:00Z", "2026-11-21T12:00:00Z"),
    ] as [(String, String, String?)])
  func inUTC(_ text: String, _ now: String, _ end: String?) {
    #expect(span(text).end(at: at(now), in: FixedZone.utc) == end.map(at))
  }

  @Test(
    "In the nights in which the clocks move they end once, and a time that never comes is the end of the gap",
    arguments: [
      // 22:00 in summer to 07:00 in winter, ten hours.
      ("22:00-07:00", ChangingZone.berlinInAutumn, "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),
      ("22:00-07:00", .berlinInSpring, "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"),
      // 02:30 is shown twice: the first counts, and the second begins nothing.
      ("22:00-02:30", .berlinInAutumn, "2026-10-25T00:29:59Z", "2026-10-25T00:30:00Z"),
      ("22:00-02:30", .berlinInAutumn, "2026-10-25T01:10:00Z", nil),
      // 02:30 is never shown.
      ("22:00-02:30", .berlinInSpring, "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"),
      ("02:10-02:50", .berlinInSpring, "2026-03-29T01:00:00Z", nil),
      // The 29th at 22:00 to the 30th at 07:00, which was no day; at its end the 30th's own begin.
      ("22:00-07:00", .apia, "2011-12-30T09:00:00Z", "2011-12-30T17:00:00Z"),
    ] as [(String, ChangingZone, String, String?)])
  func moving(_ text: String, _ zone: ChangingZone, _ now: String, _ end: String?) {
    #expect(span(text).end(at: at(now), in: zone) == end.map(at))
  }

  @Test(
    "A day is that on which a span begins, and spans that overlap or adjoin end once",
    arguments: [
      // 20 November 2026 is a Friday.
      ("22:00-07:00 Mo-Fr", "2026-11-21T03:00:00Z", "2026-11-21T07:00:00Z"),
      ("22:00-07:00 Mo-Fr", "2026-11-21T23:00:00Z", nil), ("22:00-07:00 Mo-Fr", "2026-11-23T06:00:00Z", nil),
      ("22:00-07:00 Mo-Fr;12:00-13:00", "2026-11-21T12:30:00Z", "2026-11-21T13:00:00Z"),
      ("22:00-02:00;01:00-07:00", "2026-11-20T23:00:00Z", "2026-11-21T07:00:00Z"),
      ("22:00-02:00;02:00-07:00", "2026-11-20T23:00:00Z", "2026-11-21T07:00:00Z"),
      ("08:00-20:00;09:00-10:00", "2026-11-20T08:30:00Z", "2026-11-20T20:00:00Z"),
      ("00:00-12:00 Sa,Su;12:00-00:00 Fr,Sa", "2026-11-20T23:00:00Z", "2026-11-22T12:00:00Z"),
    ] as [(String, String, String?)])
  func weekdays(_ text: String, _ now: String, _ end: String?) {
    #expect(span(text).end(at: at(now), in: FixedZone.utc) == end.map(at))
  }

  @Test("A span that the clocks leave out on its one day of the week begins a week later")
  func leftOut() {
    // In Berlin, 02:10 to 02:50 of Sunday 29 March 2026 never come.
    let sundays = span("02:10-02:50 Su")
    for now in ["2026-03-23T12:00:00Z", "2026-03-28T12:00:00Z"] {
      #expect(sundays.start(after: at(now), in: ChangingZone.berlinInSpring) == at("2026-04-05T00:10:00Z"))
    }
    #expect(WeeklySpans().start(after: noon, in: FixedZone.utc) == nil)
  }

  @Test("The next summary is the first of its times that is yet to come, tomorrow's too")
  func summary() {
    let times = known(WeeklyTimes("08:00;18:00"))
    let next = { (now: String, zone: any TimeZoneRules) in times.next(after: at(now), in: zone) }
    #expect(next("2026-11-20T07:59:59Z", FixedZone.utc) == at("2026-11-20T08:00:00Z"))
    #expect(next("2026-11-20T08:00:00Z", FixedZone.utc) == at("2026-11-20T18:00:00Z"))
    #expect(next("2026-11-20T18:00:00Z", FixedZone.utc) == at("2026-11-21T08:00:00Z"))
    #expect(next("2026-10-24T20:00:00Z", ChangingZone.berlinInAutumn) == at("2026-10-25T07:00:00Z"))
    #expect(next("2011-12-30T09:00:00Z", ChangingZone.apia) == at("2011-12-30T10:00:00Z"))
    #expect(WeeklyTimes().next(after: noon, in: FixedZone.utc) == nil)
  }

  @Test("A summary of some days of the week comes on those")
  func summaryOfWeekdays() {
    // 20 November 2026 is a Friday.
    let times = known(WeeklyTimes("08:00 Mo-Fr;10:00 Su"))
    let next = { (now: String) in times.next(after: at(now), in: FixedZone.utc) }
    #expect(next("2026-11-20T08:00:00Z") == at("2026-11-22T10:00:00Z"))
    #expect(next("2026-11-22T10:00:00Z") == at("2026-11-23T08:00:00Z"))
    let mondays = known(WeeklyTimes("08:00 Mo"))
    #expect(mondays.next(after: at("2026-11-23T08:00:00Z"), in: FixedZone.utc) == at("2026-11-30T08:00:00Z"))
  }

  @Test("Quarter by quarter, a year of nights is quiet exactly where the clocks show it")
  func everyQuarter() {
    let zone = FixedZone(secondsEastOfUTC: 20_700)
    let span = span("22:15-06:45")
    for quarter in Int64(0)..<(365 * 96) {
      let now = noon.advanced(bySeconds: quarter * 900)
      let minute = zone.civil(at: now).secondOfDay / 60
      let isQuiet = minute >= 22 * 60 + 15 || minute < 6 * 60 + 45
      #expect((span.end(at: now, in: zone) != nil) == isQuiet)
      if let start = span.start(after: now, in: zone) {
        #expect(start > now && TimeOfDay(zone.civil(at: start)).text == "22:15")
      }
    }
  }
}
