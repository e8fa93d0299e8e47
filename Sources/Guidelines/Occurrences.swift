package import NotificationModel

/// The moments at which the clocks of a zone show certain fields.
///
/// Of the fields that are not given, those larger than the largest given one may be anything, and the smaller ones
/// are the first there is: an hour alone is that hour of every day, sharp; a month alone its first day at midnight;
/// a month with a weekday every such day of that month. Given together, day and weekday must both match. A day
/// that a month does not have is not made up for. A time of day that the clocks skip comes with the first moment
/// after the gap, and one that they show twice comes the first time.
///
/// A minute alone is no time of day but a pace: every moment at which the minute hand stands there, so that there is
/// one in each hour that passes, also in one that the clocks show twice, and none in one that they skip.
package struct Occurrences: Sendable {
  /// 29 February is a Monday, say, every 28 years; around a year like 2100 after 40.
  private static let longestGapDays: Int64 = 41 * 366

  private let fields: CalendarFields
  private let zone: any TimeZoneRules

  package init(of fields: CalendarFields, in zone: any TimeZoneRules) {
    self.fields = fields
    self.zone = zone
  }

  /// The first one strictly after that moment; `nil` when there is none in the years that can be told.
  package func next(after time: Timestamp) -> Timestamp? {
    // Past the last of those years every time is clamped to it.
    search(after: time).flatMap { $0.milliseconds < Timestamp.latest ? $0 : nil }
  }

  private func search(after time: Timestamp) -> Timestamp? {
    switch (fields.month, fields.day, fields.weekday, fields.hour, fields.minute) {
    case (nil, nil, nil, nil, nil): nil
    case (nil, nil, nil, nil, let minute?): nextHour(minute, after: time)
    default: nextDay(after: time)
    }
  }

  /// The last one of those from `first`, which is one itself, to `time`.
  package func last(from first: Timestamp, notAfter time: Timestamp) -> Timestamp {
    var low = first
    var high = time.milliseconds
    // Invariant: `low` is one, and there is none after `high`. No two are within a second of each other.
    while high - low.milliseconds > 1_000 {
      let middle = Timestamp(milliseconds: low.milliseconds + (high - low.milliseconds) / 2)
      if let next = next(after: middle), next <= time {
        low = next
      } else {
        high = middle.milliseconds
      }
    }
    return low
  }

  private func nextDay(after time: Timestamp) -> Timestamp? {
    // Where the clocks go back over midnight, yesterday's date is shown again.
    var day = zone.civil(at: time).day - 1
    let end = day + Self.longestGapDays
    while day <= end {
      let midnight = CivilTime(secondsSince1970: day * 86_400)
      let date = midnight.date
      if let month = fields.month, date.month != month {
        day += Int64(CivilTime.days(inMonth: date.month, of: date.year) - date.day + 1)
        continue
      }
      if matches(midnight),
        let civil = CivilTime(
          year: date.year, month: date.month, day: date.day, hour: fields.hour ?? 0,
          minute: fields.minute ?? 0),
        case let moment = zone.moment(of: civil), moment > time
      {
        return moment
      }
      day += 1
    }
    return nil
  }

  private func matches(_ midnight: CivilTime) -> Bool {
    let isFirst = fields.month != nil && fields.weekday == nil
    if let day = fields.day ?? (isFirst ? 1 : nil), midnight.date.day != day { return false }
    return fields.weekday.map { $0 == midnight.weekday } ?? true
  }

  private func nextHour(_ minute: Int, after time: Timestamp) -> Timestamp? {
    let hour: Int64 = 3_600
    func wait(from moment: Timestamp) -> Int64 {
      let second = Int64(zone.civil(at: moment).secondOfDay) % hour
      return (Int64(minute) * 60 + hour - second) % hour
    }
    guard (0..<60).contains(minute) else { return nil }
    let start = Timestamp(milliseconds: time.milliseconds / 1_000 * 1_000)
    let pause = wait(from: start)
    let next = start.advanced(bySeconds: pause == 0 ? hour : pause)
    guard next > time else { return nil }
    let offset = zone.secondsEastOfUTC(at: next)
    guard offset != zone.secondsEastOfUTC(at: start) else { return next }
    // The clocks move in between: from then on they stand otherwise.
    let moved = zone.transition(after: start, notAfter: next, to: offset)
    return moved.advanced(bySeconds: wait(from: moved))
  }
}
