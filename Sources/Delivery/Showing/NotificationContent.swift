import Guidelines
import NotificationModel
import Records

/// The banner of one notification.
struct NotificationContent: BannerContent {
  let row: BannerRow
  let id: NotificationID

  private var app: AppID { row.app }

  /// Judges the notification again, unless it was judged in this transaction. If it may not be shown now, it leaves the
  /// queue.
  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase, var record = try showing.store.record(id),
      record.unread
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    // The banner was queued before the server was known.
    if !showing.mayChange(row), !errand.alerts, let shown = errand.over,
      row.isToBeRedacted || shown.isOfWrongForm(showing.attention.lockDemand)
    {
      try showing.banners.transition(row) { $0.leaveScreen() }
      try closedForLock(shown, showing, now)
      return nil
    }
    if errand.alerts, let judged = showing.entries.recentJudgement(record) {
      return try showing.compose(record, errand, judged.level, failures, now)
    }
    if let why = showing.apps.prohibition(of: record.request, try showing.apps.app(app, now)) {
      try showing.entries.withdraw([record], why, now)
      return nil
    }
    guard errand.alerts else {
      let level = try showing.situations.judgeAgain(record, now).level
      return try showing.compose(record, errand, level, failures, now)
    }
    if let missed = try showing.holding.missedCall(record, now) { record = missed }
    let judgement = try showing.situations.judgeAgain(record, now)
    guard judgement.alert == .now else {
      try showing.holding.applyWithoutAlert(record, judgement, now)
      return nil
    }
    return try showing.compose(record, errand, judgement.level, failures, now)
  }

  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool {
    let earlier = try showing.store.record(id)
    let settings = showing.apps.settings(of: try showing.apps.app(app, now), for: earlier?.request)
    showing.outbox.noteChange(of: id)
    guard var record = earlier, record.unread, settings.showsBanners else {
      // The notification, or its app's banners, ended while the server was being given the banner.
      try showing.banners.endedMeanwhile(row, shown)
      if var record = earlier { try showing.entries.apply(.bannersEnded, to: &record, now) }
      return false
    }
    let answer = asked.alerts ? Reason.Key.showed : .changedInPlace
    var decisions = [Ruling(ServerAnswer.name, .shown, answer, .name(showing.server.name))]
    decisions += omitted.map { Ruling(ServerAnswer.name, .leftOut, $0) }
    if !asked.unreachable.isEmpty {
      let ids = asked.unreachable.map(\.id.text).joined(separator: ", ")
      let why: Reason.Key = record.link == .answer ? .answerLeftOut : .cannotBeReached
      decisions.append(Ruling(AppStarting.name, .leftOut, why, .name(ids)))
    }
    if HiddenPreviews.areHidden(record.request, previews: settings.previews, locked: shown.isHidden) {
      decisions.append(
        HiddenPreviews.form(
          of: record.request, settings: settings, locked: shown.isHidden, by: showing.attention.lockHolders))
    }
    try showing.store.append(decisions, to: id, at: now.wall)
    let surroundings = showing.banners.surroundings(of: record.request, now)
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    if try showing.banners.row(of: record).phase == nil { try closedForLock(shown, showing, now) }
    showing.workUnderWay.shown(record, now.uptime)
    showing.earlierTexts.forget(shown.handle)
    if let request = asked.request, record.request.isAnotherText(than: request) {
      showing.earlierTexts.keep(request, shownAs: shown.handle)
    }
    if asked.alerts {
      showing.alertShown(.notification(id), now)
      try showing.entries.tell(
        .happened(record.state == .held ? .released : .presented), of: record, now)
      try showing.questions.explainTimeSensitive(record, now)
      try showing.entries.ratingPromptShown(record, now)
    }
    guard try !showing.banners.isHeld(record) else {
      // The hold on its new text may be over by now.
      try showing.reconciling.review([app], now)
      return true
    }
    let missed = missed(record, shown, asked, showing)
    let wasHeld = now.wall >= record.lastAlert.advanced(bySeconds: 60)
    try showing.entries.apply(
      .shown(missed: missed, alerted: asked.alerts && wasHeld ? now.wall : nil), to: &record, now)
    return true
  }

  /// Why the person misses the notification as it is shown now; `nil` if they see it. A change without an alert counts
  /// only if the banner was hidden before.
  private func missed(_ record: NotificationRecord, _ shown: Shown, _ asked: Asked, _ showing: Showing)
    -> Missed?
  {
    let isTextBack = row.phase?.shown?.isHidden == true && showing.server.changesSilently
    guard asked.alerts || isTextBack else { return record.missed }
    guard let cause = showing.attention.absence(hidden: shown.isHidden) else { return nil }
    return showing.server.missed(cause)
  }

  func surroundings(_ showing: Showing, _ now: Moment) throws -> BannerRow.Surroundings {
    guard let record = try showing.store.record(id) else { return showing.banners.surroundings() }
    return showing.banners.surroundings(of: record.request, now)
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ asked: Asked, _ showing: Showing, _ now: Moment
  ) throws {
    guard var record = try showing.store.record(id) else { return }
    showing.outbox.noteChange(of: id)
    let ruling: Ruling
    switch outcome {
    case .isGone: return
    case .waits:
      if try showing.banners.isHeld(record) { try showing.reconciling.review([app], now) }
      return
    case .retries where failure == .unanswered:
      ruling = Ruling(ServerAnswer.name, .retried, .neverAnswered)
    case .retries:
      ruling = Ruling(ServerAnswer.name, .retried, .triesAsText, .reason(failure.reason))
    case .notHidden:
      if let shown = row.phase?.shown { try showing.closedForLock(id, shown, why: .notHidden, now) }
      return
    case .isOver where failure == .unanswered:
      ruling = Ruling(ServerAnswer.name, .failed, .neverAnsweredAgain)
    case .isOver(let alerts):
      showing.server.forgive()
      if alerts { try showing.entries.apply(.failed, to: &record, now) }
      ruling = Ruling(ServerAnswer.name, .failed, .givenUp, .reason(failure.reason))
    }
    try showing.entries.decide(id, ruling, now)
  }

  func closedForLock(_ shown: Shown, _ showing: Showing, _ now: Moment) throws {
    try showing.closedForLock(id, shown, now)
  }

  /// A banner that is still to be shown goes to the next server.
  func lost(_ showing: Showing, _ now: Moment) throws {
    guard var record = try showing.store.record(id) else { return }
    try ranOut(&record, showing, now)
    // A server that was paused has not shown it.
    if record.isOverWithoutBanner, try showing.banners.row(of: record).phase == nil {
      try showing.entries.leaveToList(&record, now)
    }
  }

  /// The banner is gone, and no other is to come. The person has missed it, if they could not see it. On a server that
  /// ends an entry of its list, and not the banner, one from before the absence was there to be seen.
  private func ranOut(_ record: inout NotificationRecord, _ showing: Showing, _ now: Moment) throws {
    guard let shown = row.phase?.shown, try showing.banners.row(of: record).phase == nil,
      let cause = showing.attention.absence(hidden: shown.isHidden)
    else { return }
    let isOld = showing.recentBanners.showsSince(
      shown.handle, before: showing.attention.awaySince ?? now.uptime)
    if showing.server.endsListed, isOld, !shown.isHidden { return }
    try showing.entries.apply(.unseen(cause), to: &record, now)
  }

  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws {
    guard var record = try showing.store.record(id) else {
      return try showing.banners.transition(row) { $0.closed(handle) }
    }
    let earlier = showing.earlierTexts[handle]
    showing.earlierTexts.forget(handle)
    showing.noteClosing(
      handle,
      of: .notification(
        id, earlier ?? Pressable(record.request), record.link, isEarlier: earlier != nil), now)
    switch reason {
    case .dismissed where isOfEarlierText(earlier, of: record):
      try showing.banners.transition(row) { $0.closed(handle) }
    case .dismissed:
      try showing.entries.decide(id, Ruling(UnreadCount.name, .dismissed, .dismissedOnScreen), now)
      try showing.entries.end([record], .dismissed, now)
    // A banner that timed out, or that the server closed, has not been read.
    case .expired, .closed, .undefined:
      let isToCome = row.phase?.hasAlertToCome == true
      try showing.banners.transition(row) { $0.closed(handle) }
      if !isToCome {
        try ranOut(&record, showing, now)
        try showing.entries.bannerClosed(record, reason == .expired ? .expired : .undefined, now)
      }
    }
  }

  /// Whether the banner that was closed had an earlier text, and the newest has not been on screen. An app of the
  /// desktop's own interface hears of each closing, except while an alert about its notification is still to come.
  private func isOfEarlierText(_ earlier: Pressable?, of record: NotificationRecord) -> Bool {
    if earlier != nil, record.hearsEvents { return true }
    return row.phase?.hasAlertToCome == true && row.phase?.heldAlert == nil
  }

  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  { try showing.store.record(id) }
}

