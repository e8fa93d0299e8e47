import Guidelines
import NotificationModel
import Records

// How the person is told of notifications that they could not see: because of quiet or a lock, or because they were
// away.

/// The banner for all apps that tells what was missed.
struct MissedContent: BannerContent {
  /// The most apps that one press mutes, so that it stays within a transaction.
  private static let mostMuted = 64

  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try refreshed(errand, showing, now) }
    guard showing.canTellMissed(now) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    try showing.holding.leaveMissedToForegroundApps(now)
    // The notifications may have become few since then. The few get banners of their own.
    try showing.holding.releaseMissedWhileFew(now)
    let round = showing.banners.nextPlaceNumber()
    guard showing.joint.hasMissed, var offer = try compose(round, over: errand.over, showing, now) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    offer.banner.textOnly = failures > 0
    return offer
  }

  /// Updates the text on screen without an alert.
  private func refreshed(_ errand: BannerPhase.Errand, _ showing: Showing, _ now: Moment) throws -> Offer? {
    guard showing.mayChange(row), let round = errand.over?.round,
      var offer = try compose(round, over: errand.over, showing, now)
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    offer.banner.alerts = false
    return offer
  }

  /// The line names what may be seen, and counts all else; on a locked screen it is a number alone. `nil` if there is
  /// nothing to tell.
  private func compose(_ round: Int64, over: Shown?, _ showing: Showing, _ now: Moment) throws -> Offer? {
    let (store, wording) = (showing.store, showing.wording)
    guard let told = try store.missedCount(round: round), told.count > 0 else { return nil }
    let all = wording.missed(told.count, told.apps, told.cause.map(wording.missedWhile))
    let named = try store.newestMissed(round: round, limit: MissedText.mostNamed).compactMap {
      try name($0, showing, now)
    }
    let apps = try store.missedByApp(round: round, limit: MissedText.mostApps).map { missed in
      let app = try showing.apps.app(missed.app, now)
      let isHidden = HiddenPreviews.areHidden(
        previews: showing.apps.settings(of: app).previews, locked: false)
      let isUnknown = isHidden && showing.apps.nameWhenHidden(app) != nil
      let name = try showing.apps.markedName(of: app.id, isClaimed: missed.isClaimed)
      return (name: isUnknown ? wording.anApp : name, count: missed.count)
    }
    let text = MissedText.text(named, apps: apps, count: told.count, all: all, wording: wording)
    var banner = Banner(
      subject: row.subject, app: row.app, appName: showing.apps.name(of: row.app),
      text: BannerText(
        title: text.title, body: text.body, actions: showing.quietButtons(of: try self.told(round, showing))),
      textWhenLocked: BannerText(title: all),
      replaces: over?.handle, openLabel: wording.open)
    banner.category = "x-bellhop.missed"
    return Offer(banner: banner, round: round)
  }

  /// The apps that the line tells of.
  private func told(_ round: Int64, _ showing: Showing) throws -> [AppID] {
    try showing.store.missedByApp(round: round, limit: Self.mostMuted).map(\.app)
  }

  /// `nil` for a text that must not be seen, or that is erased.
  private func name(_ record: NotificationRecord, _ showing: Showing, _ now: Moment) throws
    -> MissedText.Named?
  {
    let request = record.request
    let app = try showing.apps.app(request.app, now)
    let previews = showing.apps.settings(of: app, for: request).previews
    guard !HiddenPreviews.areHidden(request, previews: previews, locked: false), PlainText.isVisible(request)
    else { return nil }
    let category = try request.category.flatMap { try showing.store.category($0, of: app.id) }
    let unread = try request.thread.map { try showing.store.unreadCount(app: app.id, thread: $0) }
    return MissedText.Named(
      SummaryText.Entry(request, category, unread: unread),
      appName: try showing.apps.markedName(
        of: app.id, isClaimed: request.origin.desktop?.isVouchedFor == false))
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    if asked.alerts, let round = asked.round {
      try showing.joint.answered(.notice, of: row.app, round: round, isShown: true)
    }
    try showing.wasTakenMeanwhile(row, shown)
    return true
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    if outcome == .notHidden, let shown = row.phase?.shown { try showing.tookAway(row, shown) }
    guard outcome == .isOver(alerts: true), let round = asked.round else { return }
    try showing.joint.answered(.notice, of: row.app, round: round, isShown: false)
  }

  func closedForLock(_ shown: Shown, _ showing: Showing, _ now: Moment) throws {
    try showing.tookAway(row, shown)
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
    if reason == .dismissed { try showing.dismissedLine(row, .notice, now) }
  }

  /// A press opens the list, and leaves the counted notifications unread; Mute for an Hour mutes each app of which the
  /// notice tells, and Snooze has it told again later. Behind a lock nothing opens, and the notice stays.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard !showing.attention.isLocked else { return nil }
    let round = row.phase?.shown?.round
    switch (QuietButton(action), round) {
    case (.mute, let round?):
      let apps = try told(round, showing)
      try showing.banners.transition(row) { $0.withdraw() }
      for app in apps { try showing.reconciling.mute(app, now) }
    case (.snooze, let round?):
      showing.joint.putOffNotice(
        until: now.uptime.advanced(byMilliseconds: QuietButton.snoozeSeconds * 1_000))
      showing.backlog.add(.tellAgain(.notice, row.app, round: round))
      try showing.banners.transition(row) { $0.withdraw() }
    case (_, _):
      try showing.banners.transition(row) { $0.withdraw() }
      showing.openCenter(token: token)
    }
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
  /// The person has closed a banner that spoke for several. That is the end of those of them that pass.
  func dismissedLine(_ row: BannerRow, _ banner: Joint.Banner, _ now: Moment) throws {
    guard let round = row.phase?.shown?.round else { return }
    let told = try store.told(by: banner, of: row.app, round: round, limit: share.whole)
    for var record in told where record.request.passes {
      try entries.apply(.looked, to: &record, now)
    }
  }

  /// Queues the notice once it may be seen, and everything that it tells is known. It goes on with what is on screen.
  func queueMissed(_ now: Moment) throws {
    guard joint.hasMissed, !backlog.isReviewing, canTellMissed(now), !joint.isNoticePutOff(now.uptime) else {
      return
    }
    let row = try banners.row(.missed, of: .shell)
    guard row.phase?.hasAlertToCome != true, try !joint.goesOn(row) else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }

  /// The person may be back. A check for any missed notification comes first, because most absences miss nothing.
  func personReturned() throws {
    if !attention.isLocked { try joint.tellTakenAway() }
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

  /// What has alerted already is told by the notice, unless it is so urgent that it comes once more.
  private func lookUp(_ id: NotificationID, _ now: Moment) throws {
    guard var record = try store.record(id), let missed = record.missed else { return }
    let app = try apps.app(record.request.app, now)
    // Only the list shows an app without banners.
    guard apps.settings(of: app, for: record.request).showsBanners else { return }
    let phase = try banners.row(of: record).phase
    // A notification that is still to alert will be seen then.
    guard phase?.hasAlertToCome != true else { return }
    // What the summary of its app is to tell comes with that, also what it has told before a lock took it away.
    let summary = try joint.summary(telling: record)
    guard record.joint.summary?.isTold != false, summary?.hasAlertToCome != true else { return }
    // A server with a list of its own may have put it there during an absence.
    let isOnlyListed = server.keepsList && missed.cause == .away || server.listsSilently
    if let shown = phase?.shown ?? summary?.shown, !shown.isHidden, !isOnlyListed {
      try entries.apply(.looked, to: &record, now)
      return
    }
    let level = try situations.judgeAgain(record, ignoresForeground: true, now).level
    // By now, text that was not to be kept is erased, and a banner without it would say nothing.
    if PlainText.isVisible(record.request), holding.needsOwnBanner(record, level) {
      try holding.release([record], now)
    } else {
      let part = Joint.Part(banners.nextPlaceNumber(), mayStandAlone: false)
      try entries.apply(.joins(.notice, part), to: &record, now)
    }
  }
}
