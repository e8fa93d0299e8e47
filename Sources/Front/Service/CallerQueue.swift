import BusWire
import EventLoop
import Guidelines
import NotificationModel

/// A call that was not done yet.
struct WaitingCall {
  enum Standing {
    /// A notification within its caller's rate, which was charged for it.
    case charged
    /// A notification of a caller whose process is not known yet, or a call that is no notification.
    case free
    /// A notification over the rate that waits for it.
    case overRate
  }

  let message: Message
  let reference: CallReference
  let member: ServiceCall.Member
  var standing = Standing.free
  /// Known where it waits for the rate behind others, or takes another's place.
  var updateKey: UpdateKey?
  /// Earlier updates of the same thing that were not done because this one is newer. Their callers are answered with it.
  var superseded: [CallReference] = []

  /// About how many bytes it takes.
  var size: Int { message.bytes.count }
  /// All that wait for what becomes of it.
  var references: [CallReference] { superseded + [reference] }
}

/// The calls of one connection that were not done yet, in their order; of a portal's backend, those for one app.
///
/// A notification over its caller's rate waits for it where nothing else of its connection does, so that a program that
/// waits for each answer is slowed down; else it is refused before its texts are read. One that updates a banner is never
/// refused: it takes the place of an earlier update of the same thing that waits for the rate, because only the last value
/// matters. It never passes a closing.
final class CallerQueue {
  struct Key: Hashable {
    let connection: [UInt8]
    /// The app for which a portal's backend calls.
    let app: [UInt8]?

    /// Whose time its calls cost.
    func group(of caller: Caller?) -> SchedulingGroup {
      guard let caller else { return .connection(connection) }
      if let app { return .app(String(decoding: app, as: UTF8.self)) }
      return caller.process > 0 ? .process(caller.process) : .unvouched
    }
  }

  enum Admission {
    case admitted
    case refused(NotifyError)
  }

  /// Callers that wait for what becomes of one update: with so many it is done although its rate does not allow it.
  private static let mostSuperseded = 1_024

  let key: Key
  private let shares: CallerShares
  private(set) var share: CallerShare
  private var calls: ArraySlice<WaitingCall> = []
  /// `nil` until it is known: until then nothing is charged. It stays what it was for as long as calls wait.
  private(set) var caller: Caller?
  /// The outline of this connection's notification that is being posted; `nil` while none is. Further calls wait for it.
  private var posting: NotifyOutline?
  /// Until then the app's own rate lets no update through.
  private var pausedUntil: Uptime?
  /// By which the scheduler knows it.
  var member: UInt64 = 0
  var pause: Delay?

  init(_ key: Key, _ shares: CallerShares, _ caller: Caller?, now: Uptime) {
    self.key = key
    self.shares = shares
    self.caller = caller
    share = shares[key.group(of: caller), now]
  }

  var isEmpty: Bool { calls.isEmpty }
  var first: WaitingCall? { calls.first }

  /// Whether a notification that is not done yet updates the one with this number.
  func holdsUpdate(of number: UInt32) -> Bool {
    posting?.number == number
      || calls.contains { $0.member == .notify && NotifyOutline($0.message)?.number == number }
  }

  // MARK: Coming

  func admit(_ call: WaitingCall, now: Uptime) -> Admission {
    var call = call
    if call.member == .notify, caller != nil {
      if share.overRate > 0 { call.updateKey = NotifyOutline(call.message)?.updateKey }
      if let admission = supersede(by: call) { return admission }
      guard share.hasRate(at: now) else { return admitOverRate(call, now) }
      (call.standing, call.updateKey) = (.charged, nil)
    }
    guard shares.hasRoom(for: call.size, of: share, uncharged: call.standing == .free) else {
      return .refused(.tooManyWaiting)
    }
    if call.standing == .charged { share.charge(at: now) }
    append(call)
    return .admitted
  }

