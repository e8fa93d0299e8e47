import NotificationModel

// What is said of notifications: to their apps, to docks, to whoever asks why.

extension DeliveryEngine {
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

  /// Nothing has been told yet, and a dock may still show what an earlier process told it.
  func touchBadges() throws { for app in try store.apps() { badges.touch(app.id) } }

  func tellBadges(_ now: Moment) throws {
    for app in badges.touched.sorted() {
      if let command = badges.tell(app, try dockBadge(of: app, now)) {
        outbox.add(.desktop(command))
      }
    }
  }

  /// A dock has a place for apps with a desktop entry alone.
  private func dockBadge(of app: AppID, _ now: Moment) throws -> Int? {
    guard apps.directory.name(of: app) != nil else { return nil }
    guard apps.settings(of: try apps.app(app, now)).badges else { return 0 }
    return try store.unreadCount(app: app)
  }

  func decide(_ id: NotificationID, _ ruling: Ruling, _ now: Moment) throws {
    try store.append([ruling], to: id, at: now.wall)
  }

  /// What is stored of it is otherwise now, and so is what lists show of it.
  func update(_ record: NotificationRecord) throws {
    try store.update(record)
    outbox.noteChange(of: record.id)
  }
}
