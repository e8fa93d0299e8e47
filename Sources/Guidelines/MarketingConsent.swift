package import NotificationModel

/// "You must receive their explicit permission" for marketing, and "never use the Time Sensitive interruption
/// level to send a marketing notification".
package enum MarketingConsent: Guideline {
  package static let name = "consent.marketing"

  /// What a post without that consent is told.
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
