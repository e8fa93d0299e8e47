/// A possibly empty list of times of day, each for some days of the week or for all.
package struct WeeklyTimes: Hashable, Sendable {
  package static let most = 24
  /// The right form of a value, for a message about a wrong one.
  package static let form = "up to \(most) times such as 08:00;18:00 Mo-Fr, or nothing"

  /// The times, each with the days on which it comes.
  package private(set) var times: [TimeOfDay: Weekdays] = [:]

  package init() {}

  /// Reads `HH:MM`, with `Weekdays` after it unless the time is for all days. Times are separated by `;`, and the text
  /// may end with one.
  package init?(_ text: String) {
    var parts = text.filter { $0 != " " }.split(separator: ";", omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= Self.most else { return nil }
    for part in parts {
      let clock = part.prefix { !$0.isLetter }
      let days = part[clock.endIndex...]
      guard let time = TimeOfDay(String(clock)), let days = days.isEmpty ? .all : Weekdays(String(days))
      else {
        return nil
      }
      times[time] = times[time].map { $0.union(days) } ?? days
    }
  }

  package var isEmpty: Bool { times.isEmpty }

  /// The text that `init` reads, in the order of the day.
  package var text: String {
    times.sorted { $0.key < $1.key }.map { time, days in
      [time.text, days.text].filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: ";")
  }
}

/// Days of the week, at least one.
package struct Weekdays: Hashable, Sendable {
  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  package static let all = Weekdays(bits: 0x7F)

  /// A bit for each day. The lowest bit is Monday's.
  private var bits: UInt8

  private init(bits: UInt8) { self.bits = bits }

  /// Days and ranges of them, such as `Mo,We` and `Fr-Mo`.
  package init?(_ text: String) {
    bits = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { end in Self.names.firstIndex { $0.lowercased() == end.lowercased() } }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
      for step in 0...(last + 7 - first) % 7 { bits |= 1 << ((first + step) % 7) }
    }
  }

  package func union(_ other: Weekdays) -> Weekdays { Weekdays(bits: bits | other.bits) }

  /// `day`: a day number as in `CivilTime.day`.
  package func contains(day: Int64) -> Bool {
    contains(CivilTime(secondsSince1970: day * 86_400).weekday - 1)
  }

  fileprivate func contains(_ index: Int) -> Bool { bits & 1 << (index % 7) != 0 }

  /// The text that `init` reads; empty for all days.
  package var text: String {
    guard let lastGap = (0..<7).last(where: { !contains($0) }) else { return "" }
    // A range across the end of the week stays one range.
    let first = contains(0) && contains(6) ? lastGap + 1 : 0
    var runs: [[Int]] = []
    for index in first..<first + 7 where contains(index) {
      if runs.last?.last == index - 1 { runs[runs.count - 1].append(index) } else { runs.append([index]) }
    }
    return runs.map { run in
      let names = run.map { Self.names[$0 % 7] }
      return names.count > 2 ? "\(names[0])-\(names[names.count - 1])" : names.joined(separator: ",")
    }.joined(separator: ",")
  }
}

/// A span from one time of day to another. It goes past midnight if the end is not later than the start, so that
/// `00:00-00:00 Sa` is the whole of Saturday.
package struct WeeklySpan: Hashable, Sendable {
  package let start: TimeOfDay
  package let end: TimeOfDay
  /// The days on which the span begins.
  package let days: Weekdays

  /// `nil` if the two are the same for all days, because that could mean always as well as never.
  package init?(start: TimeOfDay, end: TimeOfDay, days: Weekdays = .all) {
    guard start != end || days != .all else { return nil }
    self.start = start
    self.end = end
    self.days = days
  }

  /// Reads `HH:MM-HH:MM`, with `Weekdays` after it unless the span is for all days. Spaces are ignored.
  package init?(_ text: String) {
    let text = text.filter { $0 != " " }
    let times = text.prefix { !$0.isLetter }
    let parts = times.split(separator: "-", omittingEmptySubsequences: false)
    let days = text[times.endIndex...]
    guard parts.count == 2, let start = TimeOfDay(String(parts[0])), let end = TimeOfDay(String(parts[1])),
      let days = days.isEmpty ? .all : Weekdays(String(days))
    else { return nil }
    self.init(start: start, end: end, days: days)
  }

  package var text: String {
    ["\(start.text)-\(end.text)", days.text].filter { !$0.isEmpty }.joined(separator: " ")
  }

  fileprivate var minutes: Range<Int> { start.minutes..<end.minutes + (end > start ? 0 : WeeklySpans.day) }
}

/// A possibly empty list of spans that come again each week, and leave some of the week free.
package struct WeeklySpans: Hashable, Sendable {
  package static let most = 16
  package static let example = "22:00-07:00 Mo-Fr;12:00-13:00"
  /// The right form of a value, for a message about a wrong one.
  package static let form =
    "up to \(most) spans such as \(example), which leave some of the week free, or nothing"

  fileprivate static let day = 24 * 60

  package let spans: [WeeklySpan]

  package init() { spans = [] }

  package init?(_ spans: [WeeklySpan]) {
    guard spans.count <= Self.most, Self.leaveSomeFree(spans) else { return nil }
    self.spans = spans
  }

  /// Reads spans as `WeeklySpan` does, separated by `;`. The text may end with a `;`.
  package init?(_ text: String) {
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    if parts.last?.allSatisfy({ $0 == " " }) == true { parts.removeLast() }
    let spans = parts.prefix(Self.most + 1).compactMap(WeeklySpan.init)
    guard spans.count == parts.count else { return nil }
    self.init(spans)
  }

  package var isEmpty: Bool { spans.isEmpty }

  package var text: String { spans.map(\.text).joined(separator: ";") }

  /// Without a free time, alerts that wait for the end of the hours would never come.
  private static func leaveSomeFree(_ spans: [WeeklySpan]) -> Bool {
    var isTaken = Array(repeating: false, count: 7 * day)
    for span in spans {
      for weekday in 0..<7 where span.days.contains(weekday) {
        for minute in span.minutes { isTaken[(weekday * day + minute) % isTaken.count] = true }
      }
    }
    return isTaken.contains(false)
  }
}
