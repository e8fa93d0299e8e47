import NotificationModel
import TestSupport

/// When each app was allowed to ask for a rating: three times in 365 days, two weeks apart, never on first use.
struct RatingAccount {
  private static let day: Int64 = 86_400_000
  private var prompts: [AppID: [Timestamp]] = [:]

  mutating func forget(_ app: AppID, at time: Timestamp) { prompts[app]?.removeAll { $0 == time } }

  mutating func accept(_ app: AppID, at time: Timestamp, noAppSeenBefore start: Timestamp) throws {
    let times = (prompts[app, default: []] + [time]).sorted()
    prompts[app] = times
    try require(
      time.milliseconds >= start.milliseconds + 7 * Self.day, "\(app) asks for a rating on its first use")
    try require(
      zip(times, times.dropFirst()).allSatisfy { $1.milliseconds - $0.milliseconds >= 14 * Self.day },
      "\(app) asks for ratings within two weeks")
    try require(
      zip(times, times.dropFirst(3)).allSatisfy { $1.milliseconds - $0.milliseconds >= 365 * Self.day },
      "\(app) asks for a fourth rating within a year")
  }
}
