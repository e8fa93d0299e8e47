import Guidelines
package import NotificationModel

/// How far a call that takes back the last dismissal has come.
package struct Undoing: Sendable {
  fileprivate static let atOnce = 8

  /// The first notifications that came back, as many as an answer can name.
  fileprivate var restored: [NotificationID] = []
  /// How many notifications have come back.
  package fileprivate(set) var count = 0
  /// The number of the dismissal that is taken back; `nil` at first.
  fileprivate var number: Int?

  package init() {}
}

// How the person's tools bring notifications back, or put them off.

extension DeliveryEngine {
  /// Brings back some of the notifications that the last dismissal took away, if they may still be seen. They make no
  /// alert now. A notification that waited for its alert waits again as long as something still holds it. Returns the
  /// ones that came back when it is done; call it again until then.
  package func undo(_ undoing: inout Undoing, now: Moment) throws(Refusal) -> [NotificationID]? {
    try call(at: now) {
      let last = try LastDismissal(in: store)
      let some = try store.dismissed(limit: Undoing.atOnce)
      // More has been dismissed in between, which is not what was asked for.
      guard !some.isEmpty, undoing.number.map({ $0 == last.number }) ?? true else {
        return undoing.restored.sorted()
      }
      undoing.number = last.number
      let restored = try some.compactMap { try restore($0, now) }
      undoing.count += restored.count
      undoing.restored += restored.map(\.id).prefix(Limits.idsPerCall - undoing.restored.count)
      for dismissed in some { try store.forgetDismissed(dismissed.id) }
      let apps = Set(restored.filter(\.unread).map(\.request.app))
      for app in apps.sorted() { try entries.updateBadge(app, now) }
      return nil
    }
  }

  private func restore(_ dismissed: Dismissed, _ now: Moment) throws -> NotificationRecord? {
    guard var record = try store.record(dismissed.id), record.state == .dismissed else { return nil }
    let wasRead = dismissed.state == .read
    guard try wasRead || mayReturn(record, now) else { return nil }
    recentlyDismissed.forget(dismissed.id)
    try entries.decide(record.id, Ruling(UnreadCount.name, .restored, .dismissalTakenBack), now)
    if let until = dismissed.putOffUntil, until > now.wall {
      try postpone(&record, until: until, now)
    } else {
      record.state = [.read, .failed].contains(dismissed.state) ? dismissed.state : .delivered
      record.unread = !wasRead
      try entries.update(record)
      if dismissed.state == .held { try holding.holdAgain(record, now) }
    }
    // The app was not told of the dismissal of a read notification, so it is not told of the return.
    if !wasRead { try entries.reportRestored(record, now) }
    return record
  }

  /// Not the private ones, whose text is gone; nor what has expired, was posted again, is no longer allowed, or
  /// would be more than the app may have.
  private func mayReturn(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    let request = record.request
    guard !request.isPrivate, PlainText.isVisible(request), record.expires.map({ $0 > now.wall }) ?? true
    else {
      return false
    }
    let app = try apps.app(request.app, now)
    guard try scripts.count(request.roomPayer, .unread) < preferences.policy.limits.unreadPerApp else {
      return false
    }
    return try apps.settings(of: app, for: request).authorization != .notDetermined
      && apps.prohibition(of: request, app) == nil
      && situations.duplicate(of: request, standing: .unread, now) == nil
  }

  /// Alerts again at that time, and is not counted until then.
  package func snooze(_ id: NotificationID, until: Timestamp, now: Moment) throws(Refusal) {
    try call(at: now) {
      try following.followClock(now)
      guard var record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
      guard until > now.wall else { throw Refusal.invalid(path: "until", reason: "this time is past") }
      try requireHere(record)
      guard PlainText.isVisible(record.request) else { throw Refusal.notFound("text of notification \(id)") }
      try banners.withdraw(record)
      try summaries.end(id, of: record.request.app)
      missedNotice.remove(id)
      try postpone(&record, until: until, now)
      try entries.updateBadge(record.request.app, now)
    }
  }

  private func postpone(_ record: inout NotificationRecord, until: Timestamp, _ now: Moment) throws {
    record.unread = false
    record.state = .scheduled
    record.due = until
    record.hold = nil
    record.missed = nil
    record.expires = nil
    record.request.expiresAt = nil
    // Tells it from one that its app has scheduled.
    record.request.trigger = nil
    try entries.update(record)
    try entries.decide(record.id, Ruling(PuttingOff.name, .scheduled, .putOff, .time(until)), now)
  }
}
