import NotificationModel

/// What apps are told of their notifications: stored until they have dealt with it, or told to whoever follows now.
final class Events {
  let store: any RecordStore
  let outbox: Outbox

  init(in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
  }

  /// Tells whoever follows the app now; nobody else will hear of it.
  func emit(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) {
    guard record.request.origin.hearsEvents else { return }
    outbox.add(.event(event(kind, of: record, now), app: record.request.app))
  }

  func event(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) -> Event {
    Event(
      time: now.wall, kind: kind, id: record.id, identifier: record.request.identifier,
      target: record.request.target)
  }

  /// Stores the event until the app has dealt with it, and tells whoever follows the app now. A token is
  /// passed on once, and not stored.
  func keep(_ event: Event, app: AppID, token: String? = nil) throws {
    var kept = try store.append(event, app: app)
    kept.activationToken = token
    outbox.add(.event(kept, app: app))
  }

  func keep(
    _ kind: EventKind, of record: NotificationRecord, action: ItemID? = nil, text: String? = nil,
    token: String? = nil, _ now: Moment
  ) throws {
    var event = event(kind, of: record, now)
    event.action = action
    event.text = text
    try keep(event, app: record.request.app, token: token)
  }

  func emitBadge(_ unread: Int, of app: AppID, _ now: Moment) {
    outbox.add(.event(Event(time: now.wall, kind: .badge, unread: unread), app: app))
  }
}
