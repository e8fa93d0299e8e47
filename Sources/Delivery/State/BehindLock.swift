import NotificationModel

/// Notifications whose banners a lock or an unlock has closed, on a server that may take a change for an alert.
///
/// Invariant: never more than `most` of each kind. Lost with the process: the notifications themselves are in the list.
final class BehindLock {
  private static let most = 256

  /// Those that have come back after a lock, which happens once.
  @Transacted private var returned: Set<NotificationID>
  /// Apps of the desktop's own interface hear of the end of these at the time at which their banner would have gone.
  @Transacted private var expiring: [NotificationID: Uptime]

  init(in transaction: Transaction) {
    _returned = Transacted([], in: transaction)
    _expiring = Transacted([:], in: transaction)
  }

  /// `false` where it has come back before.
  func comesBack(_ id: NotificationID) -> Bool {
    guard returned.count < Self.most else { return false }
    return returned.insert(id).inserted
  }

  /// It alerts anew, and may come back once more after that.
  func alerted(_ id: NotificationID) { if !returned.isEmpty { returned.remove(id) } }

  /// The notification is no longer unread.
  func ended(_ id: NotificationID) {
    if !returned.isEmpty { returned.remove(id) }
    if !expiring.isEmpty { expiring[id] = nil }
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
