import Guidelines
import NotificationModel
import Testing

/// New York's rules of 2026 and 2027, without a database.
struct NewYork: TimeZoneRules {
  private static let changes = [
    ("2026-03-08T07:00:00Z", -4), ("2026-11-01T06:00:00Z", -5), ("2027-03-14T07:00:00Z", -4),
    ("2027-11-07T06:00:00Z", -5),
  ]
  func secondsEastOfUTC(at time: Timestamp) -> Int64 {
    let last = Self.changes.last { known(Timestamp(rfc3339: $0.0)) <= time }
    return Int64(last?.1 ?? -5) * 3_600
  }
}

struct OccurrencesTests {
  private typealias Fields = CalendarFields

  private static func next(
    _ fields: CalendarFields, after text: String, count: Int = 1, in zone: any TimeZoneRules = FixedZone.utc
  ) -> [String] {
    var time = known(Timestamp(rfc3339: text))
    var found: [String] = []
    while found.count < count, let next = Occurrences(of: fields, in: zone).next(after: time) {
      found.append(next.rfc3339)
      time = next
    }
    return found
  }

  @Test(
    "What is not given is free where it is larger than the largest given, and the first where it is smaller",
    arguments: [
      (Fields(hour: 9), ["2026-11-20T09:00:00Z", "2026-11-21T09:00:00Z"]),
      (Fields(minute: 30), ["2026-11-19T23:30:00Z", "2026-11-20T00:30:00Z"]),
      (Fields(minute: 0), ["2026-11-20T00:00:00Z", "2026-11-20T01:00:00Z"]),
      (Fields(minute: 15, hour: 9), ["2026-11-20T09:15:00Z", "2026-11-21T09:15:00Z"]),
      (Fields(weekday: 1), ["2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"]),
      (Fields(hour: 8, weekday: 7), ["2026-11-22T08:00:00Z", "2026-11-29T08:00:00Z"]),
      (Fields(minute: 5, weekday: 7), ["2026-11-22T00:05:00Z", "2026-11-29T00:05:00Z"]),
      (Fields(day: 31), ["2026-12-31T00:00:00Z", "2027-01-31T00:00:00Z", "2027-03-31T00:00:00Z"]),
      (
        Fields(day: 30),
        ["2026-11-30T00:00:00Z", "2026-12-30T00:00:00Z", "2027-01-30T00:00:00Z", "2027-03-30T00:00:00Z"]
      ),
      (Fields(month: 3), ["2027-03-01T00:00:00Z", "2028-03-01T00:00:00Z"]),
      (Fields(hour: 7, month: 3), ["2027-03-01T07:00:00Z", "2028-03-01T07:00:00Z"]),
      (Fields(day: 24, month: 12), ["2026-12-24T00:00:00Z", "2027-12-24T00:00:00Z"]),
      (Fields(day: 29, month: 2), ["2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"]),
      (Fields(month: 12, weekday: 3), ["2026-12-02T00:00:00Z", "2026-12-09T00:00:00Z"]),
      (Fields(day: 13, weekday: 5), ["2027-08-13T00:00:00Z", "2028-10-13T00:00:00Z"]),
      (
        Fields(day: 29, month: 2, weekday: 1),
        ["2044-02-29T00:00:00Z", "2072-02-29T00:00:00Z", "2112-02-29T00:00:00Z"]
      ),
    ])
  func fields(_ fields: CalendarFields, _ expected: [String]) {
    #expect(Self.next(fields, after: "2026-11-19T23:29:59.999Z", count: expected.count) == expected)
  }

  @Test("The next one is later than the moment asked about, by a millisecond at least")
  func strictly() {
    #expect(Self.next(Fields(hour: 9), after: "2026-11-20T08:59:59.999Z") == ["2026-11-20T09:00:00Z"])
    #expect(Self.next(Fields(hour: 9), after: "2026-11-20T09:00:00Z") == ["2026-11-21T09:00:00Z"])
    #expect(Self.next(Fields(minute: 0), after: "2026-11-20T09:00:00Z") == ["2026-11-20T10:00:00Z"])
    #expect(Self.next(Fields(minute: 0), after: "2026-11-20T09:00:00.001Z") == ["2026-11-20T10:00:00Z"])
  }

  @Test(
    "A date that never comes, nothing at all, and numbers that no clock shows have no next",
    arguments: [
      Fields(day: 30, month: 2), Fields(day: 31, month: 4), Fields(day: 31, month: 9, weekday: 2), Fields(),
      Fields(hour: 24), Fields(minute: 60), Fields(minute: -1), Fields(day: 0), Fields(month: 13),
      Fields(weekday: 8), Fields(minute: .max, hour: .min),
    ])
  func never(_ fields: CalendarFields) {
    #expect(Self.next(fields, after: "2026-11-20T00:00:00Z").isEmpty)
  }

  @Test("At the end of the years there is no next")
  func end() {
    #expect(Self.next(Fields(hour: 9), after: "9999-12-31T08:00:00Z", count: 2) == ["9999-12-31T09:00:00Z"])
    #expect(Self.next(Fields(minute: 30), after: "9999-12-31T23:30:00Z").isEmpty)
  }

  @Test("A time of day that is skipped comes after the gap, and one that is shown twice comes once")
  func changes() {
    #expect(
      Self.next(Fields(minute: 30, hour: 2), after: "2026-03-07T12:00:00Z", count: 2, in: NewYork())
        == ["2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"])
    #expect(
      Self.next(Fields(minute: 30, hour: 1), after: "2026-10-31T12:00:00Z", count: 2, in: NewYork())
        == ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"])
  }

  @Test("A minute alone comes in every hour that passes, shown twice or skipped")
  func pace() {
    #expect(
      Self.next(Fields(minute: 30), after: "2026-11-01T04:30:00Z", count: 4, in: NewYork())
        == ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z", "2026-11-01T08:30:00Z"])
    #expect(
      Self.next(Fields(minute: 30), after: "2026-03-08T05:30:00Z", count: 2, in: NewYork())
        == ["2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z"])
  }

  @Test(
    "The last one up to a moment is the one whose next lies beyond it",
    arguments: [Fields(minute: 30), Fields(hour: 9), Fields(weekday: 2), Fields(day: 31)])
  func last(_ fields: CalendarFields) throws {
    let occurrences = Occurrences(of: fields, in: NewYork())
    let first = try #require(occurrences.next(after: noon))
    for days in [0, 1, 7, 40, 400, 3_650] as [Int64] {
      for time in [
        first.advanced(bySeconds: days * 86_400), first.advanced(bySeconds: days * 86_400 + 5_000),
      ] {
        let last = occurrences.last(from: first, notAfter: time)
        #expect(last >= first && last <= time)
        #expect(
          last == first || occurrences.next(after: Timestamp(milliseconds: last.milliseconds - 1)) == last)
        #expect(try #require(occurrences.next(after: last)) > time)
      }
    }
  }
}
