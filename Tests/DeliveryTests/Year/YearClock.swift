import NotificationModel
import TestSupport

/// The clocks of a zone in one year, by the C library and a plain calendar. Moments are seconds since 1970.
struct YearClock {
  /// The year's start and end in UTC.
  let start: Int64
  let end: Int64
  private let plain: PlainCalendar
  /// The days of the year, counted from 0, on which the clocks change.
  let changes: [Int64]

  init?(_ zone: String, year: Int) {
    guard let zone = ZoneDump(zone), let first = Timestamp(rfc3339: "\(year)-01-01T00:00:00Z"),
      let last = Timestamp(rfc3339: "\(year + 1)-01-01T00:00:00Z")
    else { return nil }
    start = first.milliseconds / 1_000
    end = last.milliseconds / 1_000
    plain = PlainCalendar(secondsEastOfUTC: zone.secondsEastOfUTC)
    changes = zone.changes(in: first...last)
      .map { ($0.milliseconds - first.milliseconds) / 1_000 / YearScript.day }
  }

  /// The next moment at which the clocks show the fields, far beyond the year where there is none.
  func next(_ fields: CalendarFields, after time: Int64) -> Int64 {
    plain.next(fields, after: Timestamp(milliseconds: time * 1_000)).map { $0.milliseconds / 1_000 } ?? .max
  }

  /// A time of day on each day of the year, and some days before and after.
  func times(_ time: YearCase.Time) -> [Int64] {
    let fields = CalendarFields(minute: time.minute, hour: time.hour)
    return sequence(first: next(fields, after: start - 3 * YearScript.day)) { next(fields, after: $0) }
      .prefix { $0 < end + 3 * YearScript.day }
  }
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
