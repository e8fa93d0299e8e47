/// An app as the person sees it in a list: `App` of `io.bellhop.Control`.
package struct AppEntry: Hashable, Sendable {
  package var app: AppID
  package var name: String
  /// Whether nothing but the app's own word says that name.
  package var isNameClaimed = false
  package var settings: EffectiveSettings
  /// Whether it may notify by the desktop's own interface, where that is the only way it has come and another answer than
  /// `settings` has.
  package var front: Authorization?
  /// The purpose of a question that is not answered; empty where the app gave none.
  package var question: String?
  /// How that question stands.
  package var questionStanding: QuestionStanding?
  package var unread: Int
  package var held: Int
  /// The settings that an administrator has fixed.
  package var locked: [String]
  /// The purpose of a question about marketing that is not answered.
  package var marketingQuestion: String?
  package var marketingStanding: QuestionStanding?
  /// Who has decided about the settings that are not as built in.
  package var deciders: [SettingsDecider]
  /// The ends of the person's timed choices.
  package var ending: [ChoiceEnd] = []

  package init(
    app: AppID, name: String, settings: EffectiveSettings, question: String? = nil, unread: Int, held: Int,
    locked: [String] = [], marketingQuestion: String? = nil,
    deciders: [SettingsDecider] = []
  ) {
    self.app = app
    self.name = name
    self.settings = settings
    self.question = question
    self.unread = unread
    self.held = held
    self.locked = locked
    self.marketingQuestion = marketingQuestion
    self.deciders = deciders
  }
}

/// The end of one of the person's timed choices.
package struct ChoiceEnd: Hashable, Sendable {
  /// The key of the setting in configuration files.
  package var setting: String
  package var until: Timestamp

  package init(setting: String, until: Timestamp) {
    self.setting = setting
    self.until = until
  }
}
