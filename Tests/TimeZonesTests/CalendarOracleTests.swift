import Foundation
import Guidelines
import NotificationModel
import TestSupport
import Testing
import TimeZones

/// Foundation's answers for the same fields in the same zone, at every change of the clocks.
struct CalendarOracleTests {
  static let zones = [
    "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "America/Sao_Paulo",
    "America/Santiago", "Africa/Casablanca", "Asia/Seoul", "Asia/Kolkata", "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo", "America/St_Johns",
  ]
  private static let start = Timestamp(milliseconds: 1_704_067_200_000)
  private static let end = Timestamp(milliseconds: 1_924_991_999_000)

  /// Every moment from 2024 to 2030 at which the clocks moved, found by looking at each day.
  private static func changes(_ zone: SystemZone) -> [Timestamp] {
    var changes: [Timestamp] = []
    var time = start
    while time < end {
      let next = time.advanced(bySeconds: 86_400)
      if zone.secondsEastOfUTC(at: time) != zone.secondsEastOfUTC(at: next) { changes.append(time) }
      time = next
    }
    return changes
  }

  private static func calendar(_ name: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    return calendar
  }

  /// Sunday is 1 there.
  private static func components(_ fields: CalendarFields) -> DateComponents {
    let isPace = fields.hour == nil && fields.day == nil && fields.month == nil && fields.weekday == nil
    return DateComponents(
      month: fields.month, day: fields.day, hour: fields.hour ?? (isPace ? nil : 0),
      minute: fields.minute ?? 0,
      second: 0, weekday: fields.weekday.map { $0 % 7 + 1 })
  }

  private static func fields() -> [CalendarFields] {
    var all = [CalendarFields(weekday: 7), CalendarFields(hour: 2, weekday: 7)]
    for hour in [0, 1, 2, 3, 4, 23] {
      for minute in [0, 15, 30, 45, 59] { all.append(CalendarFields(minute: minute, hour: hour)) }
    }
    return all
  }

  private static func oracle(_ fields: CalendarFields, after: Timestamp, _ calendar: Calendar) -> Timestamp? {
    calendar.nextDate(
      after: Date(timeIntervalSince1970: Double(after.milliseconds) / 1_000), matching: components(fields),
      matchingPolicy: .nextTime, repeatedTimePolicy: .first
    ).map { Timestamp(milliseconds: Int64($0.timeIntervalSince1970 * 1_000)) }
  }

  @Test("Both know the same changes of the clocks, to the second", arguments: zones)
  func sameRules(_ name: String) throws {
    let zone = try #require(SystemZone(named: name))
    let foundation = try #require(TimeZone(identifier: name))
    for day in Self.changes(zone) {
      for hour in 0...24 {
        let time = day.advanced(bySeconds: Int64(hour) * 3_600)
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        #expect(
          zone.secondsEastOfUTC(at: time) == Int64(foundation.secondsFromGMT(for: date)), "\(time.rfc3339)")
      }
    }
  }

  /// There the clocks move by half an hour, or at a quarter to: Foundation misses a day where only a part of an hour
  /// is skipped.
  static let partsOfHours: Set = ["Australia/Lord_Howe", "Pacific/Chatham"]

  @Test(
    "The next occurrence is Foundation's, over every change from 2024 to 2030",
    arguments: zones.filter { !partsOfHours.contains($0) })
  func transitions(_ name: String) throws {
    let calendar = try Self.calendar(name)
    #expect(try compare(name) { fields, time in Self.oracle(fields, after: time, calendar) } >= 100)
  }

  @Test(
    "Where parts of hours are skipped or repeated it is the first minute that shows the time or a later one",
    arguments: partsOfHours)
  func plainly(_ name: String) throws {
    let foundation = try #require(TimeZone(identifier: name))
    let plain = PlainCalendar { time in
      let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
      return Int64(foundation.secondsFromGMT(for: date))
    }
    let count = try compare(name) { fields, time in plain.next(fields, after: time) }
    #expect(count >= 1_000)
  }

  /// Around every change, one after the other. How many.
  private func compare(_ name: String, with expected: (CalendarFields, Timestamp) -> Timestamp?) throws -> Int
  {
    let zone = try #require(SystemZone(named: name))
    var compared = 0
    for day in Self.changes(zone) + [Self.start] {
      for fields in Self.fields() {
        var time = day.advanced(bySeconds: -2 * 86_400)
        let last = day.advanced(bySeconds: 3 * 86_400)
        while time < last {
          let next = try #require(Occurrences(of: fields, in: zone).next(after: time))
          #expect(next == expected(fields, time), "\(fields) after \(time.rfc3339)")
          #expect(next > time)
          compared += 1
          time = next
        }
      }
    }
    return compared
  }

  @Test("A minute alone is Foundation's as well, in every hour of those days", arguments: zones)
  func pace(_ name: String) throws {
    let zone = try #require(SystemZone(named: name))
    let calendar = try Self.calendar(name)
    for day in Self.changes(zone) {
      for minute in [0, 15, 30, 45] {
        var time = day
        while time < day.advanced(bySeconds: 86_400) {
          let fields = CalendarFields(minute: minute)
          let next = try #require(Occurrences(of: fields, in: zone).next(after: time))
          #expect(next == Self.oracle(fields, after: time, calendar), "\(fields) after \(time.rfc3339)")
          time = next
        }
      }
    }
  }
}
