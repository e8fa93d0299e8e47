import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// What the bus says about the notification server's name; taken up at the end of the turn.
  public func serverChanged(_ presence: ServerPresence) { inputs.append(.presence(presence)) }

  func take(_ presence: ServerPresence) throws {
    let earlier = server.presence
    server.changed(to: presence)
    // The first server after a start may be the one that still shows what an earlier process gave it.
    guard earlier != .unknown else { return }
    if case .present(let name) = presence { try store.forgetHandles(except: name) }
    if case .absent = presence { try store.forgetHandles(except: nil) }
    try repeatLostQuestion()
  }

  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    server.look(now: now.uptime)
    guard !isStopping, server.outstanding == nil, now.uptime >= server.pausedUntil ?? now.uptime else {
      return
    }
    switch server.presence {
    case .unknown:
      return
    case .absent:
      if try hasBannersWaiting(), server.shouldActivate(now: now.uptime) { outputs.append(.activateServer) }
      return
    case .present:
      break
    }
    if server.description == nil {
      server.ask(.description, now: now.uptime)
      outputs.append(.sink(.describe))
      return
    }
    if try showNotification(now, urgentOnly: true) { return }
    if try showQuestion(now) { return }
    if try showSummary(now) { return }
    if try showNotification(now, urgentOnly: false) { return }
    // Judging again may have found an app that is no longer allowed.
    _ = try showQuestion(now)
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || pace.hasSummaries || store.nextWaiting(after: Turn.beforeAll) != nil
  }

  /// The first in line that may still be shown. Each that may not leaves the line; whoever is behind a
  /// thousand of those waits for the next turn.
  private func showNotification(_ now: Moment, urgentOnly: Bool) throws -> Bool {
    for _ in 0..<1_000 {
      guard var record = try store.nextWaiting(after: Turn.beforeAll),
        !urgentOnly || Turn.isUrgent(record.turn)
      else { return false }
      guard try mayShow(&record, now) else {
        try store.update(record)
        changed.insert(record.id)
        continue
      }
      let banner = try compose(record, now)
      record.banner = .handedOver
      try store.update(record)
      server.ask(.notification(record.id), alerts: record.alerts, now: now.uptime)
      outputs.append(.sink(.show(banner)))
      return true
    }
    retryAt = now.uptime
    return true
  }

  /// Judges a waiting banner again. When it may not be shown now, it has left the line afterwards.
  private func mayShow(_ record: inout NotificationRecord, _ now: Moment) throws -> Bool {
    guard record.unread, record.alerts else {
      if record.unread, record.handle != nil || restoring.contains(record.id) { return true }
      record.banner = .gone
      return false
    }
    let app = try self.app(record.request.app, now)
    let settings = settings(of: app)
    if let why = prohibition(of: record.request, app) {
      try withdraw([record], why, now)
      record = try store.record(record.id) ?? record
      return false
    }
    let judgement = Guidelines.judgeAgain(
      record.request, in: situation(of: app.id, settings, existing: nil, now))
    guard judgement.alert != .now else { return true }
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    if judgement.outcome == .awaitingConsent {
      try suspend(&record, now)
    } else if judgement.alert == .later {
      record.banner = .heldBack
      record.state = .held
      record.until = judgement.until
    } else {
      takeAway(&record)
      record.state = .delivered
      record.until = nil
    }
    return false
  }

  /// Everything that was posted too fast, or was released with many others, in one banner.
  private func showSummary(_ now: Moment) throws -> Bool {
    guard switches.doNotDisturb(now: now.wall) == .off else { return false }
    while let (app, ids) = pace.dueSummary(policy.limits, now: now.uptime) {
      if try showSummary(of: app, ids, now) { return true }
    }
    return false
  }

  /// False when there is nothing (more) to say of this app.
  private func showSummary(of app: AppID, _ ids: Set<NotificationID>, _ now: Moment) throws -> Bool {
    let unread = try ids.filter { try store.record($0)?.unread == true }
    let settings = settings(of: try self.app(app, now))
    guard !unread.isEmpty, settings.banners, claims.foreground(app) == .background else {
      try summarised(app, ids, "The app was in front, or they were read before.", now)
      return false
    }
    let name = name(of: app)
    server.ask(.summary(app), now: now.uptime)
    pace.alerted(app, policy.limits, now: now.uptime)
    pace.showing(app, ids)
    outputs.append(
      .sink(
        .show(
          Banner(
            subject: .summary(app), app: app, appName: name,
            text: BannerText(title: name, body: wording.moreNotifications(unread.count)),
            replaces: pace.handle(of: app)))))
    return true
  }

  /// A summary has spoken for these: those of them that still waited for a banner of their own wait no longer.
  func summarised(_ app: AppID, _ ids: Set<NotificationID>, _ why: String, _ now: Moment) throws {
    pace.summarised(app, ids)
    for id in ids {
      guard var record = try store.record(id), record.banner == .heldBack else { continue }
      takeAway(&record)
      if record.state == .held { record.state = .delivered }
      record.until = nil
      try store.update(record)
      try decide(id, "alerts.summary", "summarised", why, now)
      emit(.released, of: record, now)
      changed.insert(id)
    }
  }
}
