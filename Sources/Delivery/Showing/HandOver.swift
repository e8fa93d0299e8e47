import NotificationModel

extension DeliveryEngine {
  /// Gives the sink the next banner, if it waits for one and there is one.
  func handOver(_ now: Moment) throws {
    server.followTime(now: now.uptime)
    guard !server.isStopping, server.outstanding == nil, !mustGoOnFirst,
      now.uptime >= server.pausedUntil ?? now.uptime
    else {
      return
    }
    switch server.presence {
    case .unknown:
      return
    case .absent:
      if try hasBannersWaiting(), server.shouldActivate(now: now.uptime) {
        outbox.add(.desktop(.activateServer))
      }
      return
    case .present:
      break
    }
    if server.description == nil {
      server.ask(Asked(subject: .description), now: now.uptime)
      outbox.add(.sink(.describe))
      return
    }
    if try handOverPassing(now) { return }
    try queueQuestion(now)
    try queueSummaries(now)
    // Whoever is behind too many that may not be shown waits for the next transaction.
    for _ in 0..<share.whole {
      guard let row = try store.nextBanner() else { return }
      if let offer = try content(of: row)?.offer(self, now) {
        return try handOver(row, offer, now)
      }
    }
    share.leaveWork()
  }

  private func handOver(_ row: BannerRow, _ offer: Offer, _ now: Moment) throws {
    let banner = offer.banner
    try banners.transition(row) { $0.handOver() }
    server.ask(
      Asked(
        subject: row.subject, app: row.app, alerts: row.phase?.hasAlertToCome == true,
        hasLockedForm: banner.textWhenLocked != nil,
        previews: Question(row.subject) == nil ? apps.settings(of: try apps.app(row.app, now)).previews : nil,
        image: banner.text.image ?? banner.textWhenLocked?.image), now: now.uptime)
    if !offer.alertsFor.isEmpty {
      alertHandedOver(banner.subject, for: offer.alertsFor, banner.urgency, now)
    }
    outbox.add(.sink(.show(banner)))
  }

  private func hasBannersWaiting() throws -> Bool {
    try questions.hasWaiting || !summaries.due.isEmpty
      || store.hasBannersWaiting(butRedactions: false)
  }

  /// `nil` where there is no banner: the server is asked what it is.
  func content(of row: BannerRow) -> (any BannerContent)? {
    switch row.subject {
    case .notification(let id): NotificationContent(row: row, id: id)
    case .summary: SummaryContent(row: row)
    case .consent, .marketing, .timeSensitive:
      Question(row.subject).map { QuestionContent(row: row, question: $0) }
    case .passing, .description: nil
    }
  }
}
