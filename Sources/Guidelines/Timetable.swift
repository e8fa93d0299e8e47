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
