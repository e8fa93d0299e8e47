import NotificationModel

/// The notifications that the person has missed and one line for all apps is to count, and the ones that the line on
/// screen counts.
///
/// They are lost with the process. The next start looks at all held notifications, and the store knows the other missed
/// ones that no line has counted yet.
final class MissedLine {
  /// Up to this many notifications get banners of their own in place of the line.
  private static let mostAlone = 2

  private struct Item {
    let app: AppID
    let cause: Missed.Cause
  }

  /// Notifications that get banners of their own while they are few: the held ones, and those shown while the person
  /// was away.
  @Transacted private var due: [NotificationID: Item]
  /// Notifications shown without their text or behind a lock. Only the line counts them.
  @Transacted private var counted: [NotificationID: Item]
  /// The notifications counted by the line that the sink was given last and that may be on screen.
  @Transacted private var told: [NotificationID: Item]
  /// The last notification that was looked up since the person can see banners again; `nil` when there is nothing to
  /// look up.
  @Transacted private(set) var lookedUpTo: NotificationID?

  init(in transaction: Transaction) {
    _due = Transacted([:], in: transaction)
    _counted = Transacted([:], in: transaction)
    _told = Transacted([:], in: transaction)
    _lookedUpTo = Transacted(nil, in: transaction)
  }

  // MARK: To come

  var hasNews: Bool { !due.isEmpty || !counted.isEmpty }

  /// Whether there may be something for the line to count once the person can see it.
  var waits: Bool { hasNews || lookedUpTo != nil }

  func lookUp() { lookedUpTo = NotificationID(0) }
  func looked(upTo last: NotificationID?) { lookedUpTo = last }

  /// The notification gets a banner of its own, unless there are too many.
  func add(_ record: NotificationRecord, _ cause: Missed.Cause) {
    due[record.id] = Item(app: record.request.app, cause: cause)
  }

  func count(_ record: NotificationRecord, _ cause: Missed.Cause) {
    counted[record.id] = Item(app: record.request.app, cause: cause)
  }

  /// The notifications to give banners of their own; empty if they are too many.
  var few: [NotificationID] { due.count <= Self.mostAlone ? due.keys.sorted() : [] }

  func due(of app: AppID) -> [NotificationID] { due.filter { $0.value.app == app }.keys.sorted() }

  /// Drops all notifications of the app.
  func drop(_ app: AppID) {
    due = due.filter { $0.value.app != app }
    counted = counted.filter { $0.value.app != app }
  }

  /// Drops a notification that got its own banner, or is held again.
  func remove(_ id: NotificationID) {
    if due[id] != nil { due[id] = nil }
    if counted[id] != nil { counted[id] = nil }
  }

  // MARK: With the server

  /// The counts for the line that the sink is given now; `nil` if there is nothing to count. `cause` is `nil` if there
  /// are several.
  func tell() -> (count: Int, apps: Int, cause: Missed.Cause?)? {
    guard hasNews else { return nil }
    told = due.merging(counted) { due, _ in due }
    let causes = Set(told.values.map(\.cause))
    return (told.count, Set(told.values.map(\.app)).count, causes.count == 1 ? causes.first : nil)
  }

  /// The server has answered. Returns the notifications that the line counted, by app.
  func answered() -> [AppID: [NotificationID]] {
    for id in told.keys { remove(id) }
    return Dictionary(grouping: told.keys.sorted()) { told[$0]?.app ?? .shell }
  }

  /// The line is gone, or could not be shown.
  func gone() { told = [:] }

  /// The notification is no longer unread, or the person has looked at it. Returns whether the line on screen has now
  /// nothing left to count.
  func ended(_ id: NotificationID) -> Bool {
    remove(id)
    guard told[id] != nil else { return false }
    told[id] = nil
    return told.isEmpty
  }
}
