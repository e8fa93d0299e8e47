package import NotificationModel

/// What the person reads of the list in a bar, in the terminal's notification centre and in the statistics. A third
/// language is one more file like `EnglishPanel.swift`, and one more line in `languages`.
package struct PanelWording: Sendable {
  package let standing: StandingWords
  package let centre: CentreWords
  package let statistics: StatisticsWords

  private static let languages: [String: PanelWording] = ["en": .english, "ko": .korean]
}

extension PanelWording {
  /// In this language, as `Wording.locale` has it; English where there are no words in it.
  package init(locale: String) { self = Self.languages[locale] ?? .english }
}

/// How things stand.
package struct StandingWords: Sendable {
  package let unread: @Sendable (_ count: Int) -> String
  package let held: @Sendable (_ count: Int) -> String
  package let doNotDisturb: String
  package let locked: String
  package let nothingNew: String
  package let noDaemon: String
}

package struct CentreWords: Sendable {
  package let title: String
  package let empty: String
  package let nothingFound: String
  package let unreadOnly: String
  // In words what marks say.
  package let unread: String
  package let held: String
  package let awaitsPermission: String
  package let older: @Sendable (_ count: Int) -> String
  package let inList: @Sendable (_ count: Int) -> String

  /// In a word, for the line of keys.
  package let name: @Sendable (CentreCommand) -> String
  /// In a sentence, for the page of help.
  package let meaning: @Sendable (CentreCommand) -> String
  package let why: String
  package let settings: @Sendable (_ app: String) -> String
  package let setting: @Sendable (AppSetting) -> String
  /// Of a value of a setting, as configuration files have it.
  package let value: @Sendable (_ word: String) -> String
  package let locked: String
  package let later: @Sendable (SnoozeChoice) -> String

  // What was done.
  package let sent: String
  package let dismissed: @Sendable (_ count: Int) -> String
  package let restored: @Sendable (_ count: Int) -> String
  package let markedRead: String
  package let snoozed: @Sendable (_ time: String) -> String
  /// The question before everything goes, which y answers.
  package let dismissAll: @Sendable (_ count: Int) -> String
}

package struct StatisticsWords: Sendable {
  package let figure: @Sendable (StatisticsFigure) -> String
  package let since: @Sendable (_ date: String, _ posts: Int, _ apps: Int) -> String
  package let nothing: String
  package let hint: @Sendable (_ app: String, Loudness) -> String
}

/// What the person can have the centre do, as its help lists it.
package enum CentreCommand: CaseIterable, Sendable {
  case move, open, press, whole, fold, read, dismiss, undo, snooze, search, unreadOnly, doNotDisturb
  case explain, settings, dismissAll, help, quit
}

package enum SnoozeChoice: CaseIterable, Sendable {
  case quarter, hour, evening, morning
}

/// What is counted of an app's notifications.
package enum StatisticsFigure: CaseIterable, Sendable {
  case posts, coalesced, held, suppressed, pressed, dismissedUnread
}

/// What is too much about an app.
package enum Loudness: CaseIterable, Sendable {
  /// What it posts is put away unread.
  case ignored
  /// It posts often, and little of it is looked at.
  case frequent
}
