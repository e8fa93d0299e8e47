import Guidelines
import NotificationModel

// One banner for many notifications of an app: those that came too fast, and those that were released together.

extension DeliveryEngine {
  /// Shows the first that may be shown of those whose place in the line is before this one: new text for what is
  /// on screen, then what is to come.
  func showSummary(before turn: Int64, _ now: Moment) throws -> Bool {
    if try refreshSummary(before: turn, now) { return true }
    guard !wantsQuiet(now) else { return false }
    var rows = rowsPerTurn
    while let (app, due) = nextSummary(now), due.turn < turn {
      guard rows > 0 else {
        leavesWork = true
        return true
      }
      rows -= due.ids.count
      if try showSummary(of: app, due, now) { return true }
    }
    return false
  }

  /// None of an app that is behind: more may be to come that it is to speak for.
  private func nextSummary(_ now: Moment) -> (app: AppID, due: Summaries.Due)? {
    summaries.due
      .filter { !backlog.isBehind($0.key) && !pace.isTooFast($0.key, policy.limits, now: now.uptime) }
      .min { $0.value.turn < $1.value.turn }.map { ($0.key, $0.value) }
  }

  /// False when there is nothing (more) to say of this app.
  private func showSummary(of app: AppID, _ due: Summaries.Due, _ now: Moment) throws -> Bool {
    let records = try stillToTell(named(in: due.ids), of: app, now)
    guard !records.isEmpty, let ids = summaries.due[app]?.ids else { return false }
    let isReleased = records.allSatisfy { $0.banner == .heldBack }
    guard !(isReleased && ids.count <= Self.mostBannersAtRelease) else {
      try release(inOrder(records), now)
      return false
    }
    var banner = try compose(records, of: ids.count, of: app, isMore: !isReleased, now)
    banner.textOnly = due.attempts > 0
    banner.sound = try sound(of: records, urgency: banner.urgency, now)
    handOver(banner, ids, alerts: true, isMore: !isReleased, turn: due.turn, now)
    return true
  }

  /// Those whose text it may show. Of more than these it says how many.
  private func named(in ids: Summaries.Named) -> ArraySlice<NotificationID> {
    ids.byImportance.prefix(max(rowsPerTurn, Self.mostBannersAtRelease))
  }

  private func handOver(
    _ banner: Banner, _ ids: Summaries.Named, alerts: Bool, isMore: Bool, turn: Int64, _ now: Moment
  ) {
    summaries.handOver(
      Summaries.HandedOver(
        app: banner.app, ids: ids, alerts: alerts, hasLockedForm: banner.textWhenLocked != nil,
        isMore: isMore, turn: turn))
    server.ask(.summary(banner.app), alerts: alerts, now: now.uptime)
    if alerts { alertHandedOver(banner.subject, for: ids.inOrder, banner.urgency, now) }
    outputs.append(.sink(.show(banner)))
  }

  /// Those that are unread and may be seen now, judged again, the most relevant first. The others are put aside.
  private func stillToTell(_ ids: some Sequence<NotificationID>, of app: AppID, _ now: Moment) throws
    -> [NotificationRecord]
  {
    var records: [NotificationRecord] = []
    for id in ids {
      guard var record = try store.record(id), record.unread else {
        summaries.remove([id], of: app)
        continue
      }
      let judgement = try judgeAgain(record, now)
      guard judgement.alert != .now else {
        records.append(record)
        continue
      }
      summaries.remove([id], of: app)
      guard record.banner == .heldBack else { continue }
      try putAside(&record, judgement, now)
      try store.update(record)
      changed.insert(id)
    }
    return records.sorted { SummaryText.isMoreImportant($0, than: $1) }
  }

