import NotificationModel
import Testing
import Wording

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
    "A TIME with a plus sign is a duration, where it ends something",
    arguments: [
      ("15:00", ChosenEnd.at(Timestamp(milliseconds: 1_795_186_800_000))), ("+10m", .after(600)),
      ("+90", .after(90)),
      ("+0", .at(now)), ("now", .at(now)),
    ])
  func ends(text: String, expected: ChosenEnd) throws {
    #expect(try chosenEnd(text, of: "--until", clock: clock) == expected)
    let session = Session(runtimeDirectory: nil, terminal: Terminal(), wording: .english)
    let end = try session.endOfChoice(Arguments(["org.example.Mail", "--until", "+10m"], of: .allow))
    #expect(end == .after(600))
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
    "Since when something came is a day, the last HH:MM, or a duration back",
    arguments: [
      ("today", "2026-11-20T00:00:00Z"), ("yesterday", "2026-11-19T00:00:00Z"),
      ("2h", "2026-11-20T12:05:30Z"),
      ("-2h", "2026-11-20T12:05:30Z"), ("1d", "2026-11-19T14:05:30Z"), ("15:00", "2026-11-19T15:00:00Z"),
      ("now", "2026-11-20T14:05:30Z"), ("2026-11-01T08:00:00+01:00", "2026-11-01T07:00:00Z"),
    ])
  func since(text: String, expected: String) throws {
    #expect(try sinceTime(text, of: "--since", clock: clock).rfc3339 == expected)
  }

  @Test(
    "What is none of these is told how they are written",
    arguments: ["last week", "tomorrow", "5", "2x", "2026-11-01", ""])
  func noSince(text: String) {
    #expect(throws: Failure.usage("--since is \(sinceForms)")) {
      try sinceTime(text, of: "--since", clock: clock)
    }
  }

  @Test(
    "What is still to come is no time since when something came", arguments: ["+1h", "2026-12-01T09:00:00Z"])
  func sinceToCome(text: String) {
    #expect(throws: Failure.usage("--since is a time in the past: \(sinceForms)")) {
      try sinceTime(text, of: "--since", clock: clock)
    }
  }

  @Test(
    "What is no TIME of what has happened is told how one is written",
    arguments: ["noon", "-", "-1x", "@1795183530"])
  func noPastTimes(text: String) {
    #expect(
      throws: Failure.usage(
        "--occurred is RFC 3339 such as 2026-12-01T09:00:00+01:00, now, HH:MM (the last), or -10m, -1h30m, -2d"
      )
    ) {
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
    "A time to wait is one second at least, and what is none is told how one is written",
    arguments: ["0s", "0", "0m", "-1", "1x", "soon", ""])
  func noTimeToWait(text: String) {
    #expect(
      throws: Failure.usage(
        "--for is a duration of one second at least, such as 90s, 10m, 1h30m or 2d")
    ) {
      try durationWithUnit(text, of: "--for")
    }
  }

  @Test(
    "Where a duration goes as well as a TIME, a bare number with units is a duration",
    arguments: [
      ("30m", "1800 seconds"), ("90s", "90 seconds"), ("+30m", "1800 seconds"),
      ("15:00", "2026-11-20T15:00:00Z"), ("2026-12-01T08:00:00Z", "2026-12-01T08:00:00Z"),
    ])
  func timesOrDurations(text: String, expected: String) throws {
    let end = try timeOrDuration(text, of: "TIME", clock: clock)
    #expect(end.moment?.rfc3339 ?? end.seconds.map { "\($0) seconds" } == expected)
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

struct QuietHoursTextTests {
  private let clock = LocalClock(now: now, isUTC: true)

  @Test(
    "Quiet hours are told with who says so",
    arguments: [
      (nil, nil, "never (as built in)"),
      (nil, "person", "never (as you have chosen; 'bellhop quiet-hours default' takes that back)"),
      (
        "22:00-07:00 Mo-Fr", "/etc/bellhop/bellhop.conf",
        "22:00-07:00 Mo-Fr (as /etc/bellhop/bellhop.conf says)"
      ),
    ] as [(String?, String?, String)])
  func source(spans: String?, from: String?, text: String) {
    var status = DaemonStatus()
    (status.quietHours, status.quietHoursFrom) = (spans, from)
    #expect(
      quietHoursText(status, clock: clock, style: Style(isColoured: false))
        == "now:          off\nquiet hours:  \(text)\n")
    #expect(quietHoursText(status, clock: clock, style: .plain) == "now: off\nquiet hours: \(text)\n")
    let korean = quietHoursText(status, .korean, clock: clock, style: .plain)
    #expect(korean.hasPrefix("지금: 끔\n조용한 시간: "), "\(korean)")
  }

  @Test("While they are on, it is told until when")
  func on() {
    var status = DaemonStatus()
    status.quietHours = "14:00-16:00"
    status.quietHoursUntil = now.advanced(bySeconds: 6_870)
    #expect(
      quietHoursText(status, clock: clock, style: .plain).hasPrefix(
        "now: on, until 16:00 (in 1 h 54 min)\nquiet hours: 14:00-16:00 ("))
  }

  @Test("The status has them in parentheses while they are off")
  func status() {
    var status = DaemonStatus()
    status.quietHours = "22:00-07:00"
    #expect(quietRows(status, clock: clock)[1] == ["quiet hours", "off (22:00-07:00)"])
  }

  @Test("What Do Not Disturb is switched to is said, with its end")
  func doNotDisturb() {
    #expect(switchedText(true, until: nil, clock: clock) == "Do Not Disturb on\n")
    #expect(switchedText(false, until: nil, clock: clock) == "Do Not Disturb off\n")
    let end = now.advanced(bySeconds: 3_600)
    #expect(switchedText(true, until: end, clock: clock) == "Do Not Disturb until 15:05\n")
  }
}
