import NotificationModel

/// What a lock, or its end, has taken from the screen of a server that may take a change for an alert.
///
/// Invariant: never more than `most` of each kind. Lost with the process: the notifications themselves are in the list.
final class BehindLock {
  private static let most = 256

  /// Those that have come back after a lock, which happens once.
  @Transacted private var returned: Set<NotificationID>
  /// Those that were seen hidden alone, and are not told in a line yet.
  @Transacted private var counted: [NotificationID: AppID]
  /// Those that the line on screen tells of.
  @Transacted private var told: Set<NotificationID>
  /// Apps of the desktop's own interface hear of the end of these at the time at which their banner would have gone.
  @Transacted private var expiring: [(id: NotificationID, at: Uptime)]

  init(in transaction: Transaction) {
    _returned = Transacted([], in: transaction)
    _counted = Transacted([:], in: transaction)
    _told = Transacted([], in: transaction)
    _expiring = Transacted([], in: transaction)
  }

  /// `false` where it has come back before.
  func comesBack(_ id: NotificationID) -> Bool {
    guard returned.count < Self.most else { return false }
    return returned.insert(id).inserted
  }

  // MARK: The line

  var hasNews: Bool { !counted.isEmpty }
  var ids: [NotificationID] { counted.keys.sorted() }
  var apps: Int { Set(counted.values).count }

  func count(_ id: NotificationID, of app: AppID) {
    if counted.count < Self.most { counted[id] = app }
  }

  func lineShown() {
    told = Set(counted.keys)
    counted = [:]
  }

  func dropLine() { (counted, told) = ([:], []) }

  /// It is no longer unread. Returns whether nothing is left of what the line on screen tells of.
  func ended(_ id: NotificationID) -> Bool {
    if !returned.isEmpty { returned.remove(id) }
    if !counted.isEmpty { counted[id] = nil }
    if !expiring.isEmpty { expiring.removeAll { $0.id == id } }
    return told.remove(id) != nil && told.isEmpty
  }

  // MARK: Ends that apps wait for

  func expires(_ id: NotificationID, at time: Uptime) {
    if expiring.count < Self.most { expiring.append((id, time)) }
  }

  var wake: Uptime? { expiring.map(\.at).min() }

  func popExpired(_ now: Uptime) -> [NotificationID] {
    guard !expiring.isEmpty else { return [] }
    let over = expiring.filter { $0.at <= now }.map(\.id)
    if !over.isEmpty { expiring.removeAll { $0.at <= now } }
    return over
  }
}
