import Guidelines
import NotificationModel
import TestSupport
import Testing
import TimeZones

/// The C library's clocks and a plain calendar, for the same fields in the same zone, at every change of the clocks.
struct CalendarOracleTests {
  static let zones = [
    "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "America/Sao_Paulo",
    "America/Santiago", "Africa/Casablanca", "Asia/Seoul", "Asia/Kolkata", "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo", "America/St_Johns",
  ]
  private static let start = Timestamp(milliseconds: 1_704_067_200_000)
  private static let end = Timestamp(milliseconds: 1_924_991_999_000)

  /// Every moment from 2024 to 2030 at which the clocks moved.
  private static func changes(_ clock: ZoneDump) -> [Timestamp] { clock.changes(in: start...end) }

  private static func fields() -> [CalendarFields] {
    var all = [CalendarFields(weekday: 7), CalendarFields(hour: 2, weekday: 7)]
    for minute in [0, 15, 30, 45] { all.append(CalendarFields(minute: minute)) }
    for hour in [0, 1, 2, 3, 4, 23] {
      for minute in [0, 15, 30, 45, 59] { all.append(CalendarFields(minute: minute, hour: hour)) }
    }
    return all
  }

  @Test("Both know the same changes of the clocks, to the second", arguments: zones)
  func sameRules(_ name: String) throws {
    let zone = try #require(SystemZone(named: name))
    let clock = try #require(ZoneDump(name))
    var day = Self.start
    while day < Self.end {
      #expect(zone.secondsEastOfUTC(at: day) == clock.secondsEastOfUTC(at: day), "\(day.rfc3339)")
      day = day.advanced(bySeconds: 86_400)
    }
    for change in Self.changes(clock) {
      for minute in Int64(0)...1_440 {
        for time in [change.advanced(bySeconds: minute * 60 - 1), change.advanced(bySeconds: minute * 60)] {
          #expect(zone.secondsEastOfUTC(at: time) == clock.secondsEastOfUTC(at: time), "\(time.rfc3339)")
        }
      }
    }
  }

  @Test("The next occurrence is the plain calendar's, over every change from 2024 to 2030", arguments: zones)
  func transitions(_ name: String) throws {
    let zone = try #require(SystemZone(named: name))
    let clock = try #require(ZoneDump(name))
    let plain = PlainCalendar(secondsEastOfUTC: clock.secondsEastOfUTC)
    var compared = 0
    for day in Self.changes(clock) + [Self.start] {
      for fields in Self.fields() {
        var time = day.advanced(bySeconds: -86_400)
        let last = day.advanced(bySeconds: 2 * 86_400)
        while time < last {
          let next = try #require(Occurrences(of: fields, in: zone).next(after: time))
          #expect(next == plain.next(fields, after: time), "\(fields) after \(time.rfc3339)")
          #expect(next > time)
          compared += 1
          time = next
        }
      }
    }
    #expect(compared >= 100)
  }
}
