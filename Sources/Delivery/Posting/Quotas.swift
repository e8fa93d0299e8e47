import Guidelines
import NotificationModel

/// What one app may take of everybody's daemon. Names that nothing vouches for share one bucket, so that
/// inventing names gains nothing; the table of buckets is bounded by forgetting full ones.
struct Quotas {
  private var buckets: [AppID: TokenBucket] = [:]
  private var shared: TokenBucket?

  private static let most = 4_096

  /// Milliseconds to wait before this app may post again; 0 when it may now.
  func wait(_ app: AppID, isVouchedFor: Bool, limits: RateLimits, now: Uptime) -> Int64 {
    bucket(app, isVouchedFor, limits, now).wait(at: now)
  }

  mutating func charge(_ app: AppID, isVouchedFor: Bool, limits: RateLimits, now: Uptime) {
    var bucket = bucket(app, isVouchedFor, limits, now)
    bucket.take(at: now)
    if isVouchedFor { buckets[app] = bucket } else { shared = bucket }
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  private func bucket(_ app: AppID, _ isVouchedFor: Bool, _ limits: RateLimits, _ now: Uptime) -> TokenBucket
  {
    if isVouchedFor {
      return buckets[app]
        ?? TokenBucket(
          capacity: limits.postBurst, refill: limits.postRefillPerSecond, perMilliseconds: 1_000, now: now)
    }
    return shared
      ?? TokenBucket(
        capacity: limits.postBurst * 2, refill: limits.postRefillPerSecond * 2, perMilliseconds: 1_000,
        now: now)
  }
}
