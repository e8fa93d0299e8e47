import BusWire
import EventLoop
import Guidelines
import NotificationModel

/// A call that waits to be done.
struct WaitingCall {
  enum Standing {
    /// A notification within its caller's rate, which was charged for it.
    case charged
    /// A call that is no notification, or any call of a caller whose process is not known yet.
    case free
    /// A notification over its caller's rate, which waits until the rate allows it.
    case overRate
  }

  private(set) var message: Message
  let reference: CallReference
  let member: ServiceCall.Member
  var standing = Standing.free
  /// Set for notifications over the rate.
  var updateKey: UpdateKey?
  /// Earlier updates of the same notification that this newer one has replaced. They are answered together with this
  /// call.
  var superseded: [CallReference] = []

  /// Roughly the bytes of memory that the call takes.
  var size: Int { message.bytes.count }
  /// Whether it has a picture for which there may be no room.
  var isLarge: Bool { member == .notify && message.bytes.count > CallerShares.largeBytes }
  mutating func leaveOutPicture() { message.leaveOutMiddle() }
  /// All calls that are answered with this one's result.
  var references: [CallReference] { superseded + [reference] }
}

/// The waiting calls of one connection, in their order; of a portal's backend, those for one app.
///
/// One notification of a connection may wait for its caller's rate, so that a program that waits for each answer is
/// slowed down; a further new one over the rate is refused before its texts are read. An update is not refused for the
/// rate: it replaces an earlier waiting update of the same notification, because only the last value matters. No update
/// is moved before an earlier `CloseNotification`.
final class CallerQueue {
  struct Key: Hashable {
    let connection: [UInt8]
    /// The app for which a portal's backend calls.
    let app: [UInt8]?

    /// The scheduling group that the connection's calls are charged to.
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

  /// The most earlier updates that one update may replace; with so many it is done although over the rate.
  private static let mostSuperseded = 1_024

  let key: Key
  private let shares: CallerShares
  private(set) var share: CallerShare
  private var calls: ArraySlice<WaitingCall> = []
  /// `nil` until the process is known: until then no call is charged. Does not change while calls wait.
  private(set) var caller: Caller?
  /// The outline of the notification that is being posted, for which further calls wait; else `nil`.
  private var posting: NotifyOutline?
  /// Whether the first call names a banner that the server is being given.
  var awaitsNumber = false
  /// The time until which the app's own rate lets no update through.
  private var pausedUntil: Uptime?
  /// The queue's number at the scheduler.
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

  /// Whether a waiting or unfinished call updates the notification with this number.
  func holdsUpdate(of number: UInt32) -> Bool {
    posting?.number == number
      || calls.contains { $0.member == .notify && NotifyOutline($0.message)?.number == number }
  }

  // MARK: Coming

  func admit(_ call: WaitingCall, now: Uptime) -> Admission {
    var call = call
    if call.isLarge, !shares.hasPictureRoom(for: call.size, of: share) { call.leaveOutPicture() }
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

  /// Replaces an earlier update of the same notification that waits for the rate; `nil` where there is none.
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

  /// Whether a notification of this connection waits for the rate. Searched from the end, since it stands behind the
  /// charged ones.
  private var hasOverRate: Bool {
    share.overRate > 0 && calls.reversed().contains { $0.standing == .overRate }
  }

  private func append(_ call: WaitingCall) {
    shares.add(call, to: share)
    calls.append(call)
  }

  /// Called once the caller's process is known: admits the waiting calls again, now to the share of that process.
  /// Returns the calls that this refuses, each with its reason.
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
    /// The answer to an earlier notification, or the server's number of a banner.
    case answer
    /// For the app's own rate, in milliseconds.
    case pause(Int64)
    /// For the rate that all connections of the caller share, in milliseconds; it may take longer.
    case rate(Int64)
  }

  /// The reason for which the first call cannot be done yet.
  func wait(at now: Uptime) -> Wait {
    if posting != nil || awaitsNumber { return .answer }
    guard let first = calls.first, first.standing == .overRate else { return .none }
    if let pausedUntil, pausedUntil > now { return .pause(pausedUntil.milliseconds - now.milliseconds) }
    let wait = first.superseded.count < Self.mostSuperseded ? share.wait(at: now) : 0
    return wait > 0 ? .rate(wait) : .none
  }

  func isPosting(_ call: WaitingCall) { posting = NotifyOutline(call.message) }
  func hasPosted() { posting = nil }

  /// Removes and returns the first call, to be done now; charges it where it was over the rate.
  func removeFirst(now: Uptime) -> WaitingCall? {
    guard let first = calls.popFirst() else { return nil }
    shares.remove(first, from: share)
    if first.standing == .overRate { share.charge(at: now) }
    return first
  }

