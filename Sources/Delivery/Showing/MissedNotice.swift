import Guidelines
import NotificationModel
import Records

// How the person is told of notifications that they could not see: because of Do Not Disturb, an app's request for
// quiet, quiet hours or a lock, or because they were away.

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
    let round = showing.banners.nextPlaceNumber()
    guard showing.joint.hasMissed, let told = try showing.store.missedCount(round: round) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    return Offer(
      banner: Banner(
        subject: row.subject, app: row.app, appName: showing.apps.name(of: row.app),
        text: BannerText(
          title: showing.wording.missed(told.count, told.apps, told.cause.map(showing.wording.missedWhile))),
        replaces: over?.handle, textOnly: failures > 0, openLabel: showing.wording.open), round: round)
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    if let round = asked.round {
      try showing.joint.answered(.notice, of: row.app, round: round, isShown: true)
    }
    return true
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    guard case .isOver = outcome, let round = asked.round else { return }
    try showing.joint.answered(.notice, of: row.app, round: round, isShown: false)
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press opens the list, and leaves the counted notifications unread. Behind a lock nothing opens, and the notice
  /// stays.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard !showing.attention.isLocked else { return nil }
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
    guard joint.hasMissed, !backlog.isReviewing, canTellMissed(now) else { return }
    let row = try banners.row(.missed, of: .shell)
    guard row.phase?.hasAlertToCome != true else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }

  /// The person may be back. A check for any missed notification comes first, because most absences miss nothing.
  func personReturned() throws {
    if try !store.untoldMissed(after: NotificationID(0), limit: 1).isEmpty { joint.lookUp() }
  }

  /// Looks up the notifications that the person could not see, as soon as they can see the notice.
  func lookUpMissed(_ now: Moment) throws {
    guard let last = joint.lookedUpTo, screenChanges.isEmpty, canTellMissed(now) else { return }
    let ids = try store.untoldMissed(after: last, limit: share.left)
    for id in ids { try lookUp(id, now) }
    share.use(ids.count)
    guard !share.isUsedUp else {
      joint.looked(upTo: ids.last ?? last)
      return share.leaveWork()
    }
    joint.looked(upTo: nil)
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
    let mayStandAlone = missed.cause == .away && PlainText.isVisible(record.request)
    if try mayStandAlone
      && holding.needsOwnBanner(record, situations.judgeAgain(record, ignoresForeground: true, now).level)
    {
      try holding.release([record], now)
    } else {
      let part = Joint.Part(banners.nextPlaceNumber(), mayStandAlone: mayStandAlone)
      try entries.apply(.joins(.notice, part), to: &record, now)
    }
  }
}
