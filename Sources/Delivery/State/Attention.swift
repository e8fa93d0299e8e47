import Guidelines
import NotificationModel
import Records

/// Whether the person can see the screen: the lock, the person's presence, and the apps in the foreground.
///
/// The lock is not part of a transaction: it takes effect before it is stored, and also while nothing can be stored.
final class Attention {
  private let flag: LockFlag
  /// Whether the person has locked the screen by `bellhop lock`.
  private(set) var isLockedByPerson = false
  private var desktopLock = ScreenLock.unlocked
  private var lockScreen = LockScreen.mayShowText
  @Transacted private var appliedLock: AppliedLock
  /// The lock as it was last announced to the followers of the list.
  private var announcedLock = AppliedLock()
  private var exposed = ExposedBanners()
  private var claims = ForegroundClaims() { didSet { forgetThoseBehind() } }
  /// The foreground as the desktop reports it, which counts for more than a claim.
  private var focus = DesktopFocus.unknown { didSet { forgetThoseBehind() } }
  /// The process of the window in the foreground; `nil` if the desktop does not tell.
  private(set) var frontProcess: Int32?
  /// Since when each app in the foreground has been there, as of the last transaction.
  private var frontSince: [AppID: Uptime] = [:]
  /// The window in the foreground that fills the screen, as the desktop reports it.
  private(set) var fullScreen: FullScreenWindow?
  /// Not stored: after a restart the desktop is asked anew.
  private var presence = PresenceAnswers()

  init(_ flag: LockFlag, in transaction: Transaction) {
    self.flag = flag
    _appliedLock = Transacted(AppliedLock(), in: transaction)
  }

  // MARK: The lock

  var isLocked: Bool { isLockedByPerson || desktopLock.hides }

  /// Whether the screen only counts as locked because a source has not answered yet.
  var isLockInDoubt: Bool { !isLockedByPerson && desktopLock == .undecided }

  var lockDemand: LockDemand {
    guard isLocked else { return .text }
    // A lock that the person states to Bellhop need not be one of the desktop, and a shared screen has no locker. As the
    // machine falls asleep, and when it wakes, a desktop locks by itself, or the person does not want it locked.
    let isOfDesktop = !isLockedByPerson && !isShared && !isLockInDoubt
    return isOfDesktop && lockScreen != .mayShowText ? .nothing : .hiding
  }

  /// Whether the person is away and sees no banner: the screen is locked, and not only shared, or there is no input. If
  /// no source knows of input, the person is neither away nor there.
  var isPersonAway: Bool { isLockedForAbsence || isIdle }
  var isPersonThere: Bool { !isLocked && presence.presence != nil && !isIdle }
  /// The time since which the person has been there, as of the last transaction; `nil` while they are away.
  private(set) var thereSince: Uptime?
  /// The time since which the person has been away, likewise.
  private(set) var awaySince: Uptime?
  func note(_ now: Uptime) {
    unlockCounts = unlockCounts.flatMap { end in
      end <= now ? nil : min(end, now.advanced(byMilliseconds: Int64(Presence.milliseconds)))
    }
    thereSince = isPersonThere ? thereSince ?? now : nil
    awaySince = isPersonAway ? awaySince ?? now : nil
    frontSince = foregroundApps.reduce(into: [:]) { $0[$1] = frontSince[$1] ?? now }
  }

  /// Until then an unlock counts as input, since no source sees one by a finger or by `bellhop unlock` from elsewhere.
  private var unlockCounts: Uptime?
  var wake: Uptime? { presence.presence == .away ? unlockCounts : nil }

  /// `nil` if no source knows of input.
  var isPersonKnownThere: Bool? { presence.presence.map { _ in isPersonThere } }

  var isIdle: Bool { presence.presence == .away && unlockCounts == nil }
  private var isLockedForAbsence: Bool { isLockedByPerson || desktopLock.isPersonAway }

