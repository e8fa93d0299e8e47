import Guidelines
import NotificationModel
import Records

// The permissions of an app, from the person's choices, the configuration, and the administrator's locks.

extension Apps {
  /// The person's decision about an app's marketing. The shell speaks for the person.
  func marketingConsent(of app: AppRecord) -> Authorization { marketingConsent(of: app, settings(of: app)) }

  private func marketingConsent(of app: AppRecord, _ settings: EffectiveSettings) -> Authorization {
    if app.id == .shell { return .authorized }
    if Consent.isDenied(settings) { return .denied }
    return preferences.policy.marketingConsent(of: app.id, chosen: app.choices)
  }

  /// Throws if `request` is marketing without consent. `settings` may be assumed ones, as when a post is only tried
  /// out.
  func requireMarketingConsent(
    _ request: NotificationRequest, _ app: AppRecord, _ settings: EffectiveSettings
  ) throws {
    guard request.kind == .marketing else { return }
    let consent = marketingConsent(of: app, settings)
    guard consent == .authorized else {
      throw Refusal.notAuthorized(app.id, consent, why: MarketingConsent.why(consent, app: app.id))
    }
  }

  func allowances(of app: AppRecord) -> Allowances {
    Allowances(settings(ofListed: app), marketing: marketingConsent(of: app))
  }

  /// The reason to withdraw an accepted notification: its app is denied, marketing lost its consent, or rating prompts
  /// are off. `nil` if it may stay.
  func prohibition(of request: NotificationRequest, _ app: AppRecord) -> Ruling? {
    let settings = settings(of: app, for: request)
    if Consent.isDenied(settings) { return denial(settings) }
    if request.kind == .marketing, marketingConsent(of: app) != .authorized {
      return Ruling(
        MarketingConsent.name, .withdrawn, .marketingNotAllowed, .source(settings.source(of: .marketing)))
    }
    if request.kind == .rating, !preferences.areRatingPromptsOn {
      return Ruling(RatingPrompts.name, .withdrawn, .ratingsOff, .reason(preferences.ratingPromptsSource))
    }
    return nil
  }

  func denial(_ settings: EffectiveSettings) -> Ruling {
    Ruling(Consent.name, .withdrawn, .notAllowed, .source(settings.source(of: .authorization)))
  }

  /// Whether to ask the person about the app's time-sensitive notifications. Not asked if a file decides, nor for the
  /// shell, which speaks for the person.
  func mayExplainTimeSensitive(to app: AppRecord) -> Bool {
    let settings = settings(of: app)
    return app.id != .shell && settings.timeSensitive && settings.dnd != .never
      && settings.authorization == .authorized
      && preferences.policy.locks(.timeSensitive, of: app.id) == nil
  }

  /// The two actions added to every entry of an app on probation: keep the app, or turn it off. Empty if an
  /// administrator has locked the setting.
  func probationActions(_ record: NotificationRecord, _ now: Moment) throws -> [(Action, Authorization)] {
    let app = try app(record.request.app, now)
    guard State.current.contains(record.state),
      settings(of: app, for: record.request).authorization == .provisional,
      preferences.policy.locks(.authorization, of: app.id) == nil
    else { return [] }
    return [
      (Action(id: .keep, title: wording.keep), .authorized),
      (Action(id: .turnOff, title: wording.turnOff), .denied),
    ]
  }

  /// The explanation for a person who cannot change the setting; `nil` if no administrator has locked it.
  func whyLocked(_ setting: AppSetting, of app: AppID) -> String? {
    preferences.policy.locks(setting, of: app).map {
      "An administrator has fixed \(setting.key) in \($0); ask them."
    }
  }

  func requireUnlocked(_ app: AppID, _ setting: AppSetting) throws {
    if let file = preferences.policy.locks(setting, of: app) {
      throw Refusal.locked(app, setting: setting.key, by: file)
    }
  }
}

extension EffectiveSettings {
  /// Whether the person lets an alarm or a call of the app ring through quiet.
  func mayRing(_ request: NotificationRequest) -> Bool { request.kind == .alarm ? alarms : calls }
}