  /// Returns an update to the queue that the app's own rate does not let through for `milliseconds`: to its old place,
  /// or merged into a newer update of the same notification.
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

/// One caller's share of the service: its rate of notifications, and the number and bytes of its waiting calls. A
/// caller is a process with all its connections to the bus, or an app for which a portal's backend calls.
final class CallerShare {
  let group: SchedulingGroup
  private var limits: RateLimits
  private var bucket: TokenBucket
  /// Connections whose first calls wait for the rate, the longest first.
  private var awaiting: ArraySlice<CallerQueue.Key> = []
  /// Fires when the rate lets the next of `awaiting` through.
  var timer: Timer?
  /// The number of waiting calls that were not charged to the rate.
  fileprivate(set) var uncharged = 0
  /// The number of waiting notifications over the rate; `uncharged` counts them, too.
  fileprivate(set) var overRate = 0
  /// The bytes of the waiting messages.
  fileprivate(set) var bytes = 0
  /// Those of them that are of large calls.
  fileprivate(set) var pictureBytes = 0

  fileprivate init(_ group: SchedulingGroup, _ limits: RateLimits, _ now: Uptime) {
    self.group = group
    self.limits = limits
    bucket = Self.bucket(limits, now)
  }

  private static func bucket(_ limits: RateLimits, _ now: Uptime) -> TokenBucket {
    TokenBucket(
      capacity: limits.postBurst, refill: limits.postRefillPerSecond, perMilliseconds: 1_000, now: now)
  }

  /// Starts a new bucket where the configured limits have changed.
  fileprivate func follow(_ limits: RateLimits, _ now: Uptime) {
    guard limits != self.limits else { return }
    self.limits = limits
    bucket = Self.bucket(limits, now)
  }

  /// Whether the rate allows one more notification in addition to those that wait for it.
  func hasRate(at now: Uptime) -> Bool { bucket.holds(overRate + 1, at: now) }

  /// Milliseconds until the rate allows the next waiting notification; 0 when it does now.
  func wait(at now: Uptime) -> Int64 { bucket.wait(at: now) }

  func charge(at now: Uptime) { bucket.consume(at: now) }

  func await(_ key: CallerQueue.Key) { if !awaiting.contains(key) { awaiting.append(key) } }
  /// Removes and returns the connection that has waited longest for the rate.
  func popAwaiting() -> CallerQueue.Key? { awaiting.popFirst() }
  var hasAwaiting: Bool { !awaiting.isEmpty }

  fileprivate func isIdle(at now: Uptime) -> Bool { uncharged == 0 && bytes == 0 && bucket.isFull(at: now) }
}

/// The shares of all callers, and their common bound on memory.
final class CallerShares {
  /// The most waiting calls of one caller that were not charged to its rate.
  static let mostUncharged = 256
  /// The most waiting bytes of one caller: its large pictures, and an app's burst with small ones.
  static let mostBytesOfOne = 24 * 1_048_576
  /// The most waiting bytes of all callers together: the daemon's memory is limited.
  static let mostBytes = 64 * 1_048_576
  /// A call with more bytes has a large picture, and goes without it where there is no room for that.
  static let largeBytes = 2 * Message.endBytes + 16_384
  /// The part of these bytes that large calls may have: two of the largest, or nine with 1,000 by 1,000 pixels. The rest
  /// is for words.
  static let mostPictureBytes = 36 * 1_048_576
  static let mostPictureBytesOfOne = mostPictureBytes / 2
  /// A caller with at most this many bytes waiting is admitted also when others have used up the common bound.
  static let smallBytes = 16_384
  /// The number of remembered callers at which idle ones are forgotten. Only callers with their full burst left are,
  /// because forgetting gives the whole burst back.
  private static let most = 4_096

  private let limits: () -> RateLimits
  private var shares: [SchedulingGroup: CallerShare] = [:]
  private var bytes = 0
  private var pictureBytes = 0

  /// `limits`: returns the configured limits.
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

  /// Whether `size` more bytes may wait. `uncharged`: they belong to a further call that is not charged to the rate.
  func hasRoom(for size: Int, of share: CallerShare, uncharged: Bool) -> Bool {
    guard !uncharged || share.uncharged < Self.mostUncharged else { return false }
    let sum = share.bytes + size
    return size <= 0 || sum <= Self.smallBytes || sum <= Self.mostBytesOfOne && bytes + size <= Self.mostBytes
  }

  func hasPictureRoom(for size: Int, of share: CallerShare) -> Bool {
    share.pictureBytes + size <= Self.mostPictureBytesOfOne && pictureBytes + size <= Self.mostPictureBytes
  }

  func add(_ call: WaitingCall, to share: CallerShare) { count(call, 1, share) }
  func remove(_ call: WaitingCall, from share: CallerShare) { count(call, -1, share) }

  private func count(_ call: WaitingCall, _ sign: Int, _ share: CallerShare) {
    if call.standing != .charged { share.uncharged += sign }
    if call.standing == .overRate { share.overRate += sign }
    share.bytes += sign * call.size
    bytes += sign * call.size
    guard call.isLarge else { return }
    share.pictureBytes += sign * call.size
    pictureBytes += sign * call.size
  }
}
