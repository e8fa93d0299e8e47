/// Times of day, each for some days of the week or for all. There may be none.
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
