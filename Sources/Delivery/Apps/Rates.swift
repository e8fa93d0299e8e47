import Guidelines
import NotificationModel

/// Rate limits of each app, script or poster: for posts and for alerts. Lost with the process.
final class Rates {
  @Transacted private var quotas: Quotas
  /// The alert pace, a value: counting in a copy leaves it as it is.
  @Transacted private(set) var pace: AlertPace
  private let preferences: Preferences
  private var limits: RateLimits { preferences.policy.limits }

  init(_ preferences: Preferences, in transaction: Transaction) {
    _quotas = Transacted(Quotas(), in: transaction)
    _pace = Transacted(AlertPace(), in: transaction)
    self.preferences = preferences
  }

  /// Forgets all buckets, because a configuration brought other limits.
  func reset() {
    quotas = Quotas()
    pace.forgetBuckets()
  }

  // MARK: Posts

  /// Milliseconds until the payer may use this again; 0 if it may now.
  func wait(_ use: Quotas.Use, _ payer: Payer, isVouchedFor: Bool, _ now: Moment) -> Int64 {
    quotas.wait(use, payer, isVouchedFor: isVouchedFor, now: now.uptime)
  }

  func tooMany(_ use: Quotas.Use, _ payer: Payer, isVouchedFor: Bool, wait: Int64) -> Refusal {
    let limit = Quotas.burst(use, payer, isVouchedFor: isVouchedFor, limits)
    return .quotaExceeded(
      quota: use.rawValue, limit: limit, retryAfterMilliseconds: wait,
      why: Scripts.whyRefused(payer, use.rawValue, limit: limit))
  }

  func require(_ use: Quotas.Use, _ payer: Payer, isVouchedFor: Bool, _ now: Moment) throws {
    let wait = wait(use, payer, isVouchedFor: isVouchedFor, now)
    guard wait == 0 else { throw tooMany(use, payer, isVouchedFor: isVouchedFor, wait: wait) }
  }

  /// Refuses a post early where the rate allows neither a new notification nor a repeat, before the store is asked.
  func requirePostOrRepeat(_ payer: Payer, isVouchedFor: Bool, _ now: Moment) throws {
    guard wait(.repeats, payer, isVouchedFor: isVouchedFor, now) > 0 else { return }
    try require(.posts, payer, isVouchedFor: isVouchedFor, now)
  }

  /// Counts one use, or throws if there are too many. Operations that may register a new app are charged like a post.
  func charge(_ use: Quotas.Use, _ payer: Payer, isVouchedFor: Bool, _ now: Moment) throws {
    try require(use, payer, isVouchedFor: isVouchedFor, now)
    count(use, payer, isVouchedFor: isVouchedFor, now)
  }

  /// Counts a use that `require` has allowed.
  func count(_ use: Quotas.Use, _ payer: Payer, isVouchedFor: Bool, _ now: Moment) {
    quotas.charge(use, payer, isVouchedFor: isVouchedFor, limits: limits, now: now.uptime)
  }

  /// Whether the payer has its full share, so that forgetting its buckets loses nothing.
  func isIdle(_ payer: Payer, _ now: Moment) -> Bool {
    quotas.isIdle(payer, now: now.uptime) && pace.isIdle(payer, now: now.uptime)
  }

  // MARK: Alerts

  /// The lane that an alert about the notification is counted in.
  func lane(of request: NotificationRequest, level: InterruptionLevel, _ now: Moment) -> AlertLane {
    AlertLane(
      of: request, level: level, callsTooFast: isTooFast(request.payer, .callsAndAlarms, now),
      urgentTooFast: isTooFast(request.payer, .urgent, now))
  }

  func isTooFast(_ payer: Payer, _ lane: AlertLane, _ now: Moment) -> Bool {
    pace.isTooFast(payer, lane, limits, now: now.uptime)
  }

  func alerted(_ payer: Payer, _ lane: AlertLane, _ now: Moment) {
    pace.alerted(payer, lane, limits, now: now.uptime)
  }

