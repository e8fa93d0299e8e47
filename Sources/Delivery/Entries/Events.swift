import NotificationModel
import Store

/// Events for apps about their notifications. Some are stored until the app acknowledges them; others only go to the
/// app's connected followers.
final class Events {
  let store: SQLiteStore
  let outbox: Outbox

  init(in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
  }

  func event(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) -> Event {
    Event(
      time: now.wall, kind: kind, id: record.id, identifier: record.request.identifier,
      target: record.request.target)
  }

  /// Stores an event until the app acknowledges it, and sends it to the app's connected followers. The activation token
  /// is sent once, and not stored; so are the names, if `keepsText` is false.
  func keep(_ event: Event, app: AppID, keepsText: Bool = true, token: String? = nil) throws {
    let stored = keepsText ? event : Event(time: event.time, kind: event.kind, id: event.id)
    var kept = event
    kept.sequence = try store.append(stored, app: app).sequence
    kept.activationToken = token
    outbox.add(.event(kept, app: app))
  }

  func emitBadge(_ unread: Int, of app: AppID, _ now: Moment) {
    outbox.add(.event(Event(time: now.wall, kind: .badge, unread: unread), app: app))
  }
}

/// The unread counts that docks show.
///
/// Invariant: at the end of a transaction, docks hear the count that this transaction commits, each app once.
final class Badges {
  /// The number last published for each app; zero takes the badge away.
  @Transacted private var published: [AppID: Int]
  /// Apps with a count, or a permission to show it, that may have changed since.
  @Transacted private var touched: Set<AppID>
  /// Apps whose followers are still to hear of their count.
  @Transacted private var changed: Set<AppID>

  private let store: SQLiteStore
  private let outbox: Outbox
  private let apps: Apps

  init(_ apps: Apps, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.apps = apps
    _published = Transacted([:], in: transaction)
    _touched = Transacted([], in: transaction)
    _changed = Transacted([], in: transaction)
  }

  func touch(_ app: AppID) { touched.insert(app) }

  func countChanged(_ app: AppID) {
    touch(app)
    changed.insert(app)
  }

  /// The apps whose count may have changed since the last call.
  func popChanged() -> [AppID] {
    guard !changed.isEmpty else { return [] }
    defer { changed = [] }
    return changed.sorted()
  }

  /// The command for a changed badge; `nil` if the dock shows it already. `count`: `nil` for an app without an icon,
  /// which needs a command only to take away an earlier badge.
  private func tell(_ app: AppID, _ count: Int?) -> DesktopCommand? {
    touched.remove(app)
    let earlier = published[app]
    guard let count = count ?? earlier.map({ _ in 0 }), count != earlier else { return nil }
    published[app] = count
    return .badge(app, count: count)
  }

  /// At the start a dock may still show the badges of an earlier process.
  func touchAll() throws { for app in try store.apps() { touch(app.id) } }

  func tellAll(_ now: Moment) throws {
    for app in touched.sorted() {
      if let command = tell(app, try dockBadge(of: app, now)) {
        outbox.add(.desktop(command))
      }
    }
  }

  /// The count for the app's icon; `nil` without a desktop entry, since docks show icons only for those.
  private func dockBadge(of app: AppID, _ now: Moment) throws -> Int? {
    guard apps.directory.name(of: app) != nil else { return nil }
    guard apps.settings(of: try apps.app(app, now)).badges else { return 0 }
    return try store.unreadCount(app: app)
  }
}
