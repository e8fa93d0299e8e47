import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    live.server.followTime(now: now.uptime)
    guard !live.server.isStopping, live.server.outstanding == nil, !mustGoOnFirst,
      now.uptime >= live.server.pausedUntil ?? now.uptime
    else {
      return
    }
    switch live.server.presence {
    case .unknown:
      return
    case .absent:
      if try hasBannersWaiting(), live.server.shouldActivate(now: now.uptime) {
        outbox.add(.desktop(.activateServer))
      }
      return
    case .present:
      break
    }
    if live.server.description == nil {
      live.server.ask(Asked(subject: .description), now: now.uptime)
      outbox.add(.sink(.describe))
      return
    }
    try queueQuestion(now)
    try queueSummaries(now)
    // Whoever is behind too many that may not be shown waits for the next transaction.
    for _ in 0..<share.whole {
      guard let row = try store.nextBanner() else { return }
      if let offer = try offer(row, now) { return try handOver(row, offer, now) }
    }
    share.leaveWork()
  }

  /// What the sink is to show, and what of it is to be remembered until it has answered.
  struct Offer {
    var banner: Banner
    /// What an alert speaks for; empty where it is none.
    var alertsFor: [NotificationID] = []
  }

  /// `nil` where it may not be shown now, and has left the queue.
  private func offer(_ row: BannerRow, _ now: Moment) throws -> Offer? {
    switch row.subject {
    case .notification(let id): return try offerNotification(id, row, now)
    case .summary(let app): return try offerSummary(of: app, row, now)
    case .consent, .marketing, .timeSensitive:
      return try Question(row.subject).flatMap { try offerQuestion($0, row, now) }
    case .description: return nil
    }
  }

  private func handOver(_ row: BannerRow, _ offer: Offer, _ now: Moment) throws {
    let banner = offer.banner
    try happen(to: row) { $0.handOver() }
    live.server.ask(
      Asked(
        subject: row.subject, app: row.app, alerts: row.phase?.hasAlertToCome == true,
        hasLockedForm: banner.textWhenLocked != nil,
        image: banner.text.image ?? banner.textWhenLocked?.image), now: now.uptime)
    if !offer.alertsFor.isEmpty {
      alertHandedOver(banner.subject, for: offer.alertsFor, banner.urgency, now)
    }
    outbox.add(.sink(.show(banner)))
  }

  private func hasBannersWaiting() throws -> Bool {
    try live.questions.hasWaiting || !live.summaries.due.isEmpty
      || store.hasBannersWaiting(butRedactions: false)
  }

  /// Judges a waiting banner again. When it may not be shown now, it has left the queue afterwards.
  private func offerNotification(_ id: NotificationID, _ row: BannerRow, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase, var record = try store.record(id),
      record.unread
    else {
      try happen(to: row) { $0.withdraw() }
      return nil
    }
    if let why = prohibition(of: record.request, try app(record.request.app, now)) {
      try withdraw([record], why, now)
      return nil
    }
    guard errand.alerts else { return Offer(banner: try compose(record, errand, nil, failures, now)) }
    let judgement = try judgeAgain(record, now)
    guard judgement.alert == .now else {
      try putAside(&record, judgement, now)
      try store.update(record)
      outbox.noteChange(of: id)
      return nil
    }
    return Offer(banner: try compose(record, errand, judgement.level, failures, now), alertsFor: [id])
  }
}
