import NotificationModel

// The screen is locked when the person says so, or the desktop does.

/// The lock as the person and the desktop tell it, and what of it the sink is told.
final class LockState {
  private let flag: LockFlag
  /// The person's word holds before it is stored, and while it cannot be; `Switches` has it as it is stored.
  private(set) var said = false
  private(set) var heard = ScreenLock.unlocked
  private var exposed = ExposedBanners()
  /// As those who follow the list know it.
  private var told = FollowedLock()

  init(_ flag: LockFlag) { self.flag = flag }

  /// The sink looks at it: nothing may slip through before a commit.
  func set(_ isLocked: Bool) { flag.set(isLocked) }
  func say(_ locked: Bool) { said = locked }
  func hear(_ lock: ScreenLock) { heard = lock }
  func take(exposed handles: [BannerHandle]) -> [BannerHandle] { exposed.take(handles) }
  func isNews(_ present: FollowedLock) -> Bool {
    defer { told = present }
    return told != present
  }
  func committed(_ followed: FollowedLock) {
    told = followed
    exposed.committed()
  }
}

extension DeliveryEngine {
  var isLocked: Bool { lock.said || lock.heard.hides }

  /// Whether it only counts as locked, because that is not known yet.
  private var isLockInDoubt: Bool { !lock.said && lock.heard == .undecided }

  /// Nobody is in front of a locked screen.
  var isPersonAway: Bool { lock.said || lock.heard.isPersonAway }

  private var presentLock: FollowedLock { FollowedLock(hides: isLocked, isCertain: !isLockInDoubt) }

  /// Who says that it is, as it is told to the person; empty while it is not, `nil` while that is in doubt.
  var lockHolders: [String]? {
    isLockInDoubt ? nil : (lock.said ? ["bellhop lock"] : []) + lock.heard.holders
  }

  /// To be called before `start` where the desktop is asked: until it has answered, the screen counts as locked.
  package func awaitScreenLock() { lock.hear(.undecided) }

  /// Stores the person's word.
  func storeLock() throws {
    if lock.said { lock.set(true) }
    try store.set(Switches.Name.locked, to: lock.said ? live.switches.bootID : nil)
    live.switches.setLocked(lock.said)
    try followLock()
  }

  func take(_ heard: ScreenLock) throws {
    lock.hear(heard)
    try followLock()
  }

  /// What an earlier process left on screen keeps its form while the lock is in doubt; else it may have ended while it
  /// followed it.
  func inheritLock() {
    lock.say(live.switches.locked)
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

  /// After the transaction was taken back. The person's word that could not be stored is tried again; what the desktop
  /// said is told again.
  func keepLock() {
    if lock.said != live.switches.locked { inbox.addOnce(.lock) }
    lock.set(isLocked)
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
  /// After a transaction that failed: what the lock brings about all the same. Those who follow the list hear of it, and
  /// banners that cannot be redacted are closed. The server's word that they are closed is handled like any other, and
  /// the notifications stay in the list.
  package func outputsOfUnstoredLock() -> [Output] {
    let news: [Output] = lock.isNews(presentLock) ? [.changed(Set((try? store.unreadIDs()) ?? []))] : []
    guard isLocked, !isLockInDoubt else { return news }
    let rows = (try? store.bannersShown()) ?? []
    let exposed = lock.take(exposed: rows.compactMap(\.exposedHandle) + live.passing.exposed)
    return news + exposed.map { .sink(.close($0)) }
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
