import Foundation
import NotificationModel
import TestSupport

/// The clocks of a zone in one year, as the C library knows them, looked at every quarter of an hour.
struct YearClock {
  /// The reading of a clock at a quarter of an hour. weekday: 1 Monday to 7 Sunday.
  struct Face {
    let month: Int
    let day: Int
    let weekday: Int
    let hour: Int
    let minute: Int
  }

  static let quarter: Int64 = 900

  /// Seconds since 1970 of the year's start and end in UTC.
  let start: Int64
  let end: Int64
  /// Every quarter that the clocks come to, on each date once: where they skip some, these come together at the
  /// moment after the gap; where they go back, those that are shown again do not come again.
  private var reached: [(time: Int64, face: Face)] = []
  /// Every quarter that passes, and the minute then shown.
  private var passing: [(time: Int64, minute: Int)] = []
  /// The days of the year, counted from 0, on which the clocks change.
  private(set) var changes: [Int64] = []

  init?(_ zone: String, year: Int) {
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = ZoneDump(zone), let utc = TimeZone(secondsFromGMT: 0) else { return nil }
    calendar.timeZone = utc
    guard let first = calendar.date(from: DateComponents(year: year, month: 1, day: 1)),
      let last = calendar.date(from: DateComponents(year: year + 1, month: 1, day: 1))
    else { return nil }
    start = Int64(first.timeIntervalSince1970)
    end = Int64(last.timeIntervalSince1970)
    var dates: [Int64: DateComponents] = [:]
    var furthest: Int64?
    var offset: Int64?
    for time in stride(from: start - 3 * 86_400, to: end + 3 * 86_400, by: Int(Self.quarter)) {
      let now = zone.secondsEastOfUTC(at: Timestamp(milliseconds: time * 1_000))
      if let offset, offset != now { changes.append((time - start) / 86_400) }
      offset = now
      let shown = time + now
      passing.append((time, Int(shown % 3_600 / 60)))
      for local in stride(
        from: (furthest ?? shown - 1) / Self.quarter * Self.quarter, through: shown, by: 900)
      where local > furthest ?? shown - 1 {
        let number = local / 86_400
        let date =
          dates[number]
          ?? calendar.dateComponents(
            [.month, .day, .weekday], from: Date(timeIntervalSince1970: Double(number * 86_400)))
        dates[number] = date
        guard let month = date.month, let day = date.day, let weekday = date.weekday else { return nil }
        let face = Face(
          month: month, day: day, weekday: weekday == 1 ? 7 : weekday - 1, hour: Int(local / 3_600 % 24),
          minute: Int(local / 60 % 60))
        reached.append((time, face))
      }
      furthest = max(furthest ?? shown, shown)
    }
  }

  /// The moments at which the clocks come to such a time.
  func times(where matches: (Face) -> Bool) -> [Int64] {
    var times: [Int64] = []
    for (time, face) in reached where matches(face) && times.last != time { times.append(time) }
    return times
  }

  /// The moments at which the minute hand stands there.
  func paces(at minute: Int) -> [Int64] { passing.filter { $0.minute == minute }.map(\.time) }
}

extension Array {
  /// The first of those, all the later ones being of them too.
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < count ? low : nil
  }
}
