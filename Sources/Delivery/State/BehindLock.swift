import NotificationModel

/// Notifications whose banners a lock or an unlock has closed, on a server that may take a change for an alert.
///
/// Invariant: never more than `most` of each kind. Lost with the process: the notifications themselves are in the list.
final class BehindLock {
  private static let most = 256

  /// Those that have come back after a lock, which happens once.
  @Transacted private var returned: Set<NotificationID>
  /// Those that were seen hidden alone, and are not told in a line yet.
  @Transacted private(set) var counted: Set<NotificationID>
  /// Those that the line tells of which the sink was given last, and may be on screen.
  @Transacted private var told: Set<NotificationID>
  /// Apps of the desktop's own interface hear of the end of these at the time at which their banner would have gone.
  @Transacted private var expiring: [NotificationID: Uptime]

  init(in transaction: Transaction) {
    _returned = Transacted([], in: transaction)
    _counted = Transacted([], in: transaction)
    _told = Transacted([], in: transaction)
    _expiring = Transacted([:], in: transaction)
  }

  /// `false` where it has come back before.
  func comesBack(_ id: NotificationID) -> Bool {
    guard returned.count < Self.most else { return false }
    return returned.insert(id).inserted
  }

  /// It alerts anew, and may come back once more after that.
  func alerted(_ id: NotificationID) { if !returned.isEmpty { returned.remove(id) } }

  // MARK: The line

  var hasNews: Bool { !counted.isEmpty }

  func count(_ ids: some Sequence<NotificationID>) {
    for id in ids where counted.count < Self.most { counted.insert(id) }
  }

  /// The line that the sink is given tells of these, and the others are no longer unread.
  func tell(_ ids: Set<NotificationID>) { (counted, told) = (ids, ids) }

  /// The server shows it.
  func lineShown() { counted.subtract(told) }

  /// It is gone, or could not be shown.
  func lineGone() { told = [] }

  /// It is no longer unread. Returns whether nothing is left of what the line on screen tells of.
  func ended(_ id: NotificationID) -> Bool {
    if !returned.isEmpty { returned.remove(id) }
    if !counted.isEmpty { counted.remove(id) }
    if !expiring.isEmpty { expiring[id] = nil }
    return told.remove(id) != nil && told.isEmpty
  }

  // MARK: Ends that apps wait for

  func expires(_ id: NotificationID, at time: Uptime) {
    if expiring.count < Self.most { expiring[id] = time }
  }

  var wake: Uptime? { expiring.isEmpty ? nil : expiring.values.min() }

  func popExpired(_ now: Uptime) -> [NotificationID] {
    guard !expiring.isEmpty else { return [] }
    let over = expiring.filter { $0.value <= now }.map(\.key).sorted()
    for id in over { expiring[id] = nil }
    return over
  }
}