  /// Why the person does not see a banner shown now; `nil` if they see it. `hidden`: the banner is without its text.
  func absence(hidden: Bool) -> Missed.Cause? {
    if isLockedForAbsence { return .locked }
    if isIdle { return .away }
    return hidden ? .hidden : nil
  }

  /// The sources that say that the screen is locked, by the names that the person is told; empty if it is unlocked,
  /// `nil` while that is in doubt.
  var lockHolders: [String]? {
    isLockInDoubt ? nil : (isLockedByPerson ? ["bellhop lock"] : []) + desktopLock.holders
  }

  /// Whether others see the screen.
  var isShared: Bool { desktopLock.holders.contains(LockedScreen.sharing) }

  /// Whether the screen is locked for the person as well; a shared screen hides private text from others only.
  var hidesFromPerson: Bool { isLocked && lockHolders != [LockedScreen.sharing] }

  func setLockedByPerson(_ locked: Bool) {
    isLockedByPerson = locked
    if locked { flag.set(true) }
  }
  func awaitDesktop() { (desktopLock, lockScreen) = (.undecided, .unknown) }
  func update(_ lock: ScreenLock) { desktopLock = lock }
  func update(_ lockScreen: LockScreen) { self.lockScreen = lockScreen }

  private var present: AppliedLock {
    AppliedLock(
      demand: lockDemand, endsWithUnlock: isLockedByPerson || desktopLock.isByLocker,
      isCertain: !isLockInDoubt)
  }

  /// Tells the sink of a lock before all else, and of its end after all else, so that no banner slips through in
  /// between. `follow`: adapts the banners on screen if the lock has changed since they were last adapted.
  func tellSink(after follow: () throws -> Void) rethrows {
    if isLocked { flag.set(true) }
    if present != appliedLock {
      let isUnlock = appliedLock.endsWithUnlock && !isLockedForAbsence
      unlockCounts = isUnlock ? Uptime(milliseconds: .max) : nil
      appliedLock = present
      try follow()
    }
    flag.set(isLocked)
  }

  /// Treats the banners on screen as adapted to the present lock.
  func inherit() {
    appliedLock = present
    flag.set(isLocked)
  }

  /// Tells the sink again after a rollback.
  func tellSinkAgain() { flag.set(isLocked) }

  func committed() {
    announcedLock = appliedLock
    exposed.committed()
  }

  /// Whether the lock has changed since it was last announced to the followers of the list. Counts as announced from
  /// now on.
  func isUnannounced() -> Bool {
    defer { announcedLock = present }
    return announcedLock != present
  }

  /// The handles among these that have not been closed yet since the last commit.
  func notYetClosed(_ handles: [BannerHandle]) -> [BannerHandle] { exposed.notYetClosed(handles) }

  // MARK: The app in the foreground

  func update(_ focus: DesktopFocus, of process: Int32?) {
    self.focus = focus
    frontProcess = process
  }
  func update(_ fullScreen: FullScreenWindow?) { self.fullScreen = fullScreen }
  func update(_ presence: Presence?, from source: PresenceSource) {
    self.presence.update(presence, from: source)
  }

  /// The most apps that may claim the foreground through one connection; a person looks at one.
  private static let claimsPerConnection = 16

  func claim(_ app: AppID, by connection: UInt64, isForeground: Bool, thread: OpaqueName?) throws {
    guard
      !isForeground || claims.holds(app, by: connection)
        || claims.count(connection: connection) < Self.claimsPerConnection
    else {
      throw Refusal.quotaExceeded(
        quota: "foreground", limit: Self.claimsPerConnection, retryAfterMilliseconds: nil)
    }
    claims.set(app, by: connection, isForeground: isForeground, thread: thread)
  }

  func disconnected(_ connection: UInt64) { claims.drop(connection: connection) }

