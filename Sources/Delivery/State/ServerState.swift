import Guidelines
import NotificationModel
import Records
import Retry
import Store

/// A command that the server was given, with the facts that its answer needs.
struct Asked: Hashable {
  var subject: BannerSubject
  /// The app of the banner; `nil` for `describe`.
  var app: AppID?
  var alerts = false
  var hasLockedForm = false
  var previews: Previews?
  /// A copied image that the server has yet to open. It is kept even if no record names it any more.
  var image: String?
  /// The request as the banner shows it; `nil` if it is not a notification's.
  var request: NotificationRequest?
  /// Actions that the banner leaves out because a press on them would reach no program.
  var unreachable: [Action] = []
  /// The round of a banner that speaks for several notifications.
  var round: Int64?
}

/// The notification server, and the command that it was given.
///
/// Invariant: at most one command that expects an answer is outstanding. The next one is sent at the earliest with the
/// commit of the transaction that handles the answer.
final class ServerState {
  let sinkName: String
  @Transacted private(set) var presence: ServerPresence
  @Transacted private(set) var description: ServerDescription?
  @Transacted private(set) var outstanding: (asked: Asked, since: Uptime)?
  /// Whether there may be a copied image that was kept only for the server.
  @Transacted private(set) var hasReleasedImage: Bool
  /// No banner is handed over before this time, because the server asked for a pause.
  @Transacted private var pausedUntil: Uptime?
  /// Whether the pause is for a server that is not there. During any other, texts that a locked screen must not show are
  /// hidden all the same.
  @Transacted private var pausesAll: Bool
  /// For consecutive calls that the server was too busy for, or never answered.
  @Transacted private var callBackoff: Backoff
  /// When to ask the bus (again) to start a server.
  @Transacted private var activateAt: Uptime?
  @Transacted private var activationBackoff: Backoff
  /// Whether this process has seen its first server, whose banners of an earlier process are restored.
  @Transacted private var hasRestored: Bool
  /// Whether the engine is stopping, and hands over no more banners.
  @Transacted private(set) var isStopping: Bool

  /// The name that the server gives itself; before it has, the name of the sink.
  var name: String { description?.name ?? sinkName }

  /// Whether the server keeps its own list of past banners.
  var keepsList: Bool { description?.capabilities.contains("persistence") == true }

  /// The name of the last server that may list earlier banners, also of an earlier process.
  @Transacted private(set) var keptListName: String?
  private static let keptListKey = "serverWithList"

  /// Whether the server changes a banner without asking for attention. True before the server has been described, when
  /// it is given no banner.
  var changesSilently: Bool { description?.changesSilently ?? true }

  /// Whether it changes a banner so to the form that a lock or its end requires.
  var followsLock: Bool { changesSilently || listsSilently }
  /// Whether a banner on its screen may have moved to its list, unseen.
  var listsSilently: Bool { description?.isSwaync == true }

  /// Whether only as critical the alarm or the call stays on its screen.
  func keepsUpCriticalAlone(_ request: NotificationRequest) -> Bool {
    request.callsUntilAnswered && description?.keepsUpCriticalAlone == true
  }

  /// Whether it says that a banner is closed when the entry leaves its list: GNOME Shell keeps ten of an app.
  var endsListed: Bool { description?.isGNOME == true }

  /// The mark of a notification that was shown while the person could not see it. A server that changes banners
  /// silently shows the text again at the unlock, so the missed notice does not count it.
  func missed(_ cause: Missed.Cause) -> Missed { Missed(cause, isTold: changesSilently && cause != .away) }

  /// After this time without an answer the server counts as not answering; the call goes on.
  static let answerMilliseconds: Int64 = 5_000

  /// How many banners this process of the server did not close when asked.
  @Transacted private var closesIgnored: Int
  /// Whether the server closes banners and says nothing of it.
  @Transacted private(set) var closesUntold: Bool
  /// Whether a private text is replaced at a lock without waiting a second for its closing.
  var ignoresCloses: Bool { closesIgnored >= 2 }
  func ignoredClose() { closesIgnored = min(closesIgnored + 1, 2) }
  func closedUntold() { closesUntold = true }

  func ask(_ asked: Asked, now: Uptime) { outstanding = (asked, now) }
  func answered() {
    if outstanding?.asked.image != nil { hasReleasedImage = true }
    outstanding = nil
  }

  @Transacted private(set) var isAnswering: Bool

  /// The capabilities that were last announced by any server, in this process or an earlier one: sorted, at most
  /// `mostCapabilities`.
  @Transacted private(set) var lastCapabilities: [String]
  private let store: SQLiteStore
  /// The key of the capabilities in the store; the value has one in each line.
  private static let capabilitiesName = "serverCapabilities"
  private static let mostCapabilities = 64
  private static let capabilityBytes = 64

