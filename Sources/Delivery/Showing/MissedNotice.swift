import Guidelines
import NotificationModel
import Records

// How the person is told of notifications that they could not see: because of Do Not Disturb, an app's request for
// quiet, quiet hours or a lock, or because they were away.

/// The missed notifications that the notice is to count, and those that the notice on screen counts.
///
/// Lost with the process. The next start looks at all held notifications, and the store knows the other missed ones
/// that no notice has counted yet.
final class MissedNotice {
  /// Up to this many notifications get banners of their own instead of the notice.
  private static let mostAlone = 2

  private struct Item {
    let app: AppID
    let cause: Missed.Cause
  }

  /// Notifications that get banners of their own while they are few: the held ones, and those shown while the person
  /// was away.
  @Transacted private var due: [NotificationID: Item]
  /// Notifications shown without their text or behind a lock. Only the notice counts them.
  @Transacted private var counted: [NotificationID: Item]
  /// The notifications counted by the notice that the sink was last given, and that may be on screen.
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

  /// Whether there may be something for the notice to count once the person can see it.
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

  /// The counts for the notice that the sink is given now; `nil` if there is nothing to count. `cause`: `nil` if there
  /// are several.
  func tell() -> (count: Int, apps: Int, cause: Missed.Cause?)? {
    guard hasNews else { return nil }
    told = due.merging(counted) { due, _ in due }
    let causes = Set(told.values.map(\.cause))
    return (told.count, Set(told.values.map(\.app)).count, causes.count == 1 ? causes.first : nil)
  }

  /// The server has answered. Returns the notifications that the notice counted, by app.
  func answered() -> [AppID: [NotificationID]] {
    for id in told.keys { remove(id) }
    return Dictionary(grouping: told.keys.sorted()) { told[$0]?.app ?? .shell }
  }

  /// The notice is closed, or could not be shown.
  func gone() { told = [:] }

  /// The notification is no longer unread, or the person has looked at it. Returns whether the notice on screen has
  /// nothing left to count.
  func ended(_ id: NotificationID) -> Bool {
    remove(id)
    guard told[id] != nil else { return false }
    told[id] = nil
    return told.isEmpty
  }
}

/// The banner for all apps with the number of missed notifications.
struct MissedContent: BannerContent {
  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, .alert(let over), let failures) = row.phase, showing.canTellMissed(now) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    try showing.holding.leaveMissedToForegroundApps(now)
    // The notifications may have become few since then. The few get banners of their own.
    try showing.holding.releaseMissedWhileFew(now)
    guard let told = showing.missedNotice.tell() else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    return Offer(
      banner: Banner(
        subject: row.subject, app: row.app, appName: showing.apps.name(of: row.app),
        text: BannerText(
          title: showing.wording.missed(told.count, told.apps, told.cause.map(showing.wording.missedWhile))),
        replaces: over?.handle, textOnly: failures > 0, openLabel: showing.wording.open))
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    for (app, ids) in showing.missedNotice.answered() { showing.backlog.add(.missed(app), ids) }
    return true
  }

  func failed(_ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment) {
    guard case .isOver = outcome else { return }
    for (app, ids) in showing.missedNotice.answered() { showing.backlog.add(.unspoken(app), ids) }
    showing.missedNotice.gone()
  }

  func lost(_ showing: Showing, _ now: Moment) { showing.missedNotice.gone() }

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    showing.missedNotice.gone()
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press opens the list, and leaves the counted notifications unread. Behind a lock nothing opens, and the notice
  /// stays.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard !showing.attention.isLocked else { return nil }
    showing.missedNotice.gone()
    try showing.banners.transition(row) { $0.withdraw() }
    showing.openCenter(token: token)
    return nil
  }
}

extension Stage {
  /// Whether the person would see the notice now, and does not want quiet.
  func canTellMissed(_ now: Moment) -> Bool {
    !attention.isLocked && !attention.isPersonAway && !quiet.isOn(now)
  }
}

extension Showing {
  /// Queues the notice once it may be seen, and everything that it counts is known.
  func queueMissed(_ now: Moment) throws {
    guard missedNotice.hasNews, !backlog.isReviewing, canTellMissed(now) else { return }
    let row = try banners.row(.missed, of: .shell)
    guard row.phase?.hasAlertToCome != true else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }

  /// The person may be back. A check for any missed notification comes first, because most absences miss nothing.
  func personReturned() throws {
    if try !store.untoldMissed(after: NotificationID(0), limit: 1).isEmpty { missedNotice.lookUp() }
  }

  /// Looks up the notifications that the person could not see, as soon as they can see the notice.
  func lookUpMissed(_ now: Moment) throws {
    guard let last = missedNotice.lookedUpTo, screenChanges.isEmpty, canTellMissed(now) else { return }
    let ids = try store.untoldMissed(after: last, limit: share.left)
    for id in ids { try lookUp(id, now) }
    share.use(ids.count)
    guard !share.isUsedUp else {
      missedNotice.looked(upTo: ids.last ?? last)
      return share.leaveWork()
    }
    missedNotice.looked(upTo: nil)
    if !backlog.isReviewing { try holding.releaseMissedWhileFew(now) }
  }

  private func lookUp(_ id: NotificationID, _ now: Moment) throws {
    guard var record = try store.record(id), let missed = record.missed else { return }
    let app = try apps.app(record.request.app, now)
    // Only the list shows an app without banners.
    guard apps.settings(of: app, for: record.request).showsBanners else { return }
    let phase = try banners.row(of: record).phase
    // A notification that is still to alert will be seen then.
    guard phase?.hasAlertToCome != true else { return }
    if let shown = phase?.shown, !shown.isHidden, !server.keepsList {
      try entries.apply(.looked, to: &record, now)
      return
    }
    // By now, text that was not to be kept is erased, and a banner without it would say nothing.
    guard missed.cause == .away, PlainText.isVisible(record.request) else {
      return missedNotice.count(record, missed.cause)
    }
    if try holding.needsOwnBanner(record, situations.judgeAgain(record, ignoresForeground: true, now).level) {
      try holding.release([record], now)
    } else {
      missedNotice.add(record, missed.cause)
    }
  }
}
