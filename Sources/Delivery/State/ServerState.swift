import Guidelines
import NotificationModel
import Retry

/// What a server was asked, and what of it is needed when it answers.
struct Asked: Hashable {
  var subject: BannerSubject
  /// Whose banner it is.
  var app: AppID?
  var alerts = false
  var hasLockedForm = false
  var previews: Previews?
  /// A copy that the server has yet to open, even where nothing names it any more.
  var image: String?
  /// The notification's, as the banner tells it.
  var request: NotificationRequest?
  /// Actions that the banner leaves out, because no program would hear a press on them.
  var unreachable: [Action] = []
}

/// What is known of the notification server, and what it was asked.
///
/// Invariant: at most one command that is answered is outstanding; the next goes out only when what became of the last
/// is committed, with the same transaction at the earliest.
final class ServerState {
  let sinkName: String
  @Transacted private(set) var presence: ServerPresence
  @Transacted private(set) var description: ServerDescription?
  @Transacted private(set) var outstanding: (asked: Asked, since: Uptime)?
  /// Whether there may now be a copy that was kept for the server alone.
  @Transacted private(set) var hasReleasedImage: Bool
  /// Not before this time: the server asked for a pause.
  @Transacted private(set) var pausedUntil: Uptime?
  /// For calls in a row that the server said it was too busy for, or never answered.
  @Transacted private var callBackoff: Backoff
  /// When to ask the bus (again) to start a server: after 0, 1, 2, 4 … 60 seconds.
  @Transacted private var activateAt: Uptime?
  @Transacted private var activationBackoff: Backoff
  /// Whether the first server of this process has been asked what it remembers.
  @Transacted private var hasRestored: Bool
  /// Whether nothing is handed over any more.
  @Transacted private(set) var isStopping: Bool

  /// Before it was described, of the sink.
  var name: String { description?.name ?? sinkName }

  /// Whether it keeps a list of its own of banners that are gone.
  var keepsList: Bool { description?.capabilities.contains("persistence") == true }

  /// The name of the last server that may keep a list of its own with earlier banners, also from an earlier process.
  @Transacted private(set) var keptListName: String?
  private static let keptListKey = "serverWithList"

  /// Whether it changes a banner without asking for attention. One that has not said its name yet is given nothing.
  var changesSilently: Bool { description?.changesSilently ?? true }

  /// Marks a notification that was shown while the person could not see it. On a server that changes banners silently
  /// the banner has its text again at the unlock, so no line tells of it.
  func missed(_ cause: Missed.Cause) -> Missed { Missed(cause, isTold: changesSilently && cause != .away) }

  /// A call that takes longer is told as "not answering"; it goes on all the same.
  static let answerMilliseconds: Int64 = 5_000

  func ask(_ asked: Asked, now: Uptime) { outstanding = (asked, now) }
  func answered() {
    if outstanding?.asked.image != nil { hasReleasedImage = true }
    outstanding = nil
  }

  @Transacted private(set) var isAnswering: Bool

  /// What the server can do, as it was told last by any, in this process or an earlier one: in order, and at most
  /// `mostCapabilities`.
  @Transacted private(set) var lastCapabilities: [String]
  private let store: any RecordStore
  /// The name by which the store knows them, a line for each.
  private static let capabilitiesName = "serverCapabilities"
  private static let mostCapabilities = 64
  private static let capabilityBytes = 64

  func readCapabilities() throws {
    lastCapabilities =
      try store.value(Self.capabilitiesName)?.split(separator: "\n").map(String.init) ?? []
    keptListName = try store.value(Self.keptListKey)
  }

  /// Servers may say anything.
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
    _callBackoff = Transacted(Backoff(), in: transaction)
    _activateAt = Transacted(nil, in: transaction)
    _activationBackoff = Transacted(Backoff(), in: transaction)
    _hasRestored = Transacted(false, in: transaction)
    _isStopping = Transacted(false, in: transaction)
    _isAnswering = Transacted(true, in: transaction)
    _lastCapabilities = Transacted([], in: transaction)
    _keptListName = Transacted(nil, in: transaction)
    store = transaction.store
  }

  /// Called before `isAnswering` is looked at.
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

  /// It has shown something.
  func served() { callBackoff.reset() }
  /// It was the banner's fault.
  func forgive() {
    pausedUntil = nil
    callBackoff.reset()
  }

  /// It has shown nothing: the next try comes after a pause, longer each time.
  func failed(_ failure: SinkFailure, now: Uptime) {
    switch failure {
    case .noServer:
      // The watch on the bus says when there is one again; should it be behind, a second is not too long.
      if case .present = presence { pausedUntil = now.advanced(byMilliseconds: 1_000) }
    case .serverDied: break
    case .busy, .refused, .unanswered:
      pausedUntil = now.advanced(byMilliseconds: callBackoff.next())
    }
  }

  var reachability: Reachability {
    switch presence {
    case .unknown: return .reachable
    case .present: return isAnswering ? .reachable : .notAnswering
    // One that the bus can start is as good as there, until starting it has failed.
    case .absent(let activatable):
      return activatable && activationBackoff.failures <= 1 ? .reachable : .absent
    }
  }

  /// Whether the bus is to be asked to start a server now: after 0, 1, 2, 4 … 60 seconds.
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