  func readCapabilities() throws {
    lastCapabilities =
      try store.value(Self.capabilitiesName)?.split(separator: "\n").map(String.init) ?? []
    keptListName = try store.value(Self.keptListKey)
  }

  /// A server may announce anything, so length and number are bounded.
  private func remember(_ capabilities: Set<String>) throws {
    let known = capabilities.filter { $0.utf8.count <= Self.capabilityBytes && ItemID($0) != nil }
    let told = Array(known.sorted().prefix(Self.mostCapabilities))
    guard told != lastCapabilities else { return }
    try store.set(Self.capabilitiesName, to: told.joined(separator: "\n"))
    lastCapabilities = told
  }

  init(sinkName: String, in transaction: Transaction) {
    self.sinkName = sinkName
    _presence = Transacted(.unknown, in: transaction)
    _description = Transacted(nil, in: transaction)
    _outstanding = Transacted(nil, in: transaction)
    _hasReleasedImage = Transacted(false, in: transaction)
    _pausedUntil = Transacted(nil, in: transaction)
    _pausesAll = Transacted(false, in: transaction)
    _callBackoff = Transacted(Backoff(), in: transaction)
    _activateAt = Transacted(nil, in: transaction)
    _activationBackoff = Transacted(Backoff(), in: transaction)
    _hasRestored = Transacted(false, in: transaction)
    _isStopping = Transacted(false, in: transaction)
    _isAnswering = Transacted(true, in: transaction)
    _closesIgnored = Transacted(0, in: transaction)
    _closesUntold = Transacted(false, in: transaction)
    _lastCapabilities = Transacted([], in: transaction)
    _keptListName = Transacted(nil, in: transaction)
    store = transaction.store
  }

  /// Updates `isAnswering`; to be called before reading it.
  func followTime(now: Uptime) {
    let isInTime =
      outstanding.map { now < $0.since.advanced(byMilliseconds: Self.answerMilliseconds) } ?? true
    if isInTime != isAnswering { isAnswering = isInTime }
  }

  func stop() { isStopping = true }
  func releasedImage() { hasReleasedImage = false }

  /// Returns whether it is the first server of this process.
  func described(_ description: ServerDescription) throws -> Bool {
    try remember(description.capabilities)
    self.description = description
    let name =
      (keepsList || description.keepsHistory) ? description.name.cut(toBytes: Self.capabilityBytes) : nil
    if name != keptListName {
      try store.set(Self.keptListKey, to: name)
      keptListName = name
    }
    defer { hasRestored = true }
    return !hasRestored
  }

  /// `exposed`: for a text that a locked screen must not show.
  func pauses(exposed: Bool = false, _ now: Uptime) -> Bool {
    guard let pausedUntil, now < pausedUntil else { return false }
    return pausesAll || !exposed
  }

  /// The server has shown a banner.
  func served() { callBackoff.reset() }
  /// The failure was the banner's fault, and not the server's.
  func forgive() {
    pausedUntil = nil
    callBackoff.reset()
  }

  /// The server has not shown the banner. After `busy`, `refused` and `unanswered` the next try comes after a pause,
  /// longer each time.
  func failed(_ failure: SinkFailure, now: Uptime) {
    switch failure {
    case .noServer:
      // The bus reports the next server; if that report is late, a try after a second does no harm.
      if case .present = presence {
        (pausedUntil, pausesAll) = (now.advanced(byMilliseconds: 1_000), true)
      }
    case .serverDied: break
    case .busy, .refused, .unanswered:
      (pausedUntil, pausesAll) = (now.advanced(byMilliseconds: callBackoff.next()), false)
    }
  }

  var reachability: Reachability {
    switch presence {
    case .unknown: return .reachable
    case .present: return isAnswering ? .reachable : .notAnswering
    // A server that the bus can start counts as reachable until a start has failed.
    case .absent(let activatable):
      return activatable && activationBackoff.failures <= 1 ? .reachable : .absent
    }
  }

  /// Whether to ask the bus now to start a server: after 0, 1, 2, 4 … 60 seconds.
  func shouldActivate(now: Uptime) -> Bool {
    guard case .absent(activatable: true) = presence, now >= activateAt ?? now else { return false }
    activateAt = now.advanced(byMilliseconds: activationBackoff.next())
    return true
  }

  func changed(to presence: ServerPresence) {
    if case .present = presence {
      activationBackoff.reset()
      activateAt = nil
    }
    if self.presence != presence {
      description = nil
      callBackoff.reset()
      pausedUntil = nil
      (closesIgnored, closesUntold) = (0, false)
    }
    self.presence = presence
  }

  func wake(hasWaiting: Bool, now: Uptime) -> Uptime? {
    if let outstanding {
      return isAnswering ? outstanding.since.advanced(byMilliseconds: Self.answerMilliseconds) : nil
    }
    guard hasWaiting else { return nil }
    return switch presence {
    case .present: pausedUntil
    case .absent(activatable: true): activateAt
    case .absent, .unknown: nil
    }
  }
}
