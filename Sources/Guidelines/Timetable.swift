package import NotificationModel

/// The times at which a trigger fires, by the computer's clock.
///
/// Delays in seconds are told by that clock too, so that a notification put off by a day comes a day later even if the
/// computer was off. They never lie further ahead than the delay that was asked for.
package struct Timetable: Sendable {
  /// The largest step back by which a clock can be set and still have been right: no two zones are further apart.
  package static let largestZoneDifference: Int64 = 26 * 3_600

  private let trigger: Trigger
  private let zones: any TimeZoneDirectory

  package init(_ trigger: Trigger, in zones: any TimeZoneDirectory) {
    self.trigger = trigger
    self.zones = zones
  }

  /// Whether this computer knows the time zone that the trigger names, if it names one.
  package var isZoneKnown: Bool {
    guard case .calendar(let fields, _) = trigger else { return true }
    return occurrences(fields) != nil
  }

  /// The first time the trigger fires if it is posted now; `nil` if its zone is unknown or its fields never match.
  package func first(postedAt now: Timestamp) -> Timestamp? {
    switch trigger {
    case .at(let time): time
    case .after(let seconds, _): now.advanced(bySeconds: seconds)
    case .calendar(let fields, _): occurrences(fields)?.next(after: now)
    }
  }

  /// The next time a series fires after it was due at `due`, later than both `now` and `due`; `nil` if never.
  package func next(after now: Timestamp, due: Timestamp) -> Timestamp? {
    let next: Timestamp? =
      switch trigger {
      case .at, .after(_, repeats: false), .calendar(_, repeats: false): nil
      case .after(let seconds, _): latest(from: due, notAfter: now).advanced(bySeconds: seconds)
      case .calendar(let fields, _): occurrences(fields)?.next(after: max(due, now))
      }
    return next.flatMap { $0 > max(due, now) ? $0 : nil }
  }

  /// The last time at which a series should have fired: `due`, or a later one that was missed as well.
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

  /// The due time after the clock was set, which a delay in seconds has followed already, or after the zone changed. A
  /// time that has come stays due. An occurrence that came does not come again, unless the clock was wrong when it came.
  package func reconsidered(due: Timestamp, fired: Timestamp?, now: Timestamp) -> Timestamp {
    switch trigger {
    case .at: return due
    case .after(let seconds, _): return min(due, now.advanced(bySeconds: seconds))
    case .calendar(let fields, _):
      guard due > now else { return due }
      let credible = now.advanced(bySeconds: Self.largestZoneDifference)
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
/// Fields that are not given: those larger than the largest given one match any value, and smaller ones have their
/// first value. An hour alone is that hour of every day, at minute 0; a month alone its first day at midnight; a month
/// with a weekday every such day of that month. If both day and weekday are given, both must match. A month without the
/// day is skipped. A time of day that the clocks skip comes with the first moment after the gap, and one that they show
/// twice comes the first time only.
///
/// A minute alone is a pace and no time of day: it matches once in each hour that passes, also in an hour that the
/// clocks show twice, and not in one that they skip.
package struct Occurrences: Sendable {
  /// 29 February falls on a given weekday every 28 years, and after 40 years around a year such as 2100.
  private static let longestGapDays: Int64 = 41 * 366

  private let fields: CalendarFields
  private let zone: any TimeZoneRules

  package init(of fields: CalendarFields, in zone: any TimeZoneRules) {
    self.fields = fields
    self.zone = zone
  }

  /// The first match strictly after `time`; `nil` if there is none up to the latest representable time.
  package func next(after time: Timestamp) -> Timestamp? {
    // Later times are clamped to the latest one.
    search(after: time).flatMap { $0.milliseconds < Timestamp.latest ? $0 : nil }
  }

  private func search(after time: Timestamp) -> Timestamp? {
    switch (fields.month, fields.day, fields.weekday, fields.hour, fields.minute) {
    case (nil, nil, nil, nil, nil): nil
    case (nil, nil, nil, nil, let minute?): nextHour(minute, after: time)
    default: nextDay(after: time)
    }
  }

  /// The last match up to `time`. `first` is a match, at or before it.
  package func last(from first: Timestamp, notAfter time: Timestamp) -> Timestamp {
    var low = first
    var high = time.milliseconds
    // Invariant: `low` is a match, and there is none after `high`. Two matches are more than a second apart.
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
    // If the clocks go back over midnight, they show yesterday's date again.
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
    // The clocks are moved in between: from then on the minute hand stands differently.
    let moved = zone.transition(after: start, notAfter: next, to: offset)
    return moved.advanced(bySeconds: wait(from: moved))
  }
}
