import Guidelines
import NotificationModel

/// How fast each app, script or poster alerts. Lost with the process.
struct AlertPace {
  private var buckets: [Key: TokenBucket] = [:]

  private struct Key: Hashable {
    let payer: Payer
    /// `nil`: alarms that are posted for now, of which few an hour ring.
    let lane: AlertLane?
  }

  /// Payers at most; a client that invents names gains nothing.
  private static let most = 4_096

  func isTooFast(_ payer: Payer, _ lane: AlertLane, _ limits: RateLimits, now: Uptime) -> Bool {
    bucket(Key(payer: payer, lane: lane), limits, now).isEmpty(at: now)
  }

  func hasRung(_ payer: Payer, _ limits: RateLimits, now: Uptime) -> Bool {
    bucket(Key(payer: payer, lane: nil), limits, now).isEmpty(at: now)
  }

  /// Whether nothing of it is so recent that it would count.
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

  mutating func forgetBuckets() { buckets.removeAll() }

  /// When one of the first of these may alert.
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

/// When sounds were last to be heard. Lost with the process.
final class SoundPace {
  @Transacted private var last: Uptime?
  @Transacted private var lastOfPayer: [Payer: Uptime]
  /// What was decided about the sound of the banner that the sink was given, and has not answered.
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
    /// Of the banner.
    let urgency: Urgency
    let decisions: [Ruling]

    /// What is shown in passing has no record.
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

  /// The banner was shown, and its sound played, if it was given one.
  func answered(now: Uptime) -> Sounding? {
    defer { handedOver = nil }
    guard let handedOver, handedOver.isHeard else { return handedOver }
    last = now
    lastOfPayer = lastOfPayer.filter { now < $0.value.advanced(byMilliseconds: SoundRate.millisecondsOfApp) }
    lastOfPayer[handedOver.payer] = now
    return handedOver
  }
}