extension SinkFailure {
  fileprivate var reason: Reason {
    switch self {
    case .serverDied: Reason(.serverDied)
    case .refused(let name): Reason(.serverRefused, .name(name))
    case .noServer, .busy, .unanswered: Reason(.serverFailed)
    }
  }
}

extension Showing {
  /// The banner of a record, in full and in the form for a locked screen. `level`: the level that the record is granted
  /// now.
  func compose(
    _ record: NotificationRecord, _ errand: BannerPhase.Errand, _ level: InterruptionLevel, _ failures: Int,
    _ now: Moment
  ) throws -> Offer {
    let request = record.request
    let app = try apps.app(request.app, now)
    let settings = apps.settings(of: app, for: request)
    let appName = apps.name(of: app.id)
    func isHidden(locked: Bool) -> Bool {
      HiddenPreviews.areHidden(request, previews: settings.previews, locked: locked)
    }
    let (isHiddenAlways, isHiddenWhenLocked) = (isHidden(locked: false), isHidden(locked: true))
    let full = HiddenPreviews.full(request, appName: appName)
    // Looked up only if the hidden form is used.
    let isEverHidden = isHiddenAlways || isHiddenWhenLocked
    let category =
      isEverHidden ? try request.category.flatMap { try store.category($0, of: app.id) } : nil
    let unread = isEverHidden ? try store.unreadCount(app: app.id, thread: request.thread) : 0
    let hidden = HiddenPreviews.hidden(
      request, category: category, unreadInThread: unread, appName: appName,
      isVouchedFor: apps.isNameVouchedFor(app), wording: wording)
    let areTitlesPublic = HiddenPreviews.areActionTitlesPublic(request, category)
    let unreachable = canReach(record, errand) ? [] : request.actions ?? []
    let offered = try ActionLimit.ordered(request.actions ?? []).filter {
      try !entries.isSuperseded($0, of: record)
    }

    func text(_ visible: VisibleText, isHidden: Bool, locked: Bool) -> BannerText {
      BannerText(
        title: visible.title,
        body: [visible.subtitle, visible.body].compactMap { $0 }.joined(separator: "\n"),
        image: visible.image,
        actions: (isHidden && !areTitlesPublic || !unreachable.isEmpty
          ? [] : actions(offered, locked: locked, allowsText: visible.allowsTextInput))
          // What passes by is not listed, and a locked screen is not where the person chooses.
          + (locked || record.id.number == 0 ? [] : quietButtons(on: request, settings)),
        isHidden: isHidden)
    }
    let urgency = urgency(level, request, settings)
    var banner = Banner(
      subject: .notification(record.id), app: app.id, appName: appName,
      text: text(isHiddenAlways ? hidden : full, isHidden: isHiddenAlways, locked: false),
      textWhenLocked: HiddenPreviews.lockChangesForm(request, previews: settings.previews)
        ? text(isHiddenWhenLocked ? hidden : full, isHidden: isHiddenWhenLocked, locked: true) : nil,
      urgency: urgency, sound: errand.alerts ? try sound(of: record, at: level, urgency: urgency, now) : nil,
      category: request.kind.map(theme), progress: request.progress.flatMap { $0 < 0 ? nil : $0 },
      replaces: errand.over?.handle,
      textOnly: failures > 0, openLabel: wording.open)
    banner.alerts = errand.alerts
    banner.stay =
      request.callsUntilAnswered
      ? .untilAnswered : workUnderWay.mayStayUp(record) ? .untilDone : .asLongAsUsual
    banner.appNameWhenHidden = apps.nameWhenHidden(app)
    banner.origin = request.origin
    banner.poster = record.link?.desktop?.caller
    banner.isMissed = record.missed != nil
    return Offer(
      banner: banner, previews: settings.previews,
      alertsFor: !errand.alerts || record.id.number == 0 ? [] : [record.id], request: request,
      unreachable: unreachable)
  }

