package import NotificationModel

/// When a trigger fires, by the computer's clock.
///
/// Seconds are counted on that clock too, so that what is put off by a day comes a day later even if the computer
/// was off. Where the clock is set they move along with it, and none is ever further away than what was asked for.
package struct Timetable: Sendable {
  /// A clock that shows this much less than before was wrong: it is further than any two zones are apart.
  package static let longestJourney: Int64 = 26 * 3_600

  private let trigger: Trigger
  private let zones: any TimeZoneDirectory

  package init(_ trigger: Trigger, in zones: any TimeZoneDirectory) {
    self.trigger = trigger
    self.zones = zones
  }

  /// Whether this computer knows its zone, where it names one.
  package var isZoneKnown: Bool {
    guard case .calendar(let fields, _) = trigger else { return true }
    return occurrences(fields) != nil
  }

  /// When it first fires, posted now; `nil` when its zone is unknown or its fields never match.
  package func first(postedAt now: Timestamp) -> Timestamp? {
    switch trigger {
    case .at(let time): time
    case .after(let seconds, _): now.advanced(bySeconds: seconds)
    case .calendar(let fields, _): occurrences(fields)?.next(after: now)
    }
  }

  /// When a series fires again, having been due then: later than now and than that; `nil` when never.
  package func next(after now: Timestamp, due: Timestamp) -> Timestamp? {
    let next: Timestamp? =
      switch trigger {
      case .at, .after(_, repeats: false), .calendar(_, repeats: false): nil
      case .after(let seconds, _): latest(from: due, notAfter: now).advanced(bySeconds: seconds)
      case .calendar(let fields, _): occurrences(fields)?.next(after: max(due, now))
      }
    return next.flatMap { $0 > max(due, now) ? $0 : nil }
  }

  /// The last time a series should have fired: `due`, or one after it that was missed as well.
  package func latest(from due: Timestamp, notAfter now: Timestamp) -> Timestamp {
    guard due < now else { return due }
    switch trigger {
    case .at, .after(_, repeats: false), .calendar(_, repeats: false):
      return due
    case .after(let seconds, _):
      let elapsed = (now.milliseconds - due.milliseconds) / 1_000
      return seconds > 0 ? due.advanced(bySeconds: elapsed / seconds * seconds) : due
    case .calendar(let fields, _):
      return occurrences(fields)?.last(from: due, notAfter: now) ?? due
    }
  }

  /// When it is due, now that the clock was moved by so many milliseconds or the zone changed. What is due already
  /// stays so. What came does not come again, unless the clock that it came by was wrong.
  package func reconsidered(
    due: Timestamp, fired: Timestamp?, now: Timestamp, step: Int64 = 0
  ) -> Timestamp {
    switch trigger {
    case .at: return due
    case .after(let seconds, _):
      return min(due.advanced(byMilliseconds: step), now.advanced(bySeconds: seconds))
    case .calendar(let fields, _):
      guard due > now else { return due }
      let credible = now.advanced(bySeconds: Self.longestJourney)
      let came = fired.flatMap { $0 <= credible ? $0 : nil } ?? now
      return occurrences(fields)?.next(after: max(now, came)) ?? due
    }
  }

  private func occurrences(_ fields: CalendarFields) -> Occurrences? {
    guard let name = fields.timeZone else { return Occurrences(of: fields, in: zones.local) }
    return zones.zone(named: name).map { Occurrences(of: fields, in: $0) }
  }
}

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
