import Guidelines
import NotificationModel

/// One banner for many notifications of an app: those that came too fast, and those that were released together.
struct SummaryContent: BannerContent {
  let row: BannerRow

  private var app: AppID { row.app }

  func offer(_ engine: isolated DeliveryEngine, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase else { return nil }
    guard errand.alerts else { return try refreshed(errand, engine, now) }
    guard !engine.timing.wantsQuiet(now), engine.isReady(summaryOf: app, now),
      let due = engine.summaries.due[app]
    else {
      try engine.banners.transition(row) { $0.cancelAlert() }
      return nil
    }
    let records = try stillToAnnounce(named(in: due.ids, engine), engine, now)
    // Putting records aside may have removed the summary.
    guard !records.isEmpty, let ids = engine.summaries.due[app]?.ids else {
      try engine.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      return nil
    }
    let isReleased = try records.allSatisfy { try engine.banners.isHeld($0) }
    guard !(isReleased && ids.count <= DeliveryEngine.mostBannersAtRelease) else {
      try engine.banners.transition(.summary(app), of: app) { $0.cancelAlert() }
      try engine.release(try engine.inOrder(records), now)
      return nil
    }
    var banner = try compose(records, of: ids.count, isMore: !isReleased, over: errand.over, engine, now)
    banner.textOnly = failures > 0
    banner.sound = try engine.sound(of: records, urgency: banner.urgency, now)
    engine.summaries.handOver(Summaries.Announcement(ids: ids, isMore: !isReleased), of: app)
    return Offer(banner: banner, alertsFor: ids.inOrder)
  }

  /// Those whose text it may show. Of more than these it says how many.
  private func named(in ids: Summaries.Named, _ engine: isolated DeliveryEngine) -> ArraySlice<NotificationID>
  {
    ids.byImportance.prefix(max(engine.share.whole, DeliveryEngine.mostBannersAtRelease))
  }

