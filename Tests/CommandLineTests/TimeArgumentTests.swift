import NotificationModel
import Testing

@testable import bellhop

/// 2026-11-20 14:05:30 UTC, a Friday.
private let now = Timestamp(milliseconds: 1_795_183_530_000)

struct TimeArgumentTests {
  private let clock = LocalClock(now: now, isUTC: true)

  @Test(
    "A TIME is RFC 3339, now, the next HH:MM, or a distance from now",
    arguments: [
      ("2026-12-01T08:00:00+01:00", "2026-12-01T07:00:00Z"), ("15:00", "2026-11-20T15:00:00Z"),
      ("9:30", "2026-11-21T09:30:00Z"), ("14:05", "2026-11-21T14:05:00Z"), ("14:06", "2026-11-20T14:06:00Z"),
      ("+90s", "2026-11-20T14:07:00Z"), ("+90", "2026-11-20T14:07:00Z"), ("+1h30m", "2026-11-20T15:35:30Z"),
      ("+11d", "2026-12-01T14:05:30Z"), ("now", "2026-11-20T14:05:30Z"),
    ])
  func times(text: String, expected: String) throws {
    #expect(try time(text, of: "--at", clock: clock).rfc3339 == expected)
  }

  @Test(
    "A TIME of what has happened is the last HH:MM, or a distance back",
    arguments: [
      ("2026-11-19T08:00:00+01:00", "2026-11-19T07:00:00Z"), ("15:00", "2026-11-19T15:00:00Z"),
      ("14:05", "2026-11-20T14:05:00Z"), ("9:30", "2026-11-20T09:30:00Z"), ("-90s", "2026-11-20T14:04:00Z"),
      ("-1h30m", "2026-11-20T12:35:30Z"), ("now", "2026-11-20T14:05:30Z"),
    ])
  func pastTimes(text: String, expected: String) throws {
    #expect(try pastTime(text, of: "--occurred", clock: clock).rfc3339 == expected)
  }

  @Test(
    "What is no TIME of what has happened is told how one is written",
    arguments: ["noon", "-", "-1x", "@1795183530"])
  func noPastTimes(text: String) {
    #expect(throws: Failure.usage("--occurred is RFC 3339, now, HH:MM (the last), or -10m, -1h30m, -2d")) {
      try pastTime(text, of: "--occurred", clock: clock)
    }
  }

  @Test("A time to wait has a unit")
  func units() throws {
    #expect(try durationWithUnit("1h", of: "--for") == 3_600)
    #expect {
      try durationWithUnit("1", of: "--for")
    } throws: { error in
      error as? Failure == .usage("--for needs a unit, such as 1s or 1m")
    }
  }

  @Test(
    "Where a duration goes as well as a TIME, a bare number with units is a duration",
    arguments: [
      ("30m", "2026-11-20T14:35:30Z"), ("90s", "2026-11-20T14:07:00Z"), ("+30m", "2026-11-20T14:35:30Z"),
      ("15:00", "2026-11-20T15:00:00Z"), ("2026-12-01T08:00:00Z", "2026-12-01T08:00:00Z"),
    ])
  func timesOrDurations(text: String, expected: String) throws {
    #expect(try timeOrDuration(text, of: "TIME", clock: clock).rfc3339 == expected)
  }

  @Test(
    "Where a duration goes as well as a TIME, a number alone could be either",
    arguments: [
      ("18", "TIME could be 18:00 or 18s; write which"), ("0", "TIME could be 0:00 or 0s; write which"),
      ("24", "TIME needs a unit, such as 24s or 24m"), ("90", "TIME needs a unit, such as 90s or 90m"),
    ])
  func bareNumbers(text: String, says: String) {
    #expect {
      try timeOrDuration(text, of: "TIME", clock: clock)
    } throws: { error in
      guard case Failure.usage(let reason)? = error as? Failure else { return false }
      return reason == says
    }
  }

  @Test(
    "What is no TIME is a mistake in the option that it was given to",
    arguments: [
      "", "noon", "24:00", "12:60", "12", "1:2:3", "123:00", "2026-12-01", "+", "+m", "+1x", "+1h30", "+-1s",
    ])
  func noTimes(text: String) {
    #expect {
      try time(text, of: "--at", clock: clock)
    } throws: { error in
      guard case Failure.usage(let reason)? = error as? Failure else { return false }
      return reason.hasPrefix("--at ")
    }
  }

  @Test(
    "Seconds can be a duration, up to a year",
    arguments: [("0", 0), ("45", 45), ("10m", 600), ("1d2h", 93_600)])
  func durations(text: String, expected: Int64) throws {
    #expect(try seconds(text, of: "--after") == expected)
  }

  @Test(
    "Durations that nobody means are mistakes",
    arguments: ["367d", "99999999999999999999", "366d1s", "-1", "1.5", "٣"])
  func noDurations(text: String) {
    #expect(throws: Failure.self) { try seconds(text, of: "--after") }
  }

  @Test(
    "A time is shown as short as it stays clear",
    arguments: [
      ("2026-11-20T09:00:00Z", "09:00"), ("2026-11-19T09:00:00Z", "Thu 09:00"),
      ("2026-11-22T23:59:00Z", "Sun 23:59"),
      ("2026-11-03T09:00:00Z", "3 Nov 09:00"), ("2025-11-20T09:00:00Z", "20 Nov 2025"),
    ])
  func short(text: String, expected: String) throws {
    #expect(clock.short(try #require(Timestamp(rfc3339: text))) == expected)
  }

  @Test(
    "Where there is room, it is said how far away a time is",
    arguments: [
      ("2026-11-20T14:05:30.4Z", "14:05 (now)"),
      ("2026-11-20T15:05:29.9Z", "15:05 (in 1 h)"), ("2026-11-20T14:05:00Z", "14:05 (30 s ago)"),
      ("2026-11-20T15:00:00Z", "15:00 (in 54 min)"),
      ("2026-11-20T15:49:30Z", "15:49 (in 1 h 44 min)"), ("2026-11-20T09:00:00Z", "09:00 (5 h 5 min ago)"),
      ("2026-11-03T09:00:00Z", "3 Nov 09:00 (17 d ago)"),
    ])
  func long(text: String, expected: String) throws {
    #expect(clock.long(try #require(Timestamp(rfc3339: text))) == expected)
  }
}
