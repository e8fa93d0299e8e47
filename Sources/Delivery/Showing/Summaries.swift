import Guidelines
import NotificationModel
import Records
import Store

/// The banner of a summary.
struct SummaryContent: BannerContent {
  let row: BannerRow

  private var app: AppID { row.app }

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try refreshed(errand, showing, now) }
    guard try showing.isReady(summaryOf: app, now) else {
      try showing.banners.transition(row) { $0.cancelAlert() }
      return nil
    }
    let round = showing.banners.nextPlaceNumber()
    let records = try stillToTell(round, showing, now)
    guard !records.isEmpty else {
      try showing.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      return nil
    }
    let members = try showing.store.summaryCount(of: app, round: round)
    // Those that a lock has taken away with their summary come back in it.
    let haveAlerted = records.contains { $0.state != .held }
    guard haveAlerted || members.count > Holding.mostBannersAtRelease else {
      try showing.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      try showing.holding.release(try showing.holding.inOrder(records), now)
      return nil
    }
    var offer = try compose(records, of: members, round, over: errand.over, showing, now)
    offer.banner.textOnly = failures > 0
    offer.banner.sound = try showing.sound(of: records, urgency: offer.banner.urgency, now)
    offer.alertsFor = try showing.store.summaryIDs(of: app, round: round)
    return offer
  }

  /// The notifications whose text the summary may show, the most relevant first. Of the others it tells the number.
  private func named(_ round: Int64, _ showing: Showing) throws -> [NotificationRecord] {
    let limit = max(showing.share.whole, Holding.mostBannersAtRelease)
    return try showing.store.summarised(of: app, round: round, limit: limit)
  }

  /// The named notifications that may be seen now, by a new judgement. Others are put aside.
  private func stillToTell(_ round: Int64, _ showing: Showing, _ now: Moment) throws -> [NotificationRecord] {
    try named(round, showing).filter { named in
      var record = named
      let judgement = try showing.situations.judgeAgain(record, now)
      if judgement.alert == .now { return true }
      if try showing.banners.isHeld(record) {
        try showing.holding.applyWithoutAlert(record, judgement, now)
      } else {
        try showing.entries.leaveToApp(record, judgement, now)
        try showing.entries.apply(.untold, to: &record, now)
      }
      return false
    }
  }

  /// The summary in full and in the form for a locked screen. `records`: the first of `members`.
  private func compose(
    _ records: [NotificationRecord], of members: SummaryCount, _ round: Int64, over: Shown?,
    _ showing: Showing, _ now: Moment
  ) throws -> Offer {
    let count = members.count
    let known = try showing.apps.app(app, now)
    let previews = showing.apps.settings(of: known).previews
    let (name, wording) = (showing.apps.name(of: app), showing.wording)
    let nameWhenHidden = showing.apps.nameWhenHidden(known)
    // Each thread is counted once, because it may have thousands of notifications.
    let threads = Set(records.compactMap(\.request.thread))
    let unread = try Dictionary(
      uniqueKeysWithValues: threads.map { ($0, try showing.store.unreadCount(app: app, thread: $0)) })
    let entries = try records.map { record in
      let category = try record.request.category.flatMap { try showing.store.category($0, of: app) }
      let unread = record.request.thread.flatMap { unread[$0] }
      return (record, SummaryText.Entry(record.request, category, unread: unread))
    }
    func text(locked: Bool) -> BannerText {
      let visible = entries.filter {
        !HiddenPreviews.areHidden($0.0.request, previews: previews, locked: locked)
      }
      let hidesName =
        nameWhenHidden != nil && HiddenPreviews.areHidden(previews: previews, locked: locked)
      let shownName = hidesName ? wording.anApp : name
      let title =
        members.tooFast > 0
        ? wording.moreNotifications(count, shownName) : wording.notifications(count, shownName)
      let body = SummaryText.body(visible.map(\.1), hidden: count - visible.count, wording: wording)
      return BannerText(title: title, body: body, isHidden: hidesName)
    }
    let (full, locked) = (text(locked: false), text(locked: true))
    var banner = Banner(
      subject: .summary(app), app: app, appName: name, text: full,
      textWhenLocked: locked == full ? nil : locked,
      replaces: over?.handle, openLabel: wording.open)
    banner.appNameWhenHidden = nameWhenHidden
    return Offer(banner: banner, previews: previews, round: round)
  }

  /// Updates the text on screen without an alert.
  private func refreshed(
    _ errand: BannerPhase.Errand, _ showing: Showing, _ now: Moment
  ) throws -> Offer? {
    let round = errand.over?.round ?? 0
    let records = try named(round, showing)
    guard !records.isEmpty, showing.mayChange(row) else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    let members = try showing.store.summaryCount(of: app, round: round)
    var quiet = try compose(records, of: members, round, over: errand.over, showing, now)
    quiet.banner.alerts = false
    return quiet
  }

  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    guard let round = asked.round, try showsBanners(round, showing, now) else {
      // The app's banners were switched off while the server was being given the summary.
      try showing.banners.endedMeanwhile(row, shown)
      return false
    }
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    try showing.wasTakenMeanwhile(row, shown)
    if asked.alerts {
      for payer in showing.joint.summaries[app]?.payers ?? [] { showing.rates.alerted(payer, .ordinary, now) }
      try showing.joint.answered(.summary, of: app, round: round, isShown: true)
      showing.alertShown(.summary(app), now)
    }
    // The notifications were read while the server was being given the summary.
    if try showing.store.unreadCount(app: app) == 0 { try showing.joint.withdrawSummary(of: app) }
    return true
  }

  /// Whether any of its notifications may have a banner. The app may be allowed for one interface, and not for the
  /// other.
  private func showsBanners(_ round: Int64, _ showing: Showing, _ now: Moment) throws -> Bool {
    let app = try showing.apps.app(app, now)
    return try named(round, showing).contains {
      showing.apps.settings(of: app, for: $0.request).showsBanners
    }
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    if outcome == .notHidden, let shown = row.phase?.shown { try showing.tookAway(row, shown) }
    guard outcome == .isOver(alerts: true), let round = asked.round else { return }
    try showing.joint.answered(.summary, of: app, round: round, isShown: false)
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closedForLock(_ shown: Shown, _ showing: Showing, _ now: Moment) throws {
    try showing.tookAway(row, shown)
  }

  /// A person who dismisses a count has seen none of the notifications.
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws {
    showing.noteClosing(handle, of: .summary(app, round: row.phase?.shown?.round ?? 0), now)
    try showing.banners.transition(row) { $0.closed(handle) }
    if reason == .dismissed { try showing.dismissedLine(row, .summary, now) }
  }

  /// A press counts as one on the most important notification: the app opens there, and marks the others read itself.
  /// The banner is withdrawn because not every server closes a pressed banner by itself.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    try showing.banners.transition(row) { $0.withdraw() }
    return try showing.store.summarised(of: app, round: row.phase?.shown?.round ?? 0, limit: 1).first
  }
}

extension Showing {
  /// Queues the summaries that may be shown, each at the place that it has had since it was due. Apps with work in the
  /// backlog wait: more notifications may join.
  func queueSummaries(_ now: Moment) throws {
    guard !joint.summaries.isEmpty else { return }
    let queued = try banners.summariesToCome()
    let ready = try joint.summaries.filter { try !queued.contains($0.key) && isReady(summaryOf: $0.key, now) }
      .sorted { $0.value.number < $1.value.number }
    for (app, summary) in ready.prefix(share.left) {
      share.use(1)
      let surroundings = banners.surroundings(.ordinary(summary.number))
      try banners.transition(.summary(app), of: app) { $0.alert(surroundings) }
    }
    if share.isUsedUp { share.leaveWork() }
  }

  /// Quiet holds the summary back, unless the person lets all of the app through.
  fileprivate func isReady(summaryOf app: AppID, _ now: Moment) throws -> Bool {
    guard let payers = joint.summaries[app]?.payers, !backlog.isBehind(app),
      try !quiet.isOn(now) || apps.settings(of: apps.app(app, now)).dnd == .through
    else { return false }
    return payers.isEmpty || payers.contains { !rates.isTooFast($0, .ordinary, now) }
  }
}
