package import NotificationModel

// Times of day become moments. A time that the clocks show twice is the first, and one that they never show the
// first moment after the gap, as in `TimeZoneRules.moment`: what ends at 02:30 ends once, in every night.

/// A moment, and how the clocks show it.
package struct ClockMoment: Hashable, Sendable {
  package let time: Timestamp
  package let clock: TimeOfDay

  package init(_ time: Timestamp, in zone: any TimeZoneRules) {
    self.time = time
    clock = TimeOfDay(zone.civil(at: time))
  }
}

extension TimeZoneRules {
  /// The time of day on that day, counted as `CivilTime.day` does.
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
  /// the clocks can leave one of the two out.
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
  /// The first of these times after this moment; `nil` when there are none.
  package func next(after now: Timestamp, in zone: any TimeZoneRules) -> Timestamp? {
    let today = zone.civil(at: now).day
    // A zone that leaves out a day has all of that day's times at its end, which may be now.
    return (Int64(-1)...8).lazy.compactMap { offset in
      self.times.filter { $0.value.contains(day: today + offset) }
        .map { zone.moment($0.key, day: today + offset) }.filter { $0 > now }.min()
    }.first
  }
}
