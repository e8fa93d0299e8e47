package import NotificationModel

/// "Before you can send any notifications to people, you have to get their consent."
package enum Consent: Guideline {
  package static let name = "consent"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.settings.authorization == .notDetermined else { return }
    judgement.conclude(.awaitingConsent)
    judgement.weaken(to: .never)
    judgement.listing = .later
    judgement.record(
      name, .awaitingConsent, .undecided, .source(situation.settings.source(of: .authorization)),
      .name(request.app.text))
  }

  /// Whether the person's answer forbids posting at all.
  package static func isDenied(_ settings: EffectiveSettings) -> Bool { settings.authorization == .denied }
}
