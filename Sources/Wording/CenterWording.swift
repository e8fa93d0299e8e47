package import NotificationModel

/// The words of the notification centre in a terminal. A third language is one more of these, and one more line in
/// `languages`.
package struct CenterWording: Sendable {
  /// Words for counts and modes, the same as in a bar.
  package let bar: BarWording
  package let terms: TermWording
  package let judgement: JudgementWording

  // Names of keys that are shown as a word.
  package let numbers: String
  package let wheelUp: String
  package let wheelDown: String

  package let notifications: String
  package let locked: String
  package let waiting: String
  package let isBack: String
  package let onlyUnread: String
  package let onlyMissed: String
  package let nothing: String
  package let nothingMissed: String
  package let noMatch: String
  /// The heading above notifications that were missed for this reason.
  package let missed: @Sendable (Missed.Cause) -> String
  package let isGone: String
  package let isUnknown: @Sendable (_ app: String) -> String
  package let isToCome: String
  package let isBusy: String
  package let notWhileLocked: String
  package let isNotStored: String
  package let noText: String
  package let noActions: String
  package let isHeading: String
  package let nothingToUndo: String
  package let restored: @Sendable (_ count: Int) -> String
  package let earlierSettings: @Sendable (_ app: String) -> String
  package let nothingDismissed: String
  package let dismissed: @Sendable (_ count: Int, _ undo: String) -> String
  package let offList: @Sendable (_ count: Int, _ undo: String) -> String

  package let nothingRead: String
  /// `app`: `nil` for all apps.
  package let askClear: @Sendable (_ count: Int, _ app: String?) -> String
  package let askErase: @Sendable (_ title: String) -> String
  package let askEraseApp: @Sendable (_ app: String) -> String
  /// `keeper`: the server that may have a copy.
  package let erased: @Sendable (_ count: Int, _ keeper: String?) -> String

  // The prompts before a text input and above a list of choices.
  package let search: String
  package let askEnd: String
  package let askEndAgain: String
  package let chooseAction: String
  package let open: String
  package let destructive: String

  // Ends to choose from, each with the time that it means.
  package let minutes: @Sendable (_ count: Int, _ end: String) -> String
  package let anHour: @Sendable (_ end: String) -> String
  package let thisMorning: @Sendable (_ end: String) -> String
  package let tomorrowMorning: @Sendable (_ end: String) -> String
  package let thisEvening: @Sendable (_ end: String) -> String
  package let anotherTime: String
  package let turnOff: String
  package let untilTurnedOff: String

  package let putOff: @Sendable (_ end: String) -> String
  package let doNotDisturbOff: String

  // The choices of letting through and of a mute, and the notices once one is made.
  package let letSender: @Sendable (_ sender: String, _ app: String, _ isOn: Bool) -> String
  package let letApp: @Sendable (_ app: String, _ isAll: Bool) -> String
  /// `end`: `nil` ends the mute.
  package let muteApp: @Sendable (_ app: String, _ end: String?) -> String
  /// The banners of an app that is in front.
  package let letStayAway: @Sendable (_ app: String, _ staysAway: Bool) -> String
  package let senderIsLet: @Sendable (_ sender: String, _ isOn: Bool) -> String
  package let appIsLet: @Sendable (_ app: String, _ isAll: Bool) -> String
  package let appIsMuted: @Sendable (_ app: String, _ end: String?) -> String
  package let staysAwayInFront: @Sendable (_ app: String, _ staysAway: Bool) -> String

  package let why: String
  package let keys: String
  package let settings: @Sendable (_ app: String) -> String
  package let fixed: String
  package let until: @Sendable (_ end: String) -> String
  /// The question whether an app may notify, and its answers.
  package let askAuthorization: @Sendable (_ app: String) -> String
  package let allow: String
  package let deliverQuietly: String
  package let allowForAnHour: @Sendable (_ end: String) -> String
  package let deny: String
  /// The purpose that the app gives for its notifications.
  package let asks: @Sendable (_ purpose: String) -> String
  package let on: String
  package let off: String

  package let changed: String
  package let state: @Sendable (State) -> String
  package let stateUntil: @Sendable (State, _ end: String) -> String
  package let setting: @Sendable (AppSetting) -> String
  package let authorization: @Sendable (Authorization) -> String
  /// The words for an app without a decision that posts by the desktop's own interface.
  package func asFrontSays(_ consent: Authorization) -> String {
    "\(authorization(consent)), \(asConsentSays)"
  }
  package let asConsentSays: String
  package let previews: @Sendable (Previews) -> String
  package let throughQuiet: @Sendable (ThroughQuiet) -> String
  package let kept: @Sendable (KeptText) -> String
  package let days: @Sendable (_ count: Int) -> String
  package let hours: @Sendable (_ count: Int) -> String
  /// `label`: for a line of keys; `meaning`: for help.
  package let command: @Sendable (CenterCommand) -> (label: String, meaning: String)

  private static let languages = ["en": english, "ko": korean]
}

extension CenterWording {
  /// The words of this language, in the form of `Wording.locale`; English for languages without a translation.
  package init(locale: String) { self = Self.languages[locale] ?? .english }

  /// The value of a setting; a word that this version does not know stays as it is.
  package func value(of setting: AppSetting, _ word: String) -> String {
    let known: String? =
      switch setting {
      case .authorization: Authorization(word: word).map(authorization)
      case .previews: Previews(word: word).map(previews)
      case .dnd: ThroughQuiet(word: word).map(throughQuiet)
      case .store: KeptText(word: word).map(kept)
      case .keepDays: KeptDays(word: word).map { days($0.count) }
      case .again: Hours(word: word).map { hours($0.count) }
      case .banners, .badges, .sounds, .timeSensitive, .critical, .marketing, .summary, .alarms, .calls,
        .repeated, .buttons, .foreground:
        Bool(word: word).map { $0 ? on : off }
      }
    return known ?? word
  }
}

/// The commands of the keys in the notification centre of a terminal, in the order of its help.
package enum CenterCommand: String, CaseIterable, Sendable {
  case up, down, pageUp, pageDown, first, last
  case open, fold, press, choose, reply, read, dismiss, undo, snooze, letThrough, clear
  case clearApp, erase
  case search, filter, doNotDisturb, explain, settings
  case help, back, redraw, leave
}
