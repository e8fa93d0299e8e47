import Guidelines
import NotificationModel

/// How much each app may do: post, and alert. Lost with the process.
final class Rates {
  @Transacted private var quotas: Quotas
  /// As it is; a copy of it counts for itself.
  @Transacted private(set) var pace: AlertPace
  private let preferences: Preferences
  private var limits: RateLimits { preferences.policy.limits }

  init(_ preferences: Preferences, in transaction: Transaction) {
    _quotas = Transacted(Quotas(), in: transaction)
    _pace = Transacted(AlertPace(), in: transaction)
    self.preferences = preferences
  }

  /// The limits are others.
  func startOver() {
    quotas = Quotas()
    pace.forgetBuckets()
  }

  // MARK: Posts

  /// Milliseconds until this app may do so again; 0 when it may now.
  func wait(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) -> Int64 {
    quotas.wait(use, app, isVouchedFor: isVouchedFor, now: now.uptime)
  }

  func tooMany(_ use: Quotas.Use, isVouchedFor: Bool, wait: Int64) -> Refusal {
    .quotaExceeded(
      quota: use.rawValue, limit: use.burst(limits, isVouchedFor: isVouchedFor), retryAfterMilliseconds: wait)
  }

  func require(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    let wait = wait(use, app, isVouchedFor: isVouchedFor, now)
    guard wait == 0 else { throw tooMany(use, isVouchedFor: isVouchedFor, wait: wait) }
  }

  /// Refuses a post early where the rate allows neither a new notification nor a repeat, before the store is asked.
  func requireAnyUse(_ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    guard wait(.repeats, app, isVouchedFor: isVouchedFor, now) > 0 else { return }
    try require(.posts, app, isVouchedFor: isVouchedFor, now)
  }

  /// A call that can make an app known costs as much as a post.
  func charge(_ use: Quotas.Use, _ app: AppID, isVouchedFor: Bool, _ now: Moment) throws {
    try require(use, app, isVouchedFor: isVouchedFor, now)
    quotas.charge(use, app, isVouchedFor: isVouchedFor, limits: limits, now: now.uptime)
  }

  // MARK: Alerts

  /// What an alert about it counts for.
  func lane(of request: NotificationRequest, level: InterruptionLevel, _ now: Moment) -> AlertLane {
    AlertLane(
      of: request, level: level, callsTooFast: isTooFast(request.app, .callsAndAlarms, now),
      urgentTooFast: isTooFast(request.app, .urgent, now))
  }

  func isTooFast(_ app: AppID, _ lane: AlertLane, _ now: Moment) -> Bool {
    pace.isTooFast(app, lane, limits, now: now.uptime)
  }

  func alerted(_ app: AppID, _ lane: AlertLane, _ now: Moment) {
    pace.alerted(app, lane, limits, now: now.uptime)
  }

  /// An alarm that was posted for now has rung.
  func rang(_ app: AppID, _ now: Moment) { pace.rang(app, limits, now: now.uptime) }

  /// When the first of these apps may alert.
  func wake(_ apps: some Sequence<AppID>, _ now: Moment) -> Uptime? {
    pace.wake(apps, now: now.uptime)
  }
}

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
    bucket.consume(at: now)
    buckets[key] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}