  /// Those that are unread and may be seen now, judged again, the most relevant first. The others are put aside.
  private func stillToAnnounce(
    _ ids: ArraySlice<NotificationID>, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws
    -> [NotificationRecord]
  {
    var records: [NotificationRecord] = []
    for id in ids {
      guard let record = try engine.store.record(id), record.unread else {
        engine.summaries.remove([id], of: app)
        continue
      }
      let judgement = try engine.situations.judgeAgain(record, now)
      guard judgement.alert != .now else {
        records.append(record)
        continue
      }
      engine.summaries.remove([id], of: app)
      if try engine.banners.isHeld(record) { try engine.putAside(record, judgement, now) }
    }
    return records.sorted { SummaryText.isMoreImportant($0, than: $1) }
  }

  /// Its text in full, and as it may be seen on a locked screen. `records`: the first of so many.
  private func compose(
    _ records: [NotificationRecord], of count: Int, isMore: Bool, over: Shown?,
    _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Banner {
    let previews = engine.apps.settings(of: try engine.apps.app(app, now)).previews
    let (name, wording) = (engine.apps.name(of: app), engine.wording)
    // Each thread is counted once: it may have thousands.
    let threads = Set(records.compactMap(\.request.thread))
    let unread = try Dictionary(
      uniqueKeysWithValues: threads.map { ($0, try engine.store.unreadCount(app: app, thread: $0)) })
    let entries = try records.map { record in
      let category = try record.request.category.flatMap { try engine.store.category($0, of: app) }
      let unread = record.request.thread.flatMap { unread[$0] }
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
      subject: .summary(app), app: app, appName: name, text: full,
      textWhenLocked: locked == full ? nil : locked,
      replaces: over?.handle, openLabel: wording.open)
  }

  /// What is on screen says what may be seen now, without an alert.
  private func refreshed(
    _ errand: BannerPhase.Errand, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Offer? {
    let announced = engine.summaries.announced[app]
    let ids = announced.map { named(in: $0.ids, engine) } ?? []
    let records = try ids.compactMap { try engine.store.record($0) }.filter(\.unread)
      .sorted { SummaryText.isMoreImportant($0, than: $1) }
    guard let announced, !records.isEmpty else {
      try engine.takeDownSummary(of: app)
      return nil
    }
    var quiet = try compose(
      records, of: announced.ids.count, isMore: announced.isMore, over: errand.over, engine, now)
    quiet.urgency = .low
    engine.summaries.handOver(announced, of: app)
    return Offer(banner: quiet)
  }

  func shown(
    _ shown: Shown, alerts: Bool, omitted: [Reason], _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Bool {
    let announced = engine.summaries.answered(app)
    guard let announced, try showsBanners(announced, engine, now) else {
      // Its app's banners went while the server was showing it, and none is to come for these.
      if let announced { engine.summaries.remove(announced.ids.inOrder, of: app) }
      try engine.banners.endedMeanwhile(row, shown)
      return false
    }
    let surroundings = engine.banners.surroundings()
    guard try engine.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    engine.summaries.show(announced, of: app)
    if alerts {
      engine.rates.alerted(app, .ordinary, now)
      engine.summaries.remove(announced.ids.inOrder, of: app)
      engine.backlog.add(.summarised(app), announced.ids.inOrder)
      engine.alertShown(.summary(app), now)
    }
    // They were read while the server was showing it.
    if try engine.store.unreadCount(app: app) == 0 { try engine.takeDownSummary(of: app) }
    return true
  }

  /// Whether any of what it speaks for may have a banner: an app may be allowed at one door, and not at another.
  private func showsBanners(
    _ announced: Summaries.Announcement, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Bool {
    let app = try engine.apps.app(app, now)
    return try named(in: announced.ids, engine).contains { id in
      try engine.store.record(id).map { engine.apps.settings(of: app, for: $0.request).showsBanners } ?? false
    }
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    let announced = engine.summaries.answered(app)
    switch outcome {
    case .waits, .retries: break
    case .isGone: engine.summaries.forget(app)
    case .isOver(let alerts):
      engine.summaries.forget(app)
      guard alerts, let announced else { return }
      engine.summaries.remove(announced.ids.inOrder, of: app)
      engine.backlog.add(.unspoken(app), announced.ids.inOrder)
    }
  }

  func lost(_ engine: isolated DeliveryEngine, _ now: Moment) { engine.summaries.forget(app) }

  /// Who waves away a number has seen none of what it counts.
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    engine.noteClosing(handle, of: .summary(engine.summaries.forget(app)), now)
    try engine.banners.transition(row) { $0.closed(handle) }
  }

  /// A press on it is one on the most important of those it spoke for: the app opens there, and its own reading
  /// marks the others read. Not every server takes a pressed banner away by itself.
  func pressed(_ action: ItemID, _ engine: isolated DeliveryEngine, _ now: Moment) throws
    -> NotificationRecord?
  {
    let ids = engine.summaries.forget(app)
    try engine.banners.transition(row) { $0.withdraw() }
    return try engine.firstUnread(of: ids)
  }
}

extension DeliveryEngine {
  /// Puts those that may be shown into the queue, each in the place that it has had since it was due. None of an app
  /// that is behind: more may be to come that it is to speak for.
  func queueSummaries(_ now: Moment) throws {
    guard !summaries.due.isEmpty, !timing.wantsQuiet(now) else { return }
    let queued = try store.appsWithSummaryToCome()
    let ready = summaries.due.filter { !queued.contains($0.key) && isReady(summaryOf: $0.key, now) }
      .sorted { $0.value.number < $1.value.number }
    for (app, due) in ready.prefix(share.left) {
      share.use(1)
      let surroundings = banners.surroundings(.ordinary(due.number))
      try banners.transition(.summary(app), of: app) { $0.alert(surroundings) }
    }
    if share.isUsedUp { share.leaveWork() }
  }

  fileprivate func isReady(summaryOf app: AppID, _ now: Moment) -> Bool {
    !backlog.isBehind(app) && !rates.isTooFast(app, .ordinary, now)
  }

  func firstUnread(of ids: [NotificationID]) throws -> NotificationRecord? {
    for id in ids.prefix(Self.rowsPerTransaction) {
      if let record = try store.record(id), record.unread { return record }
    }
    return nil
  }
}
