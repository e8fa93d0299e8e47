import Guidelines
public import NotificationModel

extension DeliveryEngine {
  /// What the bus says about the notification server's name.
  public func serverChanged(_ presence: ServerPresence, now: Moment) {
    let earlier = server.presence
    server.changed(to: presence)
    do throws(StorageFault) {
      // The first server after a start may be the one that still shows what an earlier process gave it.
      if case .present(let name) = presence, earlier != .unknown { try store.forgetHandles(except: name) }
      if case .absent = presence, earlier != .unknown { try store.forgetHandles(except: nil) }
      if earlier != .unknown { try repeatLostQuestion() }
    } catch {
      fault = error
    }
  }

  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    server.look(now: now.uptime)
    guard !isStopping, server.outstanding == nil, now.uptime >= server.pausedUntil ?? now.uptime else { return }
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
    if try showNotification(now, refreshesOnly: true) { return }
    if try showQuestion(now) { return }
    if try showNotification(now, refreshesOnly: false) { return }
    try showSummary(now)
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || pace.hasSummaries || store.nextWaiting(after: -1) != nil
  }

  /// The first in line that may still be shown. Each that may not leaves the line; whoever is behind a
  /// thousand of those waits for the next turn.
  private func showNotification(_ now: Moment, refreshesOnly: Bool) throws -> Bool {
    for _ in 0..<1_000 {
      guard var record = try store.nextWaiting(after: -1), !refreshesOnly || record.turn == 0 else {
        return false
      }
      guard try mayShow(&record, now) else {
        try store.update(record)
        continue
      }
      let banner = try compose(record, now)
      record.banner = .handedOver
      try store.update(record)
      server.ask(.notification(record.id), now: now.uptime)
      outputs.append(.sink(.show(banner)))
      return true
    }
    retryAt = now.uptime
    return true
  }

  /// Judges a waiting banner again. When it may not be shown now, it has left the line afterwards.
  private func mayShow(_ record: inout NotificationRecord, _ now: Moment) throws -> Bool {
    guard record.alerts else {
      if record.handle != nil || restoring.contains(record.id) { return true }
      record.banner = .gone
      return false
    }
    let app = try self.app(record.request.app, now)
    let judgement = Guidelines.judgeAgain(
      record.request, in: situation(of: app.id, settings(of: app), existing: nil, now))
    switch judgement.alert {
    case .now:
      return true
    case .later:
      record.banner = .heldBack
      record.state = .held
      record.until = judgement.until
    case .inPlace, .never:
      record.banner = .none
      record.state = .delivered
      record.until = nil
    }
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    changed.insert(record.id)
    return false
  }

  private func showSummary(_ now: Moment) throws {
    guard let (app, count) = pace.dueSummary(policy.limits, now: now.uptime) else { return }
    guard switches.doNotDisturb(now: now.wall) == .off, claims.foreground(app) == .background else {
      pace.forget(app)
      return
    }
    let name = name(of: app)
    let noun = count == 1 ? "notification" : "notifications"
    server.ask(.summary(app), now: now.uptime)
    outputs.append(
      .sink(
        .show(
          Banner(
            subject: .summary(app), app: app, appName: name,
            text: BannerText(title: name, body: "\(count) more \(noun)")))))
    pace.alerted(app, policy.limits, now: now.uptime)
    pace.summarised(app, count: count)
  }
}