  private func admitOverRate(_ call: WaitingCall, _ now: Uptime) -> Admission {
    var call = call
    (call.standing, call.updateKey) = (.overRate, call.updateKey ?? NotifyOutline(call.message)?.updateKey)
    guard call.updateKey != nil || !hasOverRate else {
      return .refused(.tooMany(retryAfterMilliseconds: max(1, share.wait(at: now))))
    }
    guard shares.hasRoom(for: call.size, of: share, uncharged: true) else {
      return .refused(.tooManyWaiting)
    }
    append(call)
    return .admitted
  }

  /// Puts an update in the place of an earlier one of the same thing that waits for the rate; `nil` where there is none.
  private func supersede(by call: WaitingCall) -> Admission? {
    guard let updateKey = call.updateKey else { return nil }
    for index in calls.indices.reversed() {
      let earlier = calls[index]
      guard earlier.member != .close else { return nil }
      guard earlier.updateKey == updateKey else { continue }
      guard earlier.superseded.count < Self.mostSuperseded else { return nil }
      guard shares.hasRoom(for: call.size - earlier.size, of: share, uncharged: false) else {
        return .refused(.tooManyWaiting)
      }
      var update = call
      update.standing = .overRate
      update.superseded = earlier.references.filter { !$0.wantsNoReply }
      shares.remove(earlier, from: share)
      shares.add(update, to: share)
      calls[index] = update
      return .admitted
    }
    return nil
  }

  /// Whether a notification of this connection waits for the rate. It stands near the end, behind those that were charged.
  private var hasOverRate: Bool {
    share.overRate > 0 && calls.reversed().contains { $0.standing == .overRate }
  }

  private func append(_ call: WaitingCall) {
    shares.add(call, to: share)
    calls.append(call)
  }

  /// The caller's process is known: what waits counts as its own from now on. Returns the calls that it may not have
  /// waiting, each with its reason.
  func identify(as caller: Caller, now: Uptime) -> [(WaitingCall, NotifyError)] {
    guard self.caller == nil else { return [] }
    let waiting = calls
    for call in waiting { shares.remove(call, from: share) }
    calls = []
    share = shares[key.group(of: caller), now]
    self.caller = caller
    return waiting.compactMap { call in
      if case .refused(let error) = admit(call, now: now) { (call, error) } else { nil }
    }
  }

  // MARK: Going

  enum Wait: Equatable {
    case none
    /// The answer to an earlier notification.
    case answer
    /// So many milliseconds, for the app's own rate.
    case pause(Int64)
    /// So many milliseconds at least, for the rate that the caller has with all its connections.
    case rate(Int64)
  }

  /// What the first call waits for.
  func wait(at now: Uptime) -> Wait {
    if posting != nil { return .answer }
    guard let first = calls.first, first.standing == .overRate else { return .none }
    if let pausedUntil, pausedUntil > now { return .pause(pausedUntil.milliseconds - now.milliseconds) }
    let wait = first.superseded.count < Self.mostSuperseded ? share.wait(at: now) : 0
    return wait > 0 ? .rate(wait) : .none
  }

  func isPosting(_ call: WaitingCall) { posting = NotifyOutline(call.message) }
  func hasPosted() { posting = nil }

  /// Removes the first call, which is about to be done.
  func removeFirst(now: Uptime) -> WaitingCall? {
    guard let first = calls.popFirst() else { return nil }
    shares.remove(first, from: share)
    if first.standing == .overRate { share.charge(at: now) }
    return first
  }

  /// An update that the app's own rate does not let through for so many milliseconds: waits for that, in the place that it
  /// had, or as a part of a newer one.
  func putBack(_ call: WaitingCall, _ updateKey: UpdateKey, for milliseconds: Int64, now: Uptime) {
    var call = call
    (call.standing, call.updateKey) = (.overRate, updateKey)
    pausedUntil = now.advanced(byMilliseconds: milliseconds)
    let newer = calls.firstIndex { $0.standing == .overRate && $0.updateKey == updateKey }
    if let newer, !calls[..<newer].contains(where: { $0.member == .close }) {
      calls[newer].superseded = call.references.filter { !$0.wantsNoReply } + calls[newer].superseded
    } else {
      shares.add(call, to: share)
      calls.insert(call, at: calls.startIndex)
    }
  }
}

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