  /// Whether an app would hear of a press. A desktop entry starts an app that is away. By the desktop's own interface, the
  /// program that posted hears it while it is on the bus; at its first banner it may have left that to another.
  /// Notifications of root have no app behind them, and count as heard; so do those of the command line, unless the command
  /// that waited for the answer has ended.
  private func canReach(_ record: NotificationRecord, _ errand: BannerPhase.Errand) -> Bool {
    let app = record.request.app
    if let link = record.link?.desktop, record.missed != nil || errand.over != nil {
      return endedCallers.hears(link)
    }
    guard app != .shell else { return context.listeners.hears(record) }
    return app == .system || !record.hearsEvents || connectedApps.contains(app)
      || apps.directory.name(of: app) != nil
  }

  private func actions(_ offered: [Action], locked: Bool, allowsText: Bool) -> [BannerAction] {
    offered
      .filter { !AuthenticatedActions.withholds($0, locked: locked) && (allowsText || $0.input == nil) }
      .map { BannerAction(id: $0.id, title: $0.title, input: $0.input) }
  }

  /// An alarm or a call that has to be critical to stay on the screen is so, unless the server's own Do Not Disturb would
  /// then let through a call that the person does not.
  private func urgency(
    _ level: InterruptionLevel, _ request: NotificationRequest, _ settings: EffectiveSettings
  ) -> Urgency {
    if server.keepsUpCriticalAlone(request), level != .passive,
      settings.mayRing(request) || serverMute.current?.keepsBack(.normal) != true
    {
      return .critical
    }
    return switch level {
    case .passive: .low
    case .active, .timeSensitive: .normal
    case .critical: .critical
    }
  }

  /// The category's name in the Desktop Notifications Specification, if it has one.
  private func theme(_ kind: Kind) -> String {
    switch kind {
    case .message: "im.received"
    case .call: "call.incoming"
    case .alarm: "alarm.ringing"
    case .reminder: "x-bellhop.reminder"
    case .rating: "x-bellhop.rating"
    case .marketing: "x-bellhop.marketing"
    }
  }
}
