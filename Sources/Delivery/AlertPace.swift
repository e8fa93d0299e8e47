import Guidelines
import NotificationModel

/// How fast each app alerts. Lost with the process.
struct AlertPace {
  private var buckets: [AppID: TokenBucket] = [:]

  /// Apps; more at once are names invented for the purpose.
  private static let most = 4_096

  func isTooFast(_ app: AppID, _ limits: RateLimits, now: Uptime) -> Bool {
    bucket(app, limits, now).isEmpty(at: now)
  }

  mutating func alerted(_ app: AppID, _ limits: RateLimits, now: Uptime) {
    var bucket = bucket(app, limits, now)
    bucket.take(at: now)
    buckets[app] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  mutating func forgetBuckets() { buckets.removeAll() }

  /// When one of these apps may alert.
  func wake(_ apps: some Sequence<AppID>, now: Uptime) -> Uptime? {
    apps.map { app in now.advanced(byMilliseconds: buckets[app]?.wait(at: now) ?? 0) }.min()
  }

  private func bucket(_ app: AppID, _ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    buckets[app]
      ?? TokenBucket(
        capacity: limits.alertBurst, refill: 1, perMilliseconds: Int64(limits.alertRefillSeconds) * 1_000,
        now: now)
  }
}
