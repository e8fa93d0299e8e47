package import NotificationModel
package import Wording

/// The offsets of a time zone's clocks from UTC.
package protocol TimeZoneRules: Sendable {
  func secondsEastOfUTC(at time: Timestamp) -> Int64
}

/// The known time zones.
package protocol TimeZoneDirectory: Sendable {
  /// The person's time zone.
  var local: any TimeZoneRules { get }
  /// A time zone by its IANA name; `nil` if it is unknown.
  func zone(named name: String) -> (any TimeZoneRules)?
}

extension TimeZoneRules {
  /// The date and time that the clocks show at a moment.
  package func civil(at time: Timestamp) -> CivilTime {
    // Timestamps are not negative: this division rounds down.
    CivilTime(secondsSince1970: time.milliseconds / 1_000 + secondsEastOfUTC(at: time))
  }

  /// The moment at which the clocks show this date and time. If they show it twice (summer time ends), the first; if
  /// they skip it (summer time begins), the first moment after the gap.
  package func moment(of civil: CivilTime) -> Timestamp {
    let day: Int64 = 86_400
    let nominal = Timestamp(milliseconds: civil.secondsSince1970 * 1_000)
    // No zone moves its clocks twice within two days, or by more than a day.
    let before = secondsEastOfUTC(at: nominal.advanced(bySeconds: -day))
    let after = secondsEastOfUTC(at: nominal.advanced(bySeconds: day))
    let candidates = [before, after].map { nominal.advanced(bySeconds: -$0) }.sorted()
    if let shown = candidates.first(where: { self.civil(at: $0) == civil }) { return shown }
    return transition(after: candidates[0], notAfter: candidates[1], to: after)
  }

  /// The first second, within the range, that has the offset.
  func transition(after: Timestamp, notAfter: Timestamp, to offset: Int64) -> Timestamp {
    var low = after.milliseconds / 1_000
    var high = notAfter.milliseconds / 1_000
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsEastOfUTC(at: Timestamp(milliseconds: middle * 1_000)) == offset {
        high = middle
      } else {
        low = middle
      }
    }
    return Timestamp(milliseconds: high * 1_000)
  }
}

/// A zone whose clocks never move.
package struct FixedZone: TimeZoneRules, Hashable {
  private let seconds: Int64
  package init(secondsEastOfUTC seconds: Int64) { self.seconds = seconds }
  package func secondsEastOfUTC(at time: Timestamp) -> Int64 { seconds }
  package static let utc = FixedZone(secondsEastOfUTC: 0)
}

/// A moment, and the time of day that the clocks show at it.
package struct ClockMoment: Hashable, Sendable {
  package let time: Timestamp
  package let clock: TimeOfDay

  package init(_ time: Timestamp, in zone: any TimeZoneRules) {
    self.time = time
    clock = TimeOfDay(zone.civil(at: time))
  }
}

extension TimeZoneRules {
  /// The moment of a time of day on a day, counted as by `CivilTime.day`. A time that the clocks show twice is the
  /// first, and one that they skip the first moment after the gap, as in `moment(of:)`: a span that ends at 02:30 ends
  /// once, every night.
  fileprivate func moment(_ time: TimeOfDay, day: Int64) -> Timestamp {
    moment(of: CivilTime(secondsSince1970: day * 86_400 + Int64(time.minutes) * 60))
  }
}

extension WeeklySpans {
  /// When the span that contains `now` ends; `nil` outside all spans. Spans that overlap or follow each other without a
  /// gap, as on a day that a zone leaves out, end with the last of them.
  package func end(at now: Timestamp, in zone: any TimeZoneRules) -> Timestamp? {
    var end: Timestamp?
    for span in moments(around: now, in: zone) where span.contains(end ?? now) { end = span.upperBound }
    return end
  }

  /// When the next span begins.
  package func start(after now: Timestamp, in zone: any TimeZoneRules) -> Timestamp? {
    moments(around: now, in: zone).first { $0.lowerBound > now }?.lowerBound
  }

  /// The spans from two days ago to 14 days ahead. A span of one weekday comes twice in that time, because a change of
  /// the clocks can skip one of the two.
  private func moments(around now: Timestamp, in zone: any TimeZoneRules) -> [Range<Timestamp>] {
    let today = zone.civil(at: now).day
    return (Int64(-2)...14).flatMap { offset in
      spans.filter { $0.days.contains(day: today + offset) }.compactMap { span in
        let day = today + offset
        let begins = zone.moment(span.start, day: day)
        let ends = zone.moment(span.end, day: span.end > span.start ? day : day + 1)
        return begins < ends ? begins..<ends : nil
      }
    }.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension WeeklyTimes {
  /// The first of these times after `now`; `nil` if there are no times.
  package func next(after now: Timestamp, in zone: any TimeZoneRules) -> Timestamp? {
    let today = zone.civil(at: now).day
    // If the zone skips a day, all times of that day fall on its end, which may be now.
    return (Int64(-1)...8).lazy.compactMap { offset in
      self.times.filter { $0.value.contains(day: today + offset) }
        .map { zone.moment($0.key, day: today + offset) }.filter { $0 > now }.min()
    }.first
  }
}

extension TimeZoneRules {
  /// A moment as text: "14:05", or "2026-11-22 14:05" if it is on another day than now.
  package func spoken(_ time: Timestamp, now: Timestamp) -> String {
    let (told, today) = (civil(at: time), civil(at: now))
    let clock = TimeOfDay(told).text
    return told.day == today.day ? clock : "\(told.dateText) \(clock)"
  }
}

extension Wording {
  /// The decision in words, made at `time`, with times as the clocks of `zone` show them.
  package func decision(_ ruling: Ruling, at time: Timestamp, in zone: any TimeZoneRules) -> Decision {
    Decision(
      guideline: ruling.guideline, effect: ruling.effect,
      why: sentence(ruling.reason) { zone.spoken($0, now: time) })
  }
}