  /// The app's own claim, unless the desktop contradicts it. Behind a lock, or while the person is `away`, no app is in
  /// the foreground. `isHeard`: whether the app hears of what is left to it without a claim.
  func foreground(of app: AppID, isHeard: Bool, away: Bool? = nil) -> Foreground {
    if away ?? isPersonAway { return .background }
    let threads = claims.threads(of: app)
    return switch focus {
    case .unknown: threads.map { .front(threads: $0, by: .app) } ?? .background
    case .apps(let apps) where apps.contains(app):
      threads != nil || isHeard ? .front(threads: threads ?? [], by: .desktop) : .unheard
    case .apps: threads == nil ? .background : .overruled
    }
  }

  /// The apps that count as being in the foreground.
  var foregroundApps: [AppID] {
    if isPersonAway { return [] }
    return switch focus {
    case .unknown: claims.apps
    case .apps(let apps): apps.sorted()
    }
  }

  /// Since when the app has been in the foreground; `nil` if it came there in this transaction, or is not there.
  func inFrontSince(_ app: AppID) -> Uptime? { frontSince[app] }

  private func forgetThoseBehind() {
    guard !frontSince.isEmpty else { return }
    let present = Set(foregroundApps)
    frontSince = frontSince.filter { present.contains($0.key) }
  }
}

/// The apps that claim to be in the foreground. A claim lasts as long as its connection; one claim is enough.
private struct ForegroundClaims {
  private struct Claim: Hashable {
    let app: AppID
    let connection: UInt64
  }

  private var claims: [Claim: OpaqueName?] = [:]

  mutating func set(_ app: AppID, by connection: UInt64, isForeground: Bool, thread: OpaqueName?) {
    let claim = Claim(app: app, connection: connection)
    if isForeground { claims.updateValue(thread, forKey: claim) } else { claims.removeValue(forKey: claim) }
  }

  mutating func drop(connection: UInt64) { claims = claims.filter { $0.key.connection != connection } }

  /// The threads that the app shows, by its own claim; `nil` if it does not claim the foreground.
  func threads(of app: AppID) -> Set<OpaqueName>? {
    let mine = claims.filter { $0.key.app == app }
    return mine.isEmpty ? nil : Set(mine.values.compactMap { $0 })
  }

  func holds(_ app: AppID, by connection: UInt64) -> Bool {
    claims.keys.contains(Claim(app: app, connection: connection))
  }

  func count(connection: UInt64) -> Int { claims.keys.count { $0.connection == connection } }
  var apps: [AppID] { Set(claims.keys.map(\.app)).sorted() }
}

/// The lock that the banners on screen were last adapted to.
private struct AppliedLock: Hashable {
  var demand = LockDemand.text
  /// Whether the person has to unlock it, which the end of a shared screen or of the machine's sleep is not.
  var endsWithUnlock = false
  /// Whether the lock is not in doubt. Banners that an earlier process left on screen keep their form until a source
  /// says locked or unlocked.
  var isCertain = true
}

/// Banners that show private text on a locked screen while storing fails, and no new text can be handed over.
///
/// Invariant: each is closed once until a transaction is committed again, however many fail before that.
private struct ExposedBanners {
  private var named: Set<BannerHandle> = []

  mutating func notYetClosed(_ handles: [BannerHandle]) -> [BannerHandle] {
    handles.filter { named.insert($0).inserted }
  }
  mutating func committed() { named.removeAll() }
}

/// Presence, combined from all sources.
struct PresenceAnswers {
  private var answers: [PresenceSource: Presence] = [:]
  /// `nil` if no source knows.
  private(set) var presence: Presence?

  private static let measuring: [PresenceSource] = [.x11, .wayland, .mutter]

  /// `presence`: `nil` if the source does not know.
  mutating func update(_ presence: Presence?, from source: PresenceSource) {
    answers[source] = presence
    self.presence = combined
  }

  /// Among the sources that measure input, one that has seen input is right. logind has another time limit, so it counts
  /// only if no source measures.
  private var combined: Presence? {
    if answers[.logindInhibitor] == .here || answers[.gnomeInhibitor] == .here { return .here }
    let measured = Self.measuring.compactMap { answers[$0] }
    guard !measured.isEmpty else { return answers[.logind] }
    return measured.contains(.here) ? .here : .away
  }
}
