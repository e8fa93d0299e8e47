import Guidelines
import NotificationModel

/// Who can see the screen: whether it is locked, whether the person is there, and which apps are in front of them.
///
/// The lock is no part of a transaction: the person's and the desktop's word on it holds before it is stored, and while it
/// cannot be.
final class Attention {
  private let flag: LockFlag
  private var said = false
  private var heard = ScreenLock.unlocked
  @Transacted private var followed: FollowedLock
  /// As those who follow the list know it.
  private var told = FollowedLock()
  private var exposed = ExposedBanners()
  private var claims = ForegroundClaims()
  /// What the desktop itself says, which counts for more than a claim.
  private var focus = DesktopFocus.unknown
  /// Not stored: after a restart the desktop is asked anew.
  private var presence = PresenceAnswers()

  init(_ flag: LockFlag, in transaction: Transaction) {
    self.flag = flag
    _followed = Transacted(FollowedLock(), in: transaction)
  }

  // MARK: The lock

  var isLocked: Bool { said || heard.hides }

  /// Whether it only counts as locked, because that is not known yet.
  var isLockInDoubt: Bool { !said && heard == .undecided }

  /// Whether the person is away and sees no banner: the screen is locked by more than being shared, or there is no input.
  /// Where no source knows of input, the person is neither away nor there.
  var isPersonAway: Bool { isLockedForAbsence || isIdle }
  var isPersonThere: Bool { !isLocked && presence.presence == .here }
  /// Since when the person has been there, as of the last transaction; `nil` while they are away.
  private(set) var thereSince: Uptime?
  func note(_ now: Uptime) { thereSince = isPersonThere ? thereSince ?? now : nil }

  /// `nil` where nothing tells of input.
  var isPersonKnownThere: Bool? { presence.presence.map { _ in isPersonThere } }

  var isIdle: Bool { presence.presence == .away }
  private var isLockedForAbsence: Bool { said || heard.isPersonAway }

  /// Why the person does not see a banner shown now; `nil` if they see it. `hidden`: the banner is without its text.
  func absence(hidden: Bool) -> Missed.Cause? {
    if isLockedForAbsence { return .locked }
    if isIdle { return .away }
    return hidden ? .hidden : nil
  }

  /// Who says that it is, as it is told to the person; empty while it is not, `nil` while that is in doubt.
  var lockHolders: [String]? { isLockInDoubt ? nil : (said ? ["bellhop lock"] : []) + heard.holders }

  /// Whether it counts as locked for the person before it, too, who sees it while it is merely shared.
  var isLockedForPerson: Bool { isLocked && lockHolders != [LockedScreen.sharing] }

  /// The person's own word.
  var isSaidLocked: Bool { said }
  func say(_ locked: Bool) {
    said = locked
    if locked { flag.set(true) }
  }
  func hear(_ lock: ScreenLock) { heard = lock }

  private var present: FollowedLock { FollowedLock(hides: isLocked, isCertain: !isLockInDoubt) }

  /// Tells the sink of a lock before all else, and of its end after all else: nothing slips through in between.
  /// `follow`: makes what is on screen follow it, where it is another than what that follows.
  func tellSink(after follow: () throws -> Void) rethrows {
    if isLocked { flag.set(true) }
    if present != followed {
      followed = present
      try follow()
    }
    flag.set(isLocked)
  }

  /// Takes the present lock as the one that the screen follows already.
  func inherit() {
    followed = present
    flag.set(isLocked)
  }

  /// After a transaction was taken back.
  func tellSinkAgain() { flag.set(isLocked) }

  func committed() {
    told = followed
    exposed.committed()
  }

  /// Whether those who follow the list do not know of it yet. They do from now on.
  func isNewsToFollowers() -> Bool {
    defer { told = present }
    return told != present
  }

  /// Those that are to be closed, each once until a transaction is committed again.
  func notYetNamed(_ handles: [BannerHandle]) -> [BannerHandle] { exposed.notYetNamed(handles) }

