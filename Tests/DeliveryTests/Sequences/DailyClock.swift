import NotificationModel

/// The times of the configuration, as a clock in UTC shows them.
enum DailyClock {
  private static let day: Int64 = 86_400_000

  private static func sinceMidnight(_ time: Timestamp) -> Int64 { time.milliseconds % day }
  private static func milliseconds(_ time: TimeOfDay) -> Int64 { Int64(time.minutes) * 60_000 }

  /// Assumes that the spans are for every day.
  static func isQuiet(_ spans: WeeklySpans, at time: Timestamp) -> Bool {
    let now = sinceMidnight(time)
    return spans.spans.contains { span in
      let (start, end) = (milliseconds(span.start), milliseconds(span.end))
      return start < end ? start <= now && now < end : start <= now || now < end
    }
  }

  static func next(_ times: WeeklyTimes, after time: Timestamp) -> Timestamp? {
    times.times.keys.map { daily in
      let ahead = milliseconds(daily) - sinceMidnight(time)
      return time.advanced(byMilliseconds: ahead > 0 ? ahead : ahead + day)
    }.min()
  }

  /// The next time of a trigger's minute, and hour where it names one.
  static func next(_ fields: CalendarFields, after time: Timestamp) -> Timestamp {
    let minute = Int64(fields.minute ?? 0) * 60_000
    let into = fields.hour.map { Int64($0) * 3_600_000 + minute } ?? minute
    let ahead = into - time.milliseconds % period(fields)
    return time.advanced(byMilliseconds: ahead > 0 ? ahead : ahead + period(fields))
  }

  private static func period(_ fields: CalendarFields) -> Int64 { fields.hour == nil ? 3_600_000 : day }

  /// The milliseconds between two occurrences; nil for a trigger that fires once.
  static func period(_ trigger: Trigger?) -> Int64? {
    switch trigger {
    case .after(let seconds, repeats: true): seconds * 1_000
    case .calendar(let fields, repeats: true): period(fields)
    case .at, .after, .calendar, nil: nil
    }
  }
}

extension Timestamp {
  func advanced(byMilliseconds count: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds + count) }
}
