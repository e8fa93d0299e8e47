import Guidelines
import NotificationModel

// The disk has no room, and transactions are kept in memory (`SQLiteStore.shortage`): calls of the desktop's own
// interface, the person's switches, the desktop's reports and due work. Other calls are refused.

/// The notifications and the banners that are in memory alone.
///
/// Invariant: at most `most` of each. Empty once everything is stored.
final class Unstored {
  static let most = 64

  /// In the order in which they came.
  @Transacted private var notifications: [(id: NotificationID, payer: Payer)]
  /// Banners that the server has shown since then. The store as it is on the disk does not know their texts.
  @Transacted private var banners: [BannerHandle]

  init(in transaction: Transaction) {
    _notifications = Transacted([], in: transaction)
    _banners = Transacted([], in: transaction)
  }

  /// Adds a notification. Past the limit, one is removed and returned: the oldest of the payer that has the most, so
  /// that no app displaces another's by claiming many names.
  func add(_ id: NotificationID, of payer: Payer) -> NotificationID? {
    guard !notifications.contains(where: { $0.id == id }) else { return nil }
    notifications.append((id, payer))
    guard notifications.count > Self.most else { return nil }
    let counts = Dictionary(grouping: notifications, by: \.payer).mapValues(\.count)
    let most = counts.values.max()
    return notifications.firstIndex { counts[$0.payer] == most }.map { notifications.remove(at: $0).id }
  }

  func add(_ handle: BannerHandle) {
    banners.removeAll { $0 == handle }
    if banners.count == Self.most { banners.removeFirst() }
    banners.append(handle)
  }

  var shown: [BannerHandle] { banners }

  func stored() {
    if !notifications.isEmpty { notifications = [] }
    if !banners.isEmpty { banners = [] }
  }
}

extension Entries {
  /// Notes that a new notification is kept in memory, if that is so, and says so to the person. Past the limit an
  /// earlier one is deleted; its app is told of the end.
  func noteIfUnstored(_ id: NotificationID, of payer: Payer, _ now: Moment) throws {
    guard store.shortage != nil else { return }
    try decide(id, StorageRoom.ruling, now)
    guard let displaced = unstored.add(id, of: payer), let record = try store.record(displaced) else {
      return
    }
    try erase([record], now)
  }
}
