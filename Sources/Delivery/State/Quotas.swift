import Guidelines
import NotificationModel

/// What one app may take of everybody's daemon. Names that nothing vouches for share buckets of twice the size, so
/// that inventing names gains nothing; the table of buckets is bounded by forgetting full ones.
struct Quotas {
  enum Use: String, Hashable {
    /// Something new, or new content.
    case posts
    /// What is there already. It brings nothing, and costs the daemon almost as much.
    case repeats
    /// How loud or bright it is while a key is pressed.
    case displays

    /// How often an app may, against its posts.
    private var factor: Int {
      switch self {
      case .posts: 1
      case .repeats: 4
      case .displays: 1
      }
    }

    private static let displaysPerSecond = 50

    func burst(_ limits: RateLimits, isVouchedFor: Bool) -> Int {
      (self == .displays ? Self.displaysPerSecond : limits.postBurst) * share(isVouchedFor)
    }

    fileprivate func bucket(_ limits: RateLimits, isVouchedFor: Bool, now: Uptime) -> TokenBucket {
      TokenBucket(
        capacity: burst(limits, isVouchedFor: isVouchedFor),
        refill: (self == .displays ? Self.displaysPerSecond : limits.postRefillPerSecond)
          * share(isVouchedFor),
        perMilliseconds: 1_000, now: now)
    }

    private func share(_ isVouchedFor: Bool) -> Int { factor * (isVouchedFor ? 1 : 2) }
  }

  private struct Key: Hashable {
    /// `nil` stands for all names that nothing vouches for.
    let app: AppID?
    let use: Use
  }

  private var buckets: [Key: TokenBucket] = [:]

  private static let most = 4_096

  /// Milliseconds to wait before this app may do so again; 0 when it may now.
  func wait(_ use: Use, _ app: AppID, isVouchedFor: Bool, now: Uptime) -> Int64 {
    let key = Key(app: isVouchedFor ? app : nil, use: use)
    return buckets[key]?.wait(at: now) ?? 0
  }

  mutating func charge(_ use: Use, _ app: AppID, isVouchedFor: Bool, limits: RateLimits, now: Uptime) {
    let key = Key(app: isVouchedFor ? app : nil, use: use)
    var bucket = buckets[key] ?? use.bucket(limits, isVouchedFor: isVouchedFor, now: now)
    bucket.take(at: now)
    buckets[key] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}
