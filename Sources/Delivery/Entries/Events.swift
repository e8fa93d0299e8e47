import NotificationModel

/// Events for apps about their notifications: some are stored until the app acknowledges them, others go to the present
/// followers alone.
final class Events {
  let store: any RecordStore
  let outbox: Outbox

  init(in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
  }

  /// Sends an event to the app's present followers, and does not store it.
  func emit(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) {
    guard record.request.origin.hearsEvents else { return }
    outbox.add(.event(event(kind, of: record, now), app: record.request.app))
  }

  func event(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) -> Event {
    Event(
      time: now.wall, kind: kind, id: record.id, identifier: record.request.identifier,
      target: record.request.target)
  }

  /// Stores an event until the app acknowledges it, and sends it to the app's present followers. The token goes with it
  /// once, and is not stored.
  func keep(_ event: Event, app: AppID, token: String? = nil) throws {
    var kept = try store.append(event, app: app)
    kept.activationToken = token
    outbox.add(.event(kept, app: app))
  }

  func keep(
    _ kind: EventKind, of record: NotificationRecord, action: ItemID? = nil, text: String? = nil,
    token: String? = nil, isOfEarlierText: Bool = false, _ now: Moment
  ) throws {
    var event = event(kind, of: record, now)
    event.earlier = isOfEarlierText
    event.action = action
    event.text = text
    try keep(event, app: record.request.app, token: token)
  }

  func emitBadge(_ unread: Int, of app: AppID, _ now: Moment) {
    outbox.add(.event(Event(time: now.wall, kind: .badge, unread: unread), app: app))
  }
}

/// What docks show: the unread count of each app.
///
/// Invariant: what a dock hears at the end of a transaction is what that one commits, each app once.
final class Badges {
  /// The newest number published of each app; zero was published to take a badge away.
  @Transacted private var published: [AppID: Int]
  /// Apps whose number, or the permission to show it, may be another since.
  @Transacted private var touched: Set<AppID>

  private let store: any RecordStore
  private let outbox: Outbox
  private let apps: Apps

  init(_ apps: Apps, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.apps = apps
    _published = Transacted([:], in: transaction)
    _touched = Transacted([], in: transaction)
  }

  func touch(_ app: AppID) { touched.insert(app) }

  /// `count`: `nil` where the app has no icon, which no dock needs to be told of. `nil` as well where it has been
  /// told so already.
  private func tell(_ app: AppID, _ count: Int?) -> DesktopCommand? {
    touched.remove(app)
    let earlier = published[app]
    guard let count = count ?? earlier.map({ _ in 0 }), count != earlier else { return nil }
    published[app] = count
    return .badge(app, count: count)
  }

  /// Nothing has been told yet, and a dock may still show what an earlier process told it.
  func touchAll() throws { for app in try store.apps() { touch(app.id) } }

  func tellAll(_ now: Moment) throws {
    for app in touched.sorted() {
      if let command = tell(app, try dockBadge(of: app, now)) {
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
}
