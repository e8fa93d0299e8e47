import NotificationModel

/// What one line for all apps is to say that the person has missed, and what the line on screen says.
///
/// Lost with the process: a start looks at all that is held, and the store knows what else was missed and is in no line
/// yet.
final class MissedLine {
  /// So many come with banners of their own in its place.
  private static let mostAlone = 2

  private struct Item {
    let app: AppID
    let cause: Missed.Cause
  }

  /// Those that come by themselves where they are few: they are held, or nobody was there when they were shown.
  @Transacted private var due: [NotificationID: Item]
  /// Those that the person was shown without their text, or behind a lock: only the line tells of them.
  @Transacted private var counted: [NotificationID: Item]
  /// Those that the line tells of which the sink was given last, and may be on screen.
  @Transacted private var told: [NotificationID: Item]
  /// The last of those that were looked up since something has ended that kept the person from seeing what was shown;
  /// `nil` where nothing is to be looked up.
  @Transacted private(set) var lookedUpTo: NotificationID?

  init(in transaction: Transaction) {
    _due = Transacted([:], in: transaction)
    _counted = Transacted([:], in: transaction)
    _told = Transacted([:], in: transaction)
    _lookedUpTo = Transacted(nil, in: transaction)
  }

  // MARK: To come

  var hasNews: Bool { !due.isEmpty || !counted.isEmpty }

  /// Whether there may be something to say as soon as somebody is there to be told.
  var waits: Bool { hasNews || lookedUpTo != nil }

  func lookUp() { lookedUpTo = NotificationID(0) }
  func looked(upTo last: NotificationID?) { lookedUpTo = last }

  /// It comes by itself, unless there are too many.
  func add(_ record: NotificationRecord, _ cause: Missed.Cause) {
    due[record.id] = Item(app: record.request.app, cause: cause)
  }

  func count(_ record: NotificationRecord, _ cause: Missed.Cause) {
    counted[record.id] = Item(app: record.request.app, cause: cause)
  }

  /// Those that are to come by themselves.
  var few: [NotificationID] { due.count <= Self.mostAlone ? due.keys.sorted() : [] }

  func due(of app: AppID) -> [NotificationID] { due.filter { $0.value.app == app }.keys.sorted() }

  /// None of its are to come.
  func drop(_ app: AppID) {
    due = due.filter { $0.value.app != app }
    counted = counted.filter { $0.value.app != app }
  }

  /// It speaks for itself, or is held again.
  func remove(_ id: NotificationID) {
    if due[id] != nil { due[id] = nil }
    if counted[id] != nil { counted[id] = nil }
  }

  // MARK: With the server

  /// What the line says that the sink is given now; `nil` where that is nothing. `cause`: `nil` where there are several.
  func tell() -> (count: Int, apps: Int, cause: Missed.Cause?)? {
    guard hasNews else { return nil }
    told = due.merging(counted) { due, _ in due }
    let causes = Set(told.values.map(\.cause))
    return (told.count, Set(told.values.map(\.app)).count, causes.count == 1 ? causes.first : nil)
  }

  /// The server has answered; returns what it was asked to tell of, by app.
  func answered() -> [AppID: [NotificationID]] {
    for id in told.keys { remove(id) }
    return Dictionary(grouping: told.keys.sorted()) { told[$0]?.app ?? .shell }
  }

  /// It is gone, or could not be shown.
  func gone() { told = [:] }

  /// It is no longer unread, or the person has looked at it. Returns whether nothing is left of what the line on screen tells of.
  func ended(_ id: NotificationID) -> Bool {
    remove(id)
    guard told[id] != nil else { return false }
    told[id] = nil
    return told.isEmpty
  }
}
