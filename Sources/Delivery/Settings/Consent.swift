import Guidelines
package import NotificationModel

extension DeliveryEngine {
  /// The app asks the person, for marketing too where it says so. Answers with the present authorization (of
  /// marketing, then); the person's decision comes as output.
  package func requestAuthorization(
    _ app: AppID, purpose: String, marketing: Bool = false, by client: Client, now: Moment
  ) throws(Refusal) -> Authorization {
    try call(at: now) {
      try admit(app, client)
      try vouch(for: app, client, now)
      let record = try self.app(app, now)
      let authorization = settings(of: record).authorization
      let consent = marketing ? marketingConsent(of: record) : authorization
      guard authorization == .notDetermined || consent == .notDetermined else { return consent }
      let cleaned = PlainText.line(purpose)
      // There are characters that are no blanks and cannot be seen either.
      guard !PlainText.label(cleaned).isEmpty else {
        throw Refusal.invalid(path: "purpose", reason: "there is no visible text in it")
      }
      let isVouchedFor = isVouchedFor(app, client)
      try charge(.posts, app, isVouchedFor: isVouchedFor, now)
      try remember(record, isVouchedFor: isVouchedFor, now)
      if authorization == .notDetermined { try ask(app, purpose: cleaned, by: client.process, now) }
      if marketing, consent == .notDetermined {
        // One on probation shows no banner, and so asks for no more.
        try ask(
          app, .marketing, purpose: cleaned, by: client.process, held: authorization != .authorized, now)
      }
      return consent
    }
  }

  /// The person decides about an app, in the question or anywhere else.
  package func setAuthorization(_ authorization: Authorization, of app: AppID, now: Moment) throws(Refusal) {
    try call(at: now) {
      if app == .shell, authorization != .authorized {
        throw Refusal.invalid(
          path: "authorization", reason: "\(app) speaks for the person, and is always authorized")
      }
      try requireUnlocked(app, .authorization)
      try choose(app, authorization, now)
    }
  }
}