  /// Counts an alarm that rang when it was posted.
  func rang(_ payer: Payer, _ now: Moment) { pace.rang(payer, limits, now: now.uptime) }

  /// The earliest time at which any group of payers may alert again.
  func wake(_ payers: some Sequence<[Payer]>, _ now: Moment) -> Uptime? {
    pace.wake(payers, now: now.uptime)
  }
}

/// Token buckets for the calls of each app, script or poster. Names without a voucher share buckets of twice the size,
/// so inventing names gains nothing. The table is bounded by forgetting full buckets.
struct Quotas {
  enum Use: String, Hashable, CaseIterable {
    /// A new notification, or new content.
    case posts
    /// A repeat of a stored notification. It adds nothing, and costs the daemon almost as much.
    case repeats
    /// A volume or brightness pop-up while a key is held.
    case displays

    /// The allowed rate as a multiple of the rate of posts.
    private var factor: Int {
      switch self {
      case .posts: 1
      case .repeats: 4
      case .displays: 1
      }
    }

    private static let displaysPerSecond = 50

    fileprivate func burst(_ limits: RateLimits) -> Int {
      self == .displays ? Self.displaysPerSecond : limits.postBurst * factor
    }

    fileprivate func refillPerSecond(_ limits: RateLimits) -> Int {
      self == .displays ? Self.displaysPerSecond : limits.postRefillPerSecond * factor
    }
  }

  private struct Key: Hashable {
    /// `nil` stands for all names without a voucher.
    let payer: Payer?
    let use: Use

    /// A script or poster is known by more than a name, so it has its own bucket.
    init(_ use: Use, _ payer: Payer, isVouchedFor: Bool) {
      self.payer = isVouchedFor || payer.script != nil ? payer : nil
      self.use = use
    }

    private var share: Int { payer == nil ? 2 : 1 }

    func burst(_ limits: RateLimits) -> Int { use.burst(limits) * share }

    func bucket(_ limits: RateLimits, now: Uptime) -> TokenBucket {
      TokenBucket(
        capacity: burst(limits), refill: use.refillPerSecond(limits) * share, perMilliseconds: 1_000, now: now
      )
    }
  }

  private var buckets: [Key: TokenBucket] = [:]

  private static let most = 4_096

  static func burst(_ use: Use, _ payer: Payer, isVouchedFor: Bool, _ limits: RateLimits) -> Int {
    Key(use, payer, isVouchedFor: isVouchedFor).burst(limits)
  }

  /// Milliseconds until the payer may use this again; 0 if it may now.
  func wait(_ use: Use, _ payer: Payer, isVouchedFor: Bool, now: Uptime) -> Int64 {
    buckets[Key(use, payer, isVouchedFor: isVouchedFor)]?.wait(at: now) ?? 0
  }

  func isIdle(_ payer: Payer, now: Uptime) -> Bool {
    Use.allCases.allSatisfy { buckets[Key($0, payer, isVouchedFor: true)]?.isFull(at: now) ?? true }
  }

  mutating func charge(_ use: Use, _ payer: Payer, isVouchedFor: Bool, limits: RateLimits, now: Uptime) {
    let key = Key(use, payer, isVouchedFor: isVouchedFor)
    var bucket = buckets[key] ?? key.bucket(limits, now: now)
    bucket.consume(at: now)
    buckets[key] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}

/// Token buckets for the alerts of each app, script or poster. Lost with the process.
struct AlertPace {
  private var buckets: [Key: TokenBucket] = [:]

  private struct Key: Hashable {
    let payer: Payer
    /// `nil` is the lane of alarms that ring when they are posted, a few an hour.
    let lane: AlertLane?
  }

  /// The most buckets; beyond it, full ones are forgotten, so a client that invents names gains nothing.
  private static let most = 4_096

  func isTooFast(_ payer: Payer, _ lane: AlertLane, _ limits: RateLimits, now: Uptime) -> Bool {
    bucket(Key(payer: payer, lane: lane), limits, now).isEmpty(at: now)
  }

