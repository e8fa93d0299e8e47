import BusWire
import EventLoop
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
  let member: DoorCall.Member
  var standing = Standing.free
  /// Known where it waits for the rate behind others, or takes another's place.
  var thing: UpdatedThing?
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
  }

  enum Admission {
    case admitted
    case refused(DoorError)
  }

  /// Callers that wait for what becomes of one update: with so many it is done although its rate does not allow it.
  private static let mostSuperseded = 1_024

  let key: Key
  private let shares: CallerShares
  private(set) var share: CallerShare
  private var calls: ArraySlice<WaitingCall> = []
  /// Whether the process is known, as far as it can be: until then nothing is charged.
  private var isIdentified: Bool
  /// Whether a notification of this connection is being posted. Its further calls come after that.
  var isPosting = false
  /// Until then the app's own rate lets no update through.
  private var pausedUntil: Uptime?
  /// By which the scheduler knows it.
  var member: UInt64 = 0
  var timer: Timer?

  init(_ key: Key, _ shares: CallerShares, _ group: SchedulingGroup, isIdentified: Bool, now: Uptime) {
    self.key = key
    self.shares = shares
    self.isIdentified = isIdentified
    share = shares[group, now]
  }

  var isEmpty: Bool { calls.isEmpty }
  var first: WaitingCall? { calls.first }

  // MARK: Coming

  func admit(_ call: WaitingCall, now: Uptime) -> Admission {
    var call = call
    if call.member == .notify, isIdentified {
      if share.overRate > 0 { call.thing = NotifyOutline(call.message)?.thing }
      if supersedes(call) { return .admitted }
      guard share.hasRate(at: now) else { return admitOverRate(call, now) }
      (call.standing, call.thing) = (.charged, nil)
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
    (call.standing, call.thing) = (.overRate, call.thing ?? NotifyOutline(call.message)?.thing)
    guard call.thing != nil || !hasOverRate else {
      return .refused(.tooMany(retryAfterMilliseconds: max(1, share.wait(at: now))))
    }
    guard shares.hasRoom(for: call.size, of: share, uncharged: true) else {
      return .refused(.tooManyWaiting)
    }
    append(call)
    return .admitted
  }

  /// Puts an update in the place of an earlier one of the same thing that waits for the rate. Whether there was one.
  private func supersedes(_ call: WaitingCall) -> Bool {
    guard let thing = call.thing else { return false }
    for index in calls.indices.reversed() {
      guard calls[index].member != .close else { return false }
      guard calls[index].thing == thing else { continue }
      guard calls[index].superseded.count < Self.mostSuperseded else { return false }
      var update = call
      update.standing = .overRate
      update.superseded = calls[index].references.filter { !$0.wantsNoReply } + update.superseded
      shares.remove(calls[index], from: share)
      shares.add(update, to: share)
      calls[index] = update
      return true
    }
    return false
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
  func identify(as group: SchedulingGroup, now: Uptime) -> [(WaitingCall, DoorError)] {
    guard !isIdentified else { return [] }
    let waiting = calls
    for call in waiting { shares.remove(call, from: share) }
    calls = []
    share = shares[group, now]
    isIdentified = true
    return waiting.compactMap { call in
      if case .refused(let error) = admit(call, now: now) { (call, error) } else { nil }
    }
  }

  // MARK: Going

  /// Milliseconds until the first call can be done; 0 when it can be done now.
  func wait(at now: Uptime) -> Int64 {
    guard let first = calls.first, first.standing == .overRate else { return 0 }
    if let pausedUntil, pausedUntil > now { return pausedUntil.milliseconds - now.milliseconds }
    return first.superseded.count < Self.mostSuperseded ? share.wait(at: now) : 0
  }

  /// Removes the first call, which is about to be done.
  func removeFirst(now: Uptime) -> WaitingCall? {
    guard let first = calls.popFirst() else { return nil }
    shares.remove(first, from: share)
    if first.standing == .overRate { share.charge(at: now) }
    return first
  }

  /// An update that the app's own rate does not let through for so many milliseconds: waits for that, in the place that it
  /// had, or as a part of a newer one.
  func putBack(_ call: WaitingCall, _ thing: UpdatedThing, for milliseconds: Int64, now: Uptime) {
    var call = call
    (call.standing, call.thing) = (.overRate, thing)
    pausedUntil = now.advanced(byMilliseconds: milliseconds)
    let newer = calls.firstIndex { $0.standing == .overRate && $0.thing == thing }
    if let newer, !calls[..<newer].contains(where: { $0.member == .close }) {
      calls[newer].superseded = call.references.filter { !$0.wantsNoReply } + calls[newer].superseded
    } else {
      shares.add(call, to: share)
      calls.insert(call, at: calls.startIndex)
    }
  }
}
