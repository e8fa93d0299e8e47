import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// What has been decided about an app's marketing. The shell speaks for the person.
  func marketingConsent(of app: AppRecord) -> Authorization { marketingConsent(of: app, settings(of: app)) }

  private func marketingConsent(of app: AppRecord, _ settings: EffectiveSettings) -> Authorization {
    if app.id == .shell { return .authorized }
    if Consent.isDenied(settings) { return .denied }
    return live.policy.marketingConsent(of: app.id, chosen: app.chosen)
  }

  /// By these settings, which may be no more than assumed.
  func requireMarketingConsent(
    _ request: NotificationRequest, _ app: AppRecord, _ settings: EffectiveSettings
  ) throws {
    guard request.kind == .marketing else { return }
    let consent = marketingConsent(of: app, settings)
    guard consent == .authorized else {
      throw Refusal.notAuthorized(app.id, consent, why: MarketingConsent.why(consent, app: app.id))
    }
  }

  /// Asks what waited for the app itself to be allowed, and ends a question that somebody has answered.
  func followMarketing(of id: AppID, _ now: Moment) throws {
    var app = try self.app(id, now)
    guard let question = app.marketingQuestion else { return }
    let consent = marketingConsent(of: app)
    if consent != .notDetermined {
      try endQuestion(Question(id, .marketing), now)
      outbox.add(.decided(id, consent, marketing: true))
    } else if question.stage == .held, settings(of: app).authorization == .authorized {
      app.marketingQuestion?.stage = .open
      try save(app)
      live.questions.enqueue(Question(id, .marketing))
    }
  }

  /// What an app was allowed to send, and no longer is. Where there is no room for all of it, later transactions
  /// go on.
  func withdrawMarketing(of app: AppID, _ now: Moment) throws {
    guard marketingConsent(of: try self.app(app, now)) != .authorized else { return }
    for record in try store.records(restricted: .marketing, app: app, limit: share.left) {
      guard let why = prohibition(of: record.request, try self.app(app, now)) else { continue }
      share.use(try withdraw([record], why, now))
    }
    if share.isUsedUp { live.backlog.followLater(app) }
  }
}