  func hasRung(_ payer: Payer, _ limits: RateLimits, now: Uptime) -> Bool {
    bucket(Key(payer: payer, lane: nil), limits, now).isEmpty(at: now)
  }

  /// Whether all of the payer's buckets are full.
  func isIdle(_ payer: Payer, now: Uptime) -> Bool {
    (AlertLane.allCases + [nil]).allSatisfy {
      buckets[Key(payer: payer, lane: $0)]?.isFull(at: now) ?? true
    }
  }

  mutating func alerted(_ payer: Payer, _ lane: AlertLane, _ limits: RateLimits, now: Uptime) {
    consume(Key(payer: payer, lane: lane), limits, now)
  }

  mutating func rang(_ payer: Payer, _ limits: RateLimits, now: Uptime) {
    consume(Key(payer: payer, lane: nil), limits, now)
  }

  private mutating func consume(_ key: Key, _ limits: RateLimits, _ now: Uptime) {
    var bucket = bucket(key, limits, now)
    bucket.consume(at: now)
    buckets[key] = bucket
    if buckets.count > Self.most { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  fileprivate mutating func forgetBuckets() { buckets.removeAll() }

  /// The earliest time at which any group of payers may alert again.
  func wake(_ payers: some Sequence<[Payer]>, now: Uptime) -> Uptime? {
    payers.map { payers in
      let waits = payers.map { buckets[Key(payer: $0, lane: .ordinary)]?.wait(at: now) ?? 0 }
      return now.advanced(byMilliseconds: waits.min() ?? 0)
    }.min()
  }

  private func bucket(_ key: Key, _ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    if let bucket = buckets[key] { return bucket }
    guard let lane = key.lane else {
      return TokenBucket(
        capacity: Ringing.perHour, refill: Ringing.perHour, perMilliseconds: 3_600_000, now: now)
    }
    return TokenBucket(
      capacity: limits.alertBurst * lane.factor, refill: lane.factor,
      perMilliseconds: Int64(limits.alertRefillSeconds) * 1_000, now: now)
  }
}

/// The times of the last sounds. Lost with the process.
final class SoundPace {
  @Transacted private var last: Uptime?
  @Transacted private var lastOfPayer: [Payer: Uptime]
  /// The sound decision for the banner that the sink has been given and has not answered yet.
  @Transacted private var handedOver: Sounding?

  init(in transaction: Transaction) {
    _last = Transacted(nil, in: transaction)
    _lastOfPayer = Transacted([:], in: transaction)
    _handedOver = Transacted(nil, in: transaction)
  }

  struct Sounding {
    let app: AppID
    let payer: Payer
    let id: NotificationID
    /// A name of the sound theme.
    let name: String
    let isHeard: Bool
    /// The banner's urgency.
    let urgency: Urgency
    let decisions: [Ruling]

    /// Whether the notification has a record; transient ones have none.
    var isListed: Bool { id.number != 0 }
  }

  func isTooFast(_ payer: Payer, now: Uptime) -> Bool {
    func isRecent(_ time: Uptime?, _ milliseconds: Int64) -> Bool {
      time.map { now < $0.advanced(byMilliseconds: milliseconds) } ?? false
    }
    return isRecent(last, SoundRate.millisecondsOfAll)
      || isRecent(lastOfPayer[payer], SoundRate.millisecondsOfApp)
  }

  func handOver(_ sounding: Sounding) { handedOver = sounding }

  func failed() { handedOver = nil }

  /// Returns the sound decision once the banner was shown.
  func answered() -> Sounding? {
    defer { handedOver = nil }
    return handedOver
  }

  /// A sound is played, by the server or the desktop.
  func played(_ payer: Payer, now: Uptime) {
    last = now
    lastOfPayer = lastOfPayer.filter { now < $0.value.advanced(byMilliseconds: SoundRate.millisecondsOfApp) }
    lastOfPayer[payer] = now
  }

  /// The last sound could not be played, so that the next is not too fast.
  func forget() {
    last = nil
    lastOfPayer = [:]
  }
}
