import NotificationModel

/// The part of a configuration that sequences change.
struct PolicyShape: Hashable, Sendable, CustomStringConvertible {
  var authorization = Authorization.authorized
  var previews = Previews.whenUnlocked
  var quietHours: String?
  var summaryTimes: [String] = []
  /// The apps in the summary, which may also send marketing.
  var summarised: Set<Int> = []
  var marketing: Set<Int> = []
  var ratingPrompts = true
  var fullScreenHolds = FullScreenHold.inhibiting
  var suppressesInFront = false

  func applied(to earlier: Policy) -> Policy {
    var policy = earlier
    policy.defaultAuthorization = authorization
    policy.previews = previews
    policy.quietHours = quietHours.flatMap { WeeklySpans($0) } ?? WeeklySpans()
    policy.summaryTimes = WeeklyTimes(summaryTimes.joined(separator: ";")) ?? WeeklyTimes()
    policy.ratingPrompts = ratingPrompts
    policy.fullScreenHolds = fullScreenHolds
    policy.front.suppressesInFront = suppressesInFront
    policy.apps = [:]
    for (number, app) in PostShape.apps.enumerated() {
      policy.apps[app] = AppSettings(
        marketing: marketing.contains(number) ? true : nil,
        summary: summarised.contains(number) ? true : nil)
    }
    return policy
  }

  var description: String {
    let times = summaryTimes.joined(separator: ";")
    return "\(authorization), previews \(previews), quiet \(quietHours ?? "never"), summary \(times) "
      + "of \(summarised.sorted()), marketing of \(marketing.sorted()), ratings \(ratingPrompts), "
      + "full screen \(fullScreenHolds), in front \(suppressesInFront ? "suppressed" : "shown")"
  }
}
