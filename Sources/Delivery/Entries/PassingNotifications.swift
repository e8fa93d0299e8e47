import Guidelines
import NotificationModel
import Records
import Store

/// Stored notifications that pass: by Bellhop's socket all that are transient, by the desktop's own interface those that
/// something held. Each ends with its banner, or after a day in the list.
final class PassingNotifications {
  /// Those that have changed in this transaction.
  @Transacted private var changed: Set<NotificationID>
  /// Whether there may be any. False on computers where no app calls a notification transient.
  @Transacted private(set) var areStored: Bool
  private let store: SQLiteStore

  init(in transaction: Transaction) {
    store = transaction.store
    _changed = Transacted([], in: transaction)
    _areStored = Transacted(false, in: transaction)
  }

  func recover() throws { areStored = try store.hasPassing() }

  /// One of them has changed, or its banner is gone.
  func mayBeOver(_ id: NotificationID) {
    if !areStored { areStored = true }
    changed.insert(id)
  }

  fileprivate func popMayBeOver() -> [NotificationID] {
    guard !changed.isEmpty else { return [] }
    defer { changed = [] }
    return changed.sorted()
  }
}

extension Entries {
  /// One that passes, and whose banner the person may not have seen, stays in the list for a day.
  func leaveToList(_ record: inout NotificationRecord, _ now: Moment) throws {
    let end = now.wall.advanced(bySeconds: NotificationRecord.secondsInList)
    try apply(.leftToList(until: end), to: &record, because: Transient.staysListed, now)
  }

  func pass(_ passing: NotificationRecord, _ now: Moment) throws {
    var record = passing
    try apply(.ended(.passed), to: &record, because: Transient.ruling(isShown: true), now)
  }

  /// Ends those that wait for nothing but the end of a banner that is gone. Called at the end of a transaction.
  func passThoseOver(_ now: Moment) throws {
    let changed = passing.popMayBeOver()
    for id in changed {
      guard let record = try store.record(id), record.isOverWithoutBanner,
        try banners.row(of: record).phase == nil
      else { continue }
      try pass(record, now)
    }
    if !changed.isEmpty { try announceBadges(now) }
  }
}
