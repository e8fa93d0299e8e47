/// Times of day that come on some days of the week, or on all; or none.
package struct WeeklyTimes: Hashable, Sendable {
  package static let most = 24
  /// What a message about a wrong value says is right.
  package static let form = "up to \(most) times such as 08:00;18:00 Mo-Fr, or nothing"

  /// Each with the days on which it comes.
  package private(set) var times: [TimeOfDay: Weekdays] = [:]

  package init() {}

  /// `HH:MM`, with `Weekdays` behind it where it is not for all, separated by `;`, of which one at the end belongs to the
  /// list.
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

  /// In the order of the day.
  package var text: String {
    times.sorted { $0.key < $1.key }.map { time, days in
      [time.text, days.text].filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: ";")
  }
}
