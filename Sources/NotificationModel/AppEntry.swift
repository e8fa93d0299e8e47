/// An app as the person sees it in a list: `App` of `io.bellhop.Control`.
package struct AppEntry: Hashable, Sendable {
  package var app: AppID
  package var name: String
  /// Whether the name is only the app's own claim.
  package var isNameClaimed = false
  package var settings: EffectiveSettings
  /// The authorization by the desktop's own interface. Set if the app has only posted that way, and the authorization
  /// differs from the one in `settings`.
  package var front: Authorization?
  /// The purpose of an unanswered permission question; empty if the app gave no purpose.
  package var question: String?
  /// How that question stands.
  package var questionStanding: QuestionStanding?
  package var unread: Int
  package var held: Int
  /// The posts of the last seven days, with those that repeated or changed what was there.
  package var week = 0
  /// The posts that were refused since the daemon's start.
  package var refused = 0
  /// The settings that an administrator has fixed.
  package var locked: [String]
  /// The purpose of a question about marketing that is not answered.
  package var marketingQuestion: String?
  package var marketingStanding: QuestionStanding?
  /// The deciders of the settings that differ from the built-in ones.
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

/// Apps by the beginning of their ids, as configuration files name them: `org.example.*`, or `*` for all.
package struct AppGroup: Hashable, Sendable, CustomStringConvertible {
  package static let all = AppGroup(prefix: "")

  /// The beginning of the ids, with its dot; empty for all apps.
  private let prefix: String

  private init(prefix: String) { self.prefix = prefix }

  /// `nil` unless `text` is an id followed by `.*`, or `*` alone.
  package init?(_ text: String) {
    if text == "*" {
      self = .all
    } else if text.hasSuffix(".*"), AppID(String(text.dropLast(2))) != nil {
      self.init(prefix: String(text.dropLast()))
    } else {
      return nil
    }
  }

  package var description: String { "\(prefix)*" }

  package func contains(_ app: AppID) -> Bool { app.text.utf8.starts(with: prefix.utf8) }

  /// Whether this group holds all apps of the other.
  package func contains(_ other: AppGroup) -> Bool { other.prefix.utf8.starts(with: prefix.utf8) }

  /// The narrower of two groups with an app in common is the one with the longer beginning.
  package static func isWider(_ a: AppGroup, _ b: AppGroup) -> Bool {
    (a.prefix.utf8.count, a.prefix) < (b.prefix.utf8.count, b.prefix)
  }
}

/// The number of notifications that an app has posted recently, and the number of Time Sensitive ones among them.
package struct LevelCount: Hashable, Sendable {
  package var all: Int
  package var timeSensitive: Int
  package init(all: Int, timeSensitive: Int) {
    self.all = all
    self.timeSensitive = timeSensitive
  }
}

/// An app's recent rating prompts, as far back as the rule about them looks.
package struct RatingHistory: Hashable, Sendable {
  /// The number of prompts kept per app: the newest, as many as an app may show in a year.
  package static let most = 3

  /// The newest first, in the order in which they were accepted.
  package var prompts: [Timestamp]
  /// Whether the person has used one of the app's notifications since the newest prompt.
  package var hasEngaged: Bool
  /// Whether a prompt in the list has not been shown yet.
  package var hasUnshown: Bool

  package init(prompts: [Timestamp] = [], hasEngaged: Bool = false, hasUnshown: Bool = false) {
    self.prompts = prompts
    self.hasEngaged = hasEngaged
    self.hasUnshown = hasUnshown
  }

  /// Undoes the newest prompt, if it is for this time or an earlier one. The person had then used the app since the
  /// prompt before, since otherwise the newest would not have been accepted.
  package mutating func forgetNewest(notAfter time: Timestamp) {
    guard let index = prompts.firstIndex(where: { $0 <= time }) else { return }
    prompts.remove(at: index)
    if index == 0 { hasEngaged = true }
  }
}

/// The state of one of the daemon's questions about an app: `QuestionStanding` of `io.bellhop.Control`.
package struct QuestionStanding: Hashable, Sendable {
  package enum Stage: String, CaseIterable, Sendable {
    case onScreen
    /// The question comes as soon as it is allowed to.
    case waiting
    /// The question was dismissed or expired, or too many questions were asked that day.
    case unanswered
  }

  package var stage: Stage
  /// How often the question was on the screen while the person could see it.
  package var asked: Int
  /// When it was last on the screen.
  package var last: Timestamp?
  /// The time until which the person has put a waiting question off; of an unanswered one, the time from which on the
  /// app's next post asks once more, `nil` if the question is not asked again.
  package var again: Timestamp?
  /// How the question last left the screen without an answer; `nil` if it did not.
  package var end: QuestionEnd?

  package init(
    _ stage: Stage, asked: Int, last: Timestamp? = nil, again: Timestamp? = nil, end: QuestionEnd? = nil
  ) {
    self.stage = stage
    self.asked = asked
    self.last = last
    self.again = again
    self.end = end
  }
}

/// How a question left the screen without an answer.
package struct QuestionEnd: Hashable, Sendable {
  package enum Way: String, CaseIterable, Sendable {
    /// The person pressed the banner itself, which is no answer.
    case pressed
    case dismissed
    /// The banner went by itself.
    case expired
  }

  package var way: Way
  package var time: Timestamp

  package init(_ way: Way, at time: Timestamp) {
    self.way = way
    self.time = time
  }
}
