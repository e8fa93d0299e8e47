import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// What has been decided about an app's marketing. The shell speaks for the person.
  func marketingConsent(of app: AppRecord) -> Authorization {
    if app.id == .shell { return .authorized }
    if Consent.isDenied(settings(of: app)) { return .denied }
    return policy.marketingConsent(of: app.id, chosen: app.chosen)
  }

  func requireMarketingConsent(_ request: NotificationRequest, _ app: AppRecord) throws {
    guard request.kind == .marketing else { return }
    let consent = marketingConsent(of: app)
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
      outputs.append(.decided(id, consent, marketing: true))
    } else if question.banner == .heldBack, settings(of: app).authorization == .authorized {
      app.marketingQuestion?.banner = .waiting
      try save(app)
      questions.enqueue(Question(id, .marketing))
    }
  }

  /// What an app was allowed to send, and no longer is.
  func withdrawMarketing(of app: AppRecord, _ now: Moment) throws {
    for state in State.current {
      for record in try store.records(app: app.id, state: state, limit: .max) {
        guard record.request.kind == .marketing, let why = prohibition(of: record.request, app) else {
          continue
        }
        try withdraw([record], why, now)
      }
    }
  }
}
