import Guidelines
import NotificationModel

// One banner for many notifications of an app: those that came too fast, and those that were released together.

extension DeliveryEngine {
  /// Shows the first that may be shown of those whose place in the line is before this one.
  func showSummary(before turn: Int64, _ now: Moment) throws -> Bool {
    guard !wantsQuiet(now) else { return false }
    while let (app, due) = nextSummary(now), due.turn < turn {
      if try showSummary(of: app, due.ids, now) { return true }
    }
    return false
  }

  private func nextSummary(_ now: Moment) -> (app: AppID, due: Summaries.Due)? {
    summaries.due.filter { !pace.isTooFast($0.key, policy.limits, now: now.uptime) }
      .min { $0.value.turn < $1.value.turn }.map { ($0.key, $0.value) }
  }

  /// False when there is nothing (more) to say of this app.
  private func showSummary(of app: AppID, _ ids: Set<NotificationID>, _ now: Moment) throws -> Bool {
    let records = try stillToTell(ids, of: app, now)
    let isReleased = records.allSatisfy { $0.banner == .heldBack }
    guard !(isReleased && records.count <= Self.mostBannersAtRelease) else {
      try release(records, now)
      return false
    }
    pace.alerted(app, policy.limits, now: now.uptime)
    var banner = try compose(records, of: app, isMore: !isReleased, now)
    if let loudest = records.first(where: { $0.request.sound != nil }) {
      banner.sound = try sound(of: loudest, at: try judgeAgain(loudest, now).level, now)
    }
    handOver(banner, Set(records.map(\.id)), alerts: true, now)
    return true
  }

  private func handOver(_ banner: Banner, _ ids: Set<NotificationID>, alerts: Bool, _ now: Moment) {
    summaries.handOver(
      Summaries.HandedOver(
        app: banner.app, ids: ids, alerts: alerts, hasLockedForm: banner.textWhenLocked != nil))
    server.ask(.summary(banner.app), alerts: alerts, now: now.uptime)
    outputs.append(.sink(.show(banner)))
  }

  /// Those that are unread and may be seen now, judged again, the most relevant first. The others are put aside.
  private func stillToTell(_ ids: Set<NotificationID>, of app: AppID, _ now: Moment) throws
    -> [NotificationRecord]
  {
    var records: [NotificationRecord] = []
    for id in ids.sorted() {
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

  /// Its text in full, and as it may be seen on a locked screen.
  private func compose(_ records: [NotificationRecord], of id: AppID, isMore: Bool, _ now: Moment) throws
    -> Banner
  {
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
        isMore ? wording.moreNotifications(records.count, name) : wording.notifications(records.count, name)
      let body = SummaryText.body(visible.map(\.1), hidden: records.count - visible.count, wording: wording)
      return BannerText(title: title, body: body)
    }
    let (full, locked) = (text(locked: false), text(locked: true))
    return Banner(
      subject: .summary(id), app: id, appName: name, text: full,
      textWhenLocked: locked == full ? nil : locked,
      replaces: summaries.onScreen[id]?.handle, openLabel: wording.open)
  }

  /// Gives what is on screen the text that may be seen now, without an alert.
  func refreshSummary(_ now: Moment) throws -> Bool {
    while let app = summaries.stale.min(), let banner = summaries.onScreen[app] {
      let records = try banner.ids.compactMap { try store.record($0) }.filter(\.unread)
        .sorted { SummaryText.isMoreImportant($0, than: $1) }
      guard !records.isEmpty else {
        try takeDownSummary(of: app)
        continue
      }
      var quiet = try compose(records, of: app, isMore: false, now)
      quiet.urgency = .low
      handOver(quiet, banner.ids, alerts: false, now)
      return true
    }
    return false
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
    guard let answered = summaries.answered() else { return outputs.append(.sink(.close(handle))) }
    summaries.show(
      Summaries.OnScreen(
        handle: handle, ids: answered.ids, isHidden: isHidden, hasLockedForm: answered.hasLockedForm),
      of: app, isStale: answered.isStale)
    try storeSummaries()
    if answered.alerts { try summarised(app, answered.ids, now) }
    summaries.follow(locked: switches.locked)
    // They were read while the server was showing it.
    if try store.unreadCount(app: app) == 0 { try takeDownSummary(of: app) }
  }

  /// It has spoken for these: those of them that still waited for a banner of their own wait no longer.
  private func summarised(_ app: AppID, _ ids: Set<NotificationID>, _ now: Moment) throws {
    summaries.remove(ids, of: app)
    for id in ids.sorted() {
      guard var record = try store.record(id), record.unread else { continue }
      try decide(id, SummaryText.name, "summarised", "One banner said how many there were.", now)
      guard record.banner == .heldBack else { continue }
      takeAway(&record)
      if record.state == .held { record.state = .delivered }
      record.until = nil
      try store.update(record)
      emit(.released, of: record, now)
      changed.insert(id)
    }
  }

  /// Tried again; a server that cannot bear a summary gets what it would have spoken for.
  func summaryFailed(_ app: AppID, _ failure: SinkFailure, _ now: Moment) throws {
    guard let answered = summaries.answered() else { return }
    switch failure {
    case .noServer, .busy, .unanswered:
      if !answered.alerts { summaries.makeStale(app) }
    case .serverDied, .refused:
      // What cannot be changed is better gone than showing what it must not.
      try takeDownSummary(of: app)
      guard answered.alerts else { return }
      summaries.remove(answered.ids, of: app)
      for id in answered.ids.sorted() {
        guard var record = try store.record(id), record.banner == .heldBack else { continue }
        record.banner = .waiting
        record.turn = nextTurn(for: record.request)
        try store.update(record)
      }
    }
  }

  /// A press on it is one on the most important of those it spoke for: the app opens there, and its own reading
  /// marks the others read.
  func summaryPressed(_ handle: BannerHandle) throws -> NotificationRecord? {
    guard let (_, ids) = summaries.closed(handle) else { return nil }
    try storeSummaries()
    return try ids.compactMap { try store.record($0) }.filter(\.unread)
      .min { SummaryText.isMoreImportant($0, than: $1) }
  }
}
