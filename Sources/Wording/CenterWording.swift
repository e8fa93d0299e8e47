package import NotificationModel

/// The words of the notification centre in a terminal. A third language is one more of these, and one more line in
/// `languages`.
package struct CenterWording: Sendable {
  /// Counts and modes are told as a bar tells them.
  package let bar: BarWording

  package let notifications: String
  package let locked: String
  package let waiting: String
  package let isBack: String
  package let nothing: String
  package let noMatch: String
  package let isGone: String
  package let isToCome: String
  package let isBusy: String
  package let notWhileLocked: String
  package let isNotStored: String
  package let noText: String
  package let noActions: String
  package let isApp: String
  package let nothingToUndo: String
  package let restored: @Sendable (_ count: Int) -> String
  package let dismissed: @Sendable (_ count: Int, _ undo: String) -> String

  // What stands before what is typed, and above what is chosen from.
  package let search: String
  package let chooseAction: String
  package let chooseEnd: String
  package let open: String
  package let destructive: String
  package let minutes: @Sendable (_ count: Int) -> String
  package let hours: @Sendable (_ count: Int) -> String
  package let at: @Sendable (_ clock: String) -> String

  package let why: String
  package let keys: String
  package let settings: @Sendable (_ app: String) -> String
  package let fixed: String
  package let askDenial: @Sendable (_ app: String) -> String
  package let keepAllowed: String
  package let deny: String
  package let on: String
  package let off: String

  package let state: @Sendable (State) -> String
  package let setting: @Sendable (AppSetting) -> String
  package let authorization: @Sendable (Authorization) -> String
  /// The same, as it holds by the desktop's own interface for an app without a decision.
  package func asFrontSays(_ consent: Authorization) -> String {
    "\(authorization(consent)), \(asConsentSays)"
  }
  package let asConsentSays: String
  package let previews: @Sendable (Previews) -> String
  /// `label`: for a line of keys; `meaning`: for help.
  package let command: @Sendable (CenterCommand) -> (label: String, meaning: String)

  private static let languages = ["en": english, "ko": korean]
}

extension CenterWording {
  /// In this language, as `Wording.locale` has it; English where there are no words in it.
  package init(locale: String) { self = Self.languages[locale] ?? .english }
}