  // MARK: The app in front

  func hear(_ focus: DesktopFocus) { self.focus = focus }
  func hear(_ presence: Presence?, from source: PresenceSource) { self.presence.hear(presence, from: source) }

  /// At most this many apps in front through one connection; a person looks at one.
  private static let claimsPerConnection = 16

  func claim(_ app: AppID, by connection: UInt64, front: Bool, thread: OpaqueName?) throws {
    guard
      !front || claims.holds(app, by: connection)
        || claims.count(connection: connection) < Self.claimsPerConnection
    else {
      throw Refusal.quotaExceeded(
        quota: "foreground", limit: Self.claimsPerConnection, retryAfterMilliseconds: nil)
    }
    claims.set(app, by: connection, front: front, thread: thread)
  }

  func disconnected(_ connection: UInt64) { claims.drop(connection: connection) }

  /// What the app says, unless the desktop knows better. Nobody is in front of the person behind a lock, or of one
  /// who is `away`.
  func foreground(of app: AppID, away: Bool? = nil) -> Foreground {
    if away ?? isPersonAway { return .background }
    let threads = claims.threads(of: app)
    return switch focus {
    case .unknown: threads.map { .front(threads: $0, by: .app) } ?? .background
    case .apps(let apps) where apps.contains(app): .front(threads: threads ?? [], by: .desktop)
    case .apps: threads == nil ? .background : .overruled
    }
  }

  /// Those that count as being in front.
  var appsInFront: [AppID] {
    if isPersonAway { return [] }
    return switch focus {
    case .unknown: claims.apps
    case .apps(let apps): apps.sorted()
    }
  }
}

/// Who says to be in front. A claim lasts as long as the connection that made it; any one is enough.
private struct ForegroundClaims {
  private struct Claim: Hashable {
    let app: AppID
    let connection: UInt64
  }

  private var claims: [Claim: OpaqueName?] = [:]

  mutating func set(_ app: AppID, by connection: UInt64, front: Bool, thread: OpaqueName?) {
    let claim = Claim(app: app, connection: connection)
    if front { claims.updateValue(thread, forKey: claim) } else { claims.removeValue(forKey: claim) }
  }

  mutating func drop(connection: UInt64) { claims = claims.filter { $0.key.connection != connection } }

  /// The threads that the app says the person looks at; `nil` where it does not say that it is in front.
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

/// The lock that what is on screen was last made to follow.
private struct FollowedLock: Hashable {
  var hides = false
  /// Not in doubt. What an earlier process left on screen keeps its form until somebody says locked or unlocked.
  var isCertain = true
}

/// What a locked screen shows in the clear while nothing can be stored, and with it no new text handed over.
///
/// Invariant: each is named once until a transaction is committed again, however often one fails until then.
private struct ExposedBanners {
  private var named: Set<BannerHandle> = []

  mutating func notYetNamed(_ handles: [BannerHandle]) -> [BannerHandle] {
    handles.filter { named.insert($0).inserted }
  }
  mutating func committed() { named.removeAll() }
}

/// Presence, combined from all sources.
struct PresenceAnswers {
  private var answers: [PresenceSource: Presence] = [:]

  private static let measuring: [PresenceSource] = [.x11, .wayland, .mutter]

  /// `nil`: the source does not know.
  mutating func hear(_ presence: Presence?, from source: PresenceSource) { answers[source] = presence }

  /// `nil` where no source knows. Of the sources that measure input, one that has seen some is right. logind's time is
  /// another, and it counts where none measures.
  var presence: Presence? {
    if answers[.logindInhibitor] == .here || answers[.gnomeInhibitor] == .here { return .here }
    let measured = Self.measuring.compactMap { answers[$0] }
    guard !measured.isEmpty else { return answers[.logind] }
    return measured.contains(.here) ? .here : .away
  }
}
