import Guidelines
import NotificationModel

/// The banner of one notification.
struct NotificationContent: BannerContent {
  let row: BannerRow
  let id: NotificationID

  private var app: AppID { row.app }

  /// Judged again. When it may not be shown now, it has left the queue.
  func offer(_ engine: isolated DeliveryEngine, _ now: Moment) throws -> Offer? {
    guard case .waiting(_, let errand, let failures) = row.phase, var record = try engine.store.record(id),
      record.unread
    else {
      try engine.banners.transition(row) { $0.withdraw() }
      return nil
    }
    if let why = engine.apps.prohibition(of: record.request, try engine.apps.app(app, now)) {
      try engine.withdraw([record], why, now)
      return nil
    }
    guard errand.alerts else {
      return Offer(banner: try engine.compose(record, errand, nil, failures, now))
    }
    if let missed = try engine.missed(record, now) { record = missed }
    let judgement = try engine.situations.judgeAgain(record, now)
    guard judgement.alert == .now else {
      try engine.putAside(record, judgement, now)
      return nil
    }
    let banner = try engine.compose(record, errand, judgement.level, failures, now)
    return Offer(banner: banner, alertsFor: [id])
  }

  func shown(
    _ shown: Shown, alerts: Bool, omitted: [Reason], _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Bool {
    let earlier = try engine.store.record(id)
    let settings = engine.apps.settings(of: try engine.apps.app(app, now), for: earlier?.request)
    engine.outbox.noteChange(of: id)
    guard var record = earlier, record.unread, settings.showsBanners else {
      // It ended, or its app's banners did, while the server was showing it.
      try engine.banners.endedMeanwhile(row, shown)
      if var record = earlier, record.state == .held {
        record.state = .delivered
        try engine.store.update(record)
      }
      return false
    }
    let answer = alerts ? Reason.Key.showed : .changedInPlace
    var decisions = [Ruling(ServerAnswer.name, .shown, answer, .name(engine.server.name))]
    decisions += omitted.map { Ruling(ServerAnswer.name, .leftOut, $0) }
    if HiddenPreviews.areHidden(record.request, previews: settings.previews, locked: shown.isHidden) {
      decisions.append(
        HiddenPreviews.form(
          of: record.request, settings: settings, locked: shown.isHidden, by: engine.attention.lockHolders))
    }
    try engine.store.append(decisions, to: id, at: now.wall)
    let surroundings = engine.banners.surroundings(of: record.request, now)
    guard try engine.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    if alerts {
      engine.alertShown(.notification(id), now)
      engine.emit(record.state == .held ? .released : .presented, of: record, now)
      try engine.explainTimeSensitive(record, now)
      try engine.ratingPromptShown(record, now)
    }
    if try engine.banners.isHeld(record) {
      // What holds its new text may be over by now.
      try engine.review([app], now)
    } else if record.state == .held || record.state == .failed {
      record.state = .delivered
      record.hold = nil
      try engine.store.update(record)
    }
    return true
  }

  func surroundings(_ engine: isolated DeliveryEngine, _ now: Moment) throws -> BannerRow.Surroundings {
    guard let record = try engine.store.record(id) else { return engine.banners.surroundings() }
    return engine.banners.surroundings(of: record.request, now)
  }

  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    guard var record = try engine.store.record(id) else { return }
    engine.outbox.noteChange(of: id)
    let ruling: Ruling
    switch outcome {
    case .isGone: return
    case .waits:
      if try engine.banners.isHeld(record) { try engine.review([app], now) }
      return
    case .retries where failure == .unanswered:
      ruling = Ruling(ServerAnswer.name, .retried, .neverAnswered)
    case .retries:
      ruling = Ruling(ServerAnswer.name, .retried, .triesAsText, .reason(failure.reason))
    case .isOver where failure == .unanswered:
      ruling = Ruling(ServerAnswer.name, .failed, .neverAnsweredAgain)
    case .isOver(let alerts):
      engine.server.forgive()
      if alerts {
        record.state = .failed
        try engine.store.update(record)
      }
      ruling = Ruling(ServerAnswer.name, .failed, .givenUp, .reason(failure.reason))
    }
    try engine.decide(id, ruling, now)
  }

  /// What is still to be shown goes to the next server.
  func lost(_ engine: isolated DeliveryEngine, _ now: Moment) throws {}

  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws {
    guard let record = try engine.store.record(id) else {
      return try engine.banners.transition(row) { $0.closed(handle) }
    }
    let request = record.request
    engine.noteClosing(
      handle,
      of: .notification(
        id, thread: request.thread, identifier: request.identifier, actions: request.actions,
        target: request.target, origin: request.origin), now)
    switch reason {
    // What was dismissed is the earlier text.
    case .dismissed where row.phase?.hasAlertToCome == true:
      try engine.banners.transition(row) { $0.closed(handle) }
    case .dismissed:
      try engine.decide(id, Ruling(UnreadCount.name, .dismissed, .dismissedOnScreen), now)
      try engine.end([record], .dismissed, now)
    // A banner that timed out, or that a server put away, has not been read.
    case .expired, .closed, .undefined:
      let isToCome = row.phase?.hasAlertToCome == true
      try engine.banners.transition(row) { $0.closed(handle) }
      if !isToCome { try engine.bannerGone(record, reason == .expired ? .expired : .undefined, now) }
    }
  }

  func pressed(_ action: ItemID, _ engine: isolated DeliveryEngine, _ now: Moment) throws
    -> NotificationRecord?
  { try engine.store.record(id) }
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
