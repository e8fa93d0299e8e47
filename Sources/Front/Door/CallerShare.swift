import EventLoop
import Guidelines
import NotificationModel

/// What one caller may have of the front: a rate of notifications, a number of calls that wait, and their bytes. A caller
/// is a process with all its connections to the bus; for whom a portal's backend speaks, the app.
final class CallerShare {
  let group: SchedulingGroup
  private var limits: RateLimits
  private var bucket: TokenBucket
  /// Connections whose first calls wait for the rate, the longest first.
  private var awaiting: ArraySlice<CallerQueue.Key> = []
  /// Until the rate lets the next of them through.
  var timer: Timer?
  /// How many calls wait for which the rate was not charged.
  fileprivate(set) var uncharged = 0
  /// How many of them are notifications over the rate.
  fileprivate(set) var overRate = 0
  /// Of the messages that wait.
  fileprivate(set) var bytes = 0

  fileprivate init(_ group: SchedulingGroup, _ limits: RateLimits, _ now: Uptime) {
    self.group = group
    self.limits = limits
    bucket = Self.bucket(limits, now)
  }

  private static func bucket(_ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    TokenBucket(
      capacity: limits.postBurst, refill: limits.postRefillPerSecond, perMilliseconds: 1_000, now: now)
  }

  /// The configuration may have changed since it was last asked for.
  fileprivate func follow(_ limits: RateLimits, _ now: Uptime) {
    guard limits != self.limits else { return }
    self.limits = limits
    bucket = Self.bucket(limits, now)
  }

  /// Whether one more notification is within the rate, besides the updates that wait for it.
  func hasRate(at now: Uptime) -> Bool { bucket.holds(overRate + 1, at: now) }

  /// Milliseconds until an update that waits is within the rate; 0 when it is now.
  func wait(at now: Uptime) -> Int64 { bucket.wait(at: now) }

  func charge(at now: Uptime) { bucket.consume(at: now) }

  func await(_ key: CallerQueue.Key) { if !awaiting.contains(key) { awaiting.append(key) } }
  /// The next that waits for the rate.
  func popAwaiting() -> CallerQueue.Key? { awaiting.popFirst() }
  var hasAwaiting: Bool { !awaiting.isEmpty }

  fileprivate func isIdle(at now: Uptime) -> Bool { uncharged == 0 && bytes == 0 && bucket.isFull(at: now) }
}

/// The shares of all callers, and the room that they have together.
final class CallerShares {
  /// Calls of one caller that wait and are not within its rate.
  static let mostUncharged = 256
  /// Of one caller's: four pictures of the largest size that is held, or the burst of an app with small ones.
  static let mostBytesOfOne = 16 * 1_048_576
  /// Of all callers' together: the daemon's memory is limited to 96 MiB.
  static let mostBytes = 64 * 1_048_576
  /// A caller with so little waiting is never kept out by others' pictures.
  static let smallBytes = 16_384
  /// Callers that are remembered; a forgotten one has its whole burst again, and so only those that have it go.
  private static let most = 4_096

  private let limits: () -> RateLimits
  private var shares: [SchedulingGroup: CallerShare] = [:]
  private var bytes = 0

  /// `limits`: those in force.
  init(limits: @escaping () -> RateLimits) { self.limits = limits }

  subscript(group: SchedulingGroup, now: Uptime) -> CallerShare {
    if let share = shares[group] {
      share.follow(limits(), now)
      return share
    }
    if shares.count >= Self.most { shares = shares.filter { !$0.value.isIdle(at: now) } }
    let share = CallerShare(group, limits(), now)
    shares[group] = share
    return share
  }

  /// Whether so many more bytes may wait. `uncharged`: in a further call that is not within the caller's rate.
  func hasRoom(for size: Int, of share: CallerShare, uncharged: Bool) -> Bool {
    guard !uncharged || share.uncharged < Self.mostUncharged else { return false }
    let sum = share.bytes + size
    return size <= 0 || sum <= Self.smallBytes || sum <= Self.mostBytesOfOne && bytes + size <= Self.mostBytes
  }

  func add(_ call: WaitingCall, to share: CallerShare) { count(call, 1, share) }
  func remove(_ call: WaitingCall, from share: CallerShare) { count(call, -1, share) }

  private func count(_ call: WaitingCall, _ sign: Int, _ share: CallerShare) {
    if call.standing != .charged { share.uncharged += sign }
    if call.standing == .overRate { share.overRate += sign }
    share.bytes += sign * call.size
    bytes += sign * call.size
  }
}
