import Guidelines
import NotificationModel

// How the person is told of notifications that they could not see: because of Do Not Disturb, an app's request for
// quiet, quiet hours or a lock, or because they were away.

/// One line for all apps, with the number of notifications that the person has missed.
struct MissedContent: BannerContent {
  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, .alert(let over), let failures) = row.phase, showing.isSomebodyToTell(now) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    try showing.holding.leaveMissedToAppsInFront(now)
    // The notifications may have become few since then. The few get banners of their own.
    try showing.holding.releaseFewMissed(now)
    guard let told = showing.missedLine.tell() else {
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
    for (app, ids) in showing.missedLine.answered() { showing.backlog.add(.missed(app), ids) }
    return true
  }

  func failed(_ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment) {
    guard case .isOver = outcome else { return }
    for (app, ids) in showing.missedLine.answered() { showing.backlog.add(.unspoken(app), ids) }
    showing.missedLine.gone()
  }

  func lost(_ showing: Showing, _ now: Moment) { showing.missedLine.gone() }

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    showing.missedLine.gone()
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press on the line opens the list, and leaves the counted notifications unread. Behind a lock nothing opens, and
  /// the line stays.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard !showing.attention.isLocked else { return nil }
    showing.missedLine.gone()
    try showing.banners.transition(row) { $0.withdraw() }
    showing.openCenter(token: token)
    return nil
  }
}

extension Stage {
  /// Whether the person would see the line now, and wants to.
  func isSomebodyToTell(_ now: Moment) -> Bool {
    !attention.isLocked && !attention.isPersonAway && !timing.wantsQuiet(now)
  }
}

extension Showing {
  /// Queues the line once it may be seen and everything that it counts is known.
  func queueMissed(_ now: Moment) throws {
    guard missedLine.hasNews, !backlog.isReviewing, isSomebodyToTell(now) else { return }
    let row = try banners.row(.missed, of: .shell)
    guard row.phase?.hasAlertToCome != true else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }

  /// The person may be back. A check for any missed notification comes first, because most absences miss nothing.
  func personReturned() throws {
    if try !store.untoldMissed(after: NotificationID(0), limit: 1).isEmpty { missedLine.lookUp() }
  }

  /// Looks up the notifications that the person could not see, as soon as they can see the line.
  func lookUpMissed(_ now: Moment) throws {
    guard let last = missedLine.lookedUpTo, screenChanges.isEmpty, isSomebodyToTell(now) else { return }
    let ids = try store.untoldMissed(after: last, limit: share.left)
    for id in ids { try lookUp(id, now) }
    share.use(ids.count)
    guard !share.isUsedUp else {
      missedLine.looked(upTo: ids.last ?? last)
      return share.leaveWork()
    }
    missedLine.looked(upTo: nil)
    if !backlog.isReviewing { try holding.releaseFewMissed(now) }
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
      record.missed = nil
      return try entries.update(record)
    }
    // Text that was not to be kept is erased by now, and a banner without it would say nothing.
    guard missed.cause == .away, PlainText.isVisible(record.request) else {
      return missedLine.count(record, missed.cause)
    }
    if try holding.standsAlone(record, situations.judgeAgain(record, wherever: true, now).level) {
      try holding.release([record], now)
    } else {
      missedLine.add(record, missed.cause)
    }
  }
}