  /// Its text in full, and as it may be seen on a locked screen. `records`: the first of so many.
  private func compose(
    _ records: [NotificationRecord], of count: Int, of id: AppID, isMore: Bool, _ now: Moment
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
      replaces: summaries.onScreen[id]?.handle, openLabel: wording.open)
  }

  /// Gives the first on screen whose new text has its place before this one the text that may be seen now,
  /// without an alert.
  func refreshSummary(before turn: Int64, _ now: Moment) throws -> Bool {
    while let (app, place) = summaries.stale.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
      place < turn, let banner = summaries.onScreen[app]
    {
      let records = try named(in: banner.ids).compactMap { try store.record($0) }.filter(\.unread)
        .sorted { SummaryText.isMoreImportant($0, than: $1) }
      guard !records.isEmpty else {
        try takeDownSummary(of: app)
        continue
      }
      var quiet = try compose(records, of: banner.ids.count, of: app, isMore: banner.isMore, now)
      quiet.urgency = .low
      handOver(quiet, banner.ids, alerts: false, isMore: banner.isMore, turn: place, now)
      return true
    }
    return false
  }

  /// What must be hidden goes before everything, what may be read again does not.
  func followLockWithSummaries() {
    summaries.follow(locked: isLocked, turn: isLocked ? Turn.redaction : nextTurn())
  }

  func takeDownSummary(of app: AppID) throws {
    guard let handle = summaries.takeDown(app) else { return }
    outputs.append(.sink(.close(handle)))
    try storeSummaries()
  }

  /// A later process must be able to take away what this one has put on screen.
  func storeSummaries() throws { try store.set(Self.summariesOnScreen, to: summaries.stored) }

  static let summariesOnScreen = "summariesOnScreen"

  func summaryShown(_ app: AppID, as handle: BannerHandle, isHidden: Bool, _ now: Moment) throws {
    guard let answered = summaries.answered(), settings(of: try self.app(app, now)).showsBanners else {
      // Its app's banners went while the server was showing it.
      return outputs.append(.sink(.close(handle)))
    }
    summaries.show(
      Summaries.OnScreen(
        handle: handle, ids: answered.ids, isHidden: isHidden, hasLockedForm: answered.hasLockedForm,
        isMore: answered.isMore),
      of: app, staleTurn: answered.staleTurn)
    try storeSummaries()
    if answered.alerts {
      pace.alerted(app, policy.limits, now: now.uptime)
      summaries.remove(answered.ids.inOrder, of: app)
      backlog.add(.summarised(app), answered.ids.inOrder)
      try alertShown(.summary(app), now)
    }
    followLockWithSummaries()
    // They were read while the server was showing it.
    if try store.unreadCount(app: app) == 0 { try takeDownSummary(of: app) }
  }

  /// The banner has spoken for it: where it still waited for one of its own, it waits no longer.
  func summarised(_ told: NotificationRecord, _ now: Moment) throws {
    guard told.unread else { return }
    try decide(told.id, SummaryText.name, "summarised", "One banner said how many there were.", now)
    try ratingPromptShown(told, now)
    guard told.banner == .heldBack else { return }
    var record = told
    takeAway(&record)
    if record.state == .held { record.state = .delivered }
    record.until = nil
    try store.update(record)
    emit(.released, of: record, now)
    changed.insert(record.id)
  }

  /// Tried again, as text only where the server could not bear it.
  func summaryFailed(_ app: AppID, _ failure: SinkFailure, _ now: Moment) throws {
    guard let answered = summaries.answered() else { return }
    switch failure {
    case .unanswered where answered.turn == Turn.redaction:
      // Nobody behind it is to wait for it again.
      try takeDownSummary(of: app)
    case .noServer, .busy, .unanswered:
      if !answered.alerts { summaries.makeStale(app, turn: answered.turn) }
    case .serverDied, .refused:
      // What cannot be changed is better gone than showing what it must not.
      try takeDownSummary(of: app)
      guard answered.alerts, summaries.countAttempt(app) > 1 else { return }
      summaries.remove(answered.ids.inOrder, of: app)
      backlog.add(.unspoken(app), answered.ids.inOrder)
    }
  }

  /// The server died of the summary twice: it comes by itself, unless it came too fast for that.
  func showAlone(_ untold: NotificationRecord, _ now: Moment) throws {
    guard untold.unread else { return }
    guard untold.banner == .heldBack else {
      return try decide(
        untold.id, SummaryText.name, "failed",
        "The server could not show how many there are; it stays in the list.", now)
    }
    var record = untold
    record.banner = .waiting
    record.turn = nextTurn(for: record.request, now)
    try store.update(record)
  }

  /// A press on it is one on the most important of those it spoke for: the app opens there, and its own reading
  /// marks the others read. Not every server takes a pressed banner away by itself.
  func summaryPressed(_ handle: BannerHandle) throws -> NotificationRecord? {
    guard let (_, ids) = summaries.closed(handle) else { return nil }
    outputs.append(.sink(.close(handle)))
    try storeSummaries()
    return try firstUnread(of: ids.byImportance)
  }

  func firstUnread(of ids: [NotificationID]) throws -> NotificationRecord? {
    for id in ids.prefix(Self.rowsPerTurn) {
      if let record = try store.record(id), record.unread { return record }
    }
    return nil
  }
}
