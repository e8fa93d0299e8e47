import Guidelines
import NotificationModel

// One banner for many notifications of an app: those that came too fast, and those that were released together.

extension DeliveryEngine {
  /// Puts those that may be shown into the queue, each in the place that it has had since it was due. None of an app
  /// that is behind: more may be to come that it is to speak for.
  func queueSummaries(_ now: Moment) throws {
    guard !live.summaries.due.isEmpty, !wantsQuiet(now) else { return }
    let queued = try store.appsWithSummaryToCome()
    let ready = live.summaries.due.filter { !queued.contains($0.key) && isReady(summaryOf: $0.key, now) }
      .sorted { $0.value.number < $1.value.number }
    for (app, due) in ready.prefix(share.left) {
      share.use(1)
      let surroundings = surroundings(.ordinary(due.number))
      try happen(to: .summary(app), of: app) { $0.alert(surroundings) }
    }
    if share.isUsedUp { share.leaveWork() }
  }

  private func isReady(summaryOf app: AppID, _ now: Moment) -> Bool {
    !live.backlog.isBehind(app) && !live.pace.isTooFast(app, live.policy.limits, now: now.uptime)
  }

  func offerSummary(of app: AppID, _ row: BannerRow, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try offerRefreshedSummary(of: app, row, errand, now) }
    guard !wantsQuiet(now), isReady(summaryOf: app, now), let due = live.summaries.due[app] else {
      try happen(to: row) { $0.cancelAlert() }
      return nil
    }
    let records = try stillToAnnounce(named(in: due.ids), of: app, now)
    // Putting records aside may have removed the summary.
    guard !records.isEmpty, let ids = live.summaries.due[app]?.ids else {
      try happen(to: .summary(app), of: app) { $0.cancelAlert() }
      return nil
    }
    let isReleased = try records.allSatisfy(isHeld)
    guard !(isReleased && ids.count <= Self.mostBannersAtRelease) else {
      try happen(to: .summary(app), of: app) { $0.cancelAlert() }
      try release(try inOrder(records), now)
      return nil
    }
    var banner = try compose(records, of: ids.count, of: app, isMore: !isReleased, over: errand.over, now)
    banner.textOnly = failures > 0
    banner.sound = try sound(of: records, urgency: banner.urgency, now)
    live.summaries.handOver(Summaries.Announcement(ids: ids, isMore: !isReleased), of: app)
    return Offer(banner: banner, alertsFor: ids.inOrder)
  }

  /// Those whose text it may show. Of more than these it says how many.
  private func named(in ids: Summaries.Named) -> ArraySlice<NotificationID> {
    ids.byImportance.prefix(max(share.whole, Self.mostBannersAtRelease))
  }

  /// Those that are unread and may be seen now, judged again, the most relevant first. The others are put aside.
  private func stillToAnnounce(_ ids: some Sequence<NotificationID>, of app: AppID, _ now: Moment) throws
    -> [NotificationRecord]
  {
    var records: [NotificationRecord] = []
    for id in ids {
      guard var record = try store.record(id), record.unread else {
        live.summaries.remove([id], of: app)
        continue
      }
      let judgement = try judgeAgain(record, now)
      guard judgement.alert != .now else {
        records.append(record)
        continue
      }
      live.summaries.remove([id], of: app)
      guard try isHeld(record) else { continue }
      try putAside(&record, judgement, now)
      try store.update(record)
      outbox.noteChange(of: id)
    }
    return records.sorted { SummaryText.isMoreImportant($0, than: $1) }
  }

  /// Its text in full, and as it may be seen on a locked screen. `records`: the first of so many.
  private func compose(
    _ records: [NotificationRecord], of count: Int, of id: AppID, isMore: Bool, over: Shown?, _ now: Moment
  ) throws -> Banner {
    let previews = settings(of: try self.app(id, now)).previews
    let name = name(of: id)
    let entries = try records.map { record in
      let category = try record.request.category.flatMap { try store.category($0, of: id) }
      let unread = try record.request.thread.map { try store.unreadCount(app: id, thread: $0) }
      return (record, SummaryText.Entry(record.request, format: category?.summaryFormat, unread: unread))
    }
    func text(locked: Bool) -> BannerText {
      let visible = entries.filter {
        !HiddenPreviews.areHidden($0.0.request, previews: previews, locked: locked)
      }
      let title =
        isMore ? wording.moreNotifications(count, name) : wording.notifications(count, name)
      let body = SummaryText.body(visible.map(\.1), hidden: count - visible.count, wording: wording)
      return BannerText(title: title, body: body)
    }
    let (full, locked) = (text(locked: false), text(locked: true))
    return Banner(
      subject: .summary(id), app: id, appName: name, text: full,
      textWhenLocked: locked == full ? nil : locked,
      replaces: over?.handle, openLabel: wording.open)
  }

  /// What is on screen says what may be seen now, without an alert.
  private func offerRefreshedSummary(
    of app: AppID, _ row: BannerRow, _ errand: BannerPhase.Errand, _ now: Moment
  ) throws -> Offer? {
    let announced = live.summaries.announced[app]
    let ids = announced.map { named(in: $0.ids) } ?? []
    let records = try ids.compactMap { try store.record($0) }.filter(\.unread)
      .sorted { SummaryText.isMoreImportant($0, than: $1) }
    guard let announced, !records.isEmpty else {
      try takeDownSummary(of: app)
      return nil
    }
    var quiet = try compose(
      records, of: announced.ids.count, of: app, isMore: announced.isMore, over: errand.over, now)
    quiet.urgency = .low
    live.summaries.handOver(announced, of: app)
    return Offer(banner: quiet)
  }

  func summaryShown(_ app: AppID, _ shown: Shown, _ asked: Asked, _ now: Moment) throws -> Bool {
    let announced = live.summaries.answered(app)
    let row = try row(.summary(app), of: app)
    let surroundings = surroundings()
    guard let announced, settings(of: try self.app(app, now)).showsBanners else {
      // Its app's banners went while the server was showing it.
      try happen(to: row) { row in
        row.withdraw()
        _ = row.shown(shown, surroundings)
      }
      return false
    }
    guard try happen(to: row, { $0.shown(shown, surroundings) }) else { return false }
    live.summaries.show(announced, of: app)
    if asked.alerts {
      live.pace.alerted(app, live.policy.limits, now: now.uptime)
      live.summaries.remove(announced.ids.inOrder, of: app)
      live.backlog.add(.summarised(app), announced.ids.inOrder)
      alertShown(.summary(app), now)
    }
    // They were read while the server was showing it.
    if try store.unreadCount(app: app) == 0 { try takeDownSummary(of: app) }
    return true
  }

  func summaryFailed(_ app: AppID, _ outcome: BannerRow.Failure, _ now: Moment) throws {
    let announced = live.summaries.answered(app)
    switch outcome {
    case .waits, .retries: break
    case .isGone: live.summaries.forget(app)
    case .isOver(let alerts):
      live.summaries.forget(app)
      guard alerts, let announced else { return }
      live.summaries.remove(announced.ids.inOrder, of: app)
      live.backlog.add(.unspoken(app), announced.ids.inOrder)
    }
  }

  /// A press on it is one on the most important of those it spoke for: the app opens there, and its own reading
  /// marks the others read. Not every server takes a pressed banner away by itself.
  func summaryPressed(_ row: BannerRow?) throws -> NotificationRecord? {
    guard let row, case .summary(let app) = row.subject else { return nil }
    let ids = live.summaries.forget(app)
    try happen(to: row) { $0.withdraw() }
    return try firstUnread(of: ids)
  }

  func firstUnread(of ids: [NotificationID]) throws -> NotificationRecord? {
    for id in ids.prefix(Self.rowsPerTransaction) {
      if let record = try store.record(id), record.unread { return record }
    }
    return nil
  }
}
