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

  /// How the question stands that the notification waits for.
  package static func waits(for question: QuestionStanding) -> Ruling {
    let why =
      switch (question.stage, question.last, question.again) {
      case (.onScreen, _, _): Reason(.questionIsUp)
      case (.waiting, _, let again?): Reason(.questionIsPutOff, .time(again))
      case (.waiting, _, nil): Reason(.questionIsToCome)
      case (.unanswered, nil, _): Reason(.questionsTooMany)
      case (.unanswered, let last?, let again?): Reason(.questionUnanswered, .time(last), .time(again))
      case (.unanswered, let last?, nil): Reason(.questionIsOver, .count(question.asked), .time(last))
      }
    return Ruling(name, .awaitingConsent, why)
  }

  /// Whether the person has denied the app all notifications.
  package static func isDenied(_ settings: EffectiveSettings) -> Bool { settings.authorization == .denied }
}

/// "You must receive their explicit permission" for marketing, and "never use the Time Sensitive interruption
/// level to send a marketing notification".
package enum MarketingConsent: Guideline {
  package static let name = "consent.marketing"

  /// The error message for a post without this consent.
  package static func why(_ consent: Authorization, app: AppID) -> String {
    consent == .denied
      ? "Marketing is switched off for this app (bellhop set \(app) marketing=on, or Marketing= in a file)."
      : "Nobody has allowed this app to send marketing; RequestAuthorization with marketing asks the person."
  }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.kind == .marketing, judgement.level.isUrgent else { return }
    judgement.level = .active
    judgement.record(name, .active, .marketingNotUrgent)
  }
}
