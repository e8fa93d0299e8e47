import Guidelines
import NotificationModel

/// How fast each app alerts, and the one banner that speaks for those that came too fast or were released
/// together. Lost with the process: the notifications themselves are in the list.
struct AlertPace {
  private var buckets: [AppID: TokenBucket] = [:]
  private var silenced: [AppID: Int] = [:]

  /// Apps; more at once are names invented for the purpose.
  private static let most = 4_096

  var hasSummaries: Bool { !silenced.isEmpty }

  func isTooFast(_ app: AppID, _ limits: RateLimits, now: Uptime) -> Bool {
    // While a summary is due, later ones join it, or they would overtake it.
    silenced[app] != nil || bucket(app, limits, now).isEmpty(at: now)
  }

  mutating func alerted(_ app: AppID, _ limits: RateLimits, now: Uptime) {
    var bucket = bucket(app, limits, now)
    bucket.take(at: now)
    buckets[app] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  mutating func silenced(_ app: AppID, count: Int = 1) {
    guard silenced.count < Self.most || silenced[app] != nil else { return }
    silenced[app, default: 0] += count
  }

  /// An app whose summary may be shown now, and how many it speaks for.
  func dueSummary(_ limits: RateLimits, now: Uptime) -> (app: AppID, count: Int)? {
    silenced.sorted { $0.key < $1.key }
      .first { !bucket($0.key, limits, now).isEmpty(at: now) }
      .map { ($0.key, $0.value) }
  }

  mutating func summarised(_ app: AppID, count: Int) {
    guard let waiting = silenced[app] else { return }
    silenced[app] = waiting > count ? waiting - count : nil
  }

  mutating func forget(_ app: AppID) { silenced[app] = nil }
  mutating func forgetBuckets() { buckets.removeAll() }

  func wake(now: Uptime) -> Uptime? {
    silenced.keys.map { app in now.advanced(byMilliseconds: buckets[app]?.wait(at: now) ?? 0) }.min()
  }

  private func bucket(_ app: AppID, _ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    buckets[app]
      ?? TokenBucket(
        capacity: limits.alertBurst, refill: 1, perMilliseconds: Int64(limits.alertRefillSeconds) * 1_000,
        now: now)
  }
}
