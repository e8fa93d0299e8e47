package import NotificationModel

// The screen is locked when the person says so, or the desktop does.

/// The lock as the desktop tells it, and what of it the sink is told.
final class LockState {
  private let flag: LockFlag
  private(set) var heard = ScreenLock.unlocked
  private var exposed = ExposedBanners()

  init(_ flag: LockFlag) { self.flag = flag }

  /// The sink looks at it: nothing may slip through before a commit.
  func set(_ isLocked: Bool) { flag.set(isLocked) }
  func hear(_ lock: ScreenLock) { heard = lock }
  func take(exposed handles: [BannerHandle]) -> [BannerHandle] { exposed.take(handles) }
  func committed() { exposed.committed() }
}

extension DeliveryEngine {
  var isLocked: Bool { live.switches.locked || lock.heard.hides }

  /// Whether it only counts as locked, because that is not known yet.
  private var isLockInDoubt: Bool { !live.switches.locked && lock.heard == .undecided }

  /// Nobody is in front of a locked screen; also when the person locked it in a transaction that failed.
  var isPersonAway: Bool { live.switches.locked || lock.heard.isPersonAway || inbox.contains(.lock) }

  /// Somebody says so, or the person did in a transaction that failed.
  private var isKnownToBeLocked: Bool { isLocked && !isLockInDoubt || inbox.contains(.lock) }

  private var presentLock: FollowedLock { FollowedLock(hides: isLocked, isCertain: !isLockInDoubt) }

  /// Who says that it is, as it is told to the person; empty while it is not, `nil` while that is in doubt.
  var lockHolders: [String]? {
    isLockInDoubt ? nil : (live.switches.locked ? ["bellhop lock"] : []) + lock.heard.holders
  }

  /// To be called before `start` where the desktop is asked: until it has answered, the screen counts as locked.
  package func awaitScreenLock() { lock.hear(.undecided) }

  /// What was locked in a transaction that failed is locked still, until the person says otherwise.
  func storeLock(_ locked: Bool) throws {
    if locked { lock.set(true) }
    try store.set(Switches.Name.locked, to: locked ? live.switches.bootID : nil)
    live.switches.setLocked(locked)
    try followLock()
  }

  func take(_ heard: ScreenLock) throws {
    lock.hear(heard)
    try followLock()
  }

  /// What an earlier process left on screen keeps its form while the lock is in doubt; else it may have ended while it
  /// followed it.
  func inheritLock() {
    live.followedLock = presentLock
    lock.set(isLocked)
    if !isLockInDoubt { live.screenChanges.add(.followLock(locked: isLocked)) }
    live.screenChanges.add(.refresh)
  }

  /// What is on screen changes its text without a second alert.
  private func followLock() throws {
    if isLocked { lock.set(true) }
    if presentLock != live.followedLock {
      live.followedLock = presentLock
      live.screenChanges.add(.followLock(locked: isLocked))
      if isLocked { removeExposedPassing() }
      // What only waited for the screen to be unlocked.
      if !isLocked { inbox.addOnce(.review) }
      outbox.noteChanges(of: try store.unreadIDs())
      // Also where nothing is unread: whoever keeps others begins again.
      outbox.add(.changed([]))
    }
    lock.set(isLocked)
  }

  /// After the transaction was taken back. A lock that could not be stored hides all the same, and is tried again; what
  /// the desktop said stays so, and is told again.
  func keepLock(saidByPerson: Bool) {
    if saidByPerson && !live.switches.locked { inbox.addOnce(.lock) }
    lock.set(saidByPerson || isLocked)
  }
}

/// What a locked screen shows in the clear while nothing can be stored, and with it no new text handed over.
///
/// Invariant: each is named once until a transaction is committed again, however often one fails until then.
struct ExposedBanners {
  private var named: Set<BannerHandle> = []

  mutating func take(_ handles: [BannerHandle]) -> [BannerHandle] {
    handles.filter { named.insert($0).inserted }
  }
  mutating func committed() { named.removeAll() }
}

extension DeliveryEngine {
  /// After a transaction that failed: the banners to close at once, because they cannot be redacted. The server's word
  /// that they are closed is handled like any other, and the notifications stay in the list.
  package func exposedBanners() -> [BannerHandle] {
    guard isKnownToBeLocked else { return [] }
    let rows = (try? store.bannersShown()) ?? []
    return lock.take(exposed: rows.compactMap(\.exposedHandle) + live.passing.exposed)
  }
}

extension BannerRow {
  /// What shows private text in the clear, and no call to the server is under way to change that.
  fileprivate var exposedHandle: BannerHandle? {
    if case .handedOver = phase { return nil }
    return phase?.shown.flatMap { $0.isExposed ? $0.handle : nil }
  }
}

/// The lock that what is on screen was last made to follow.
struct FollowedLock: Hashable {
  var hides = false
  /// Not in doubt. What an earlier process left on screen keeps its form until somebody says locked or unlocked.
  var isCertain = true
}
