import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Taken up at the end of the turn, or before a call that must know of it.
  package func receive(_ report: DesktopReport) {
    switch report {
    // Stored nowhere, as claims are not, these hold at once.
    case .focus(let focus): self.focus = focus
    case .finding(let finding): examination.found(finding)
    case .server, .lock, .serverMute:
      // Many may come while nothing can be stored.
      if case .desktop(let last)? = inputs.last, report.replaces(last) { inputs.removeLast() }
      inputs.append(.desktop(report))
    case .started: inputs.append(.desktop(report))
    }
  }

  func take(_ report: DesktopReport, _ now: Moment) throws {
    switch report {
    case .server(let presence): try take(presence)
    case .lock(let lock): try take(lock)
    case .serverMute(let mute): try take(mute, now)
    case .finding, .focus: break
    case .started(let app, let id, let result): try take(result, of: app, for: id, now)
    }
  }

  private func take(_ presence: ServerPresence) throws {
    let earlier = server.presence
    server.changed(to: presence)
    // Only the server that held them is to have them back.
    if presence != earlier { restoring.removeAll() }
    // The first server after a start may be the one that still shows what an earlier process gave it.
    guard earlier != .unknown else { return }
    if case .present(let name) = presence { try forgetBanners(except: name) }
    if case .absent = presence { try forgetBanners(except: nil) }
    try repeatLostQuestion()
  }

  /// Those of other servers are gone.
  func forgetBanners(except server: String?) throws {
    try store.forgetHandles(except: server)
    if summaries.keep(onlyOf: server) { try storeSummaries() }
  }

  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    server.look(now: now.uptime)
    guard !isStopping, server.outstanding == nil, !backlog.hasErrands,
      now.uptime >= server.pausedUntil ?? now.uptime
    else {
      return
    }
    switch server.presence {
    case .unknown:
      return
    case .absent:
      if try hasBannersWaiting(), server.shouldActivate(now: now.uptime) {
        outputs.append(.desktop(.activateServer))
      }
      return
    case .present:
      break
    }
    if server.description == nil {
      server.ask(.description, now: now.uptime)
      outputs.append(.sink(.describe))
      return
    }
    // What must be hidden goes first of all.
    if try refreshSummary(before: Turn.redaction + 1, now) { return }
    if try showNotification(now, urgentOnly: true) { return }
    if try showQuestion(now) { return }
    if try showSummary(before: try store.nextWaiting(after: Turn.beforeAll)?.turn ?? .max, now) { return }
    if try showNotification(now, urgentOnly: false) { return }
    if try showSummary(before: .max, now) { return }
    // Judging again may have found an app that is no longer allowed.
    _ = try showQuestion(now)
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || !summaries.due.isEmpty || store.nextWaiting(after: Turn.beforeAll) != nil
  }

  /// The first in line that may still be shown. Each that may not leaves the line; whoever is behind too many of
  /// those waits for the next turn.
  private func showNotification(_ now: Moment, urgentOnly: Bool) throws -> Bool {
    for _ in 0..<rowsPerTurn {
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
      server.ask(
        .notification(record.id), alerts: record.alerts,
        image: banner.text.image ?? banner.textWhenLocked?.image, now: now.uptime)
      if record.alerts { alertHandedOver(banner.subject, for: [record.id], banner.urgency, now) }
      outputs.append(.sink(.show(banner)))
      return true
    }
    leavesWork = true
    return true
  }

  /// Judges a waiting banner again. When it may not be shown now, it has left the line afterwards.
  private func mayShow(_ record: inout NotificationRecord, _ now: Moment) throws -> Bool {
    guard record.unread else {
      record.banner = .gone
      return false
    }
    if let why = prohibition(of: record.request, try app(record.request.app, now)) {
      try withdraw([record], why, now)
      record = try store.record(record.id) ?? record
      return false
    }
    guard record.alerts else {
      if record.handle != nil || restoring.contains(record.id) { return true }
      record.banner = .gone
      return false
    }
    let judgement = try judgeAgain(record, now)
    guard judgement.alert != .now else { return true }
    try putAside(&record, judgement, now)
    return false
  }
}
