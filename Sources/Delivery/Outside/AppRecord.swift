package import NotificationModel

/// An app as remembered: the person's own choices, and how its question stands.
package struct AppRecord: Hashable, Sendable {
  package var id: AppID
  package var firstSeen: Timestamp
  package var chosen: AppSettings
  /// What they chose for a while, over that.
  package var timed = TimedChoices()
  package var question: ConsentQuestion?
  /// Whether it may send offers and news.
  package var marketingQuestion: ConsentQuestion?
  /// What Time Sensitive means, offered with a way to turn it off.
  package var explanation: ConsentQuestion?
  /// Whether a sandbox has vouched for it.
  package var isVerified = false
  /// Whether the person has ever used one of its notifications.
  package var hasBeenUsed = false
  /// When they last pressed one that asks for a rating.
  package var rated: Timestamp?
  /// Whether all that it has posted came by the desktop's own interface.
  package var comesByFront = false
  /// The name that it gave itself by that interface, where nothing vouches for it; `nil` where that is its id.
  package var claimedName: String?

  package init(
    id: AppID, firstSeen: Timestamp, chosen: AppSettings = AppSettings(), question: ConsentQuestion? = nil,
    marketingQuestion: ConsentQuestion? = nil, explanation: ConsentQuestion? = nil
  ) {
    self.id = id
    self.firstSeen = firstSeen
    self.chosen = chosen
    self.question = question
    self.marketingQuestion = marketingQuestion
    self.explanation = explanation
  }

  /// All that the person has chosen and holds now.
  var choices: AppSettings { timed.isEmpty ? chosen : chosen.overlaid(by: timed.settings) }

  /// `end`: they hold until then. Without one they take the place of what held for a while, too.
  mutating func choose(_ choices: AppSettings, until end: Timestamp?) {
    if let end { return timed.choose(choices, until: end) }
    chosen = chosen.overlaid(by: choices)
    timed.end { setting, _ in choices.says(setting) }
  }
}

/// A question of the daemon's own about an app, and how it stands.
package struct ConsentQuestion: Hashable, Sendable {
  package enum Stage: String, Sendable {
    /// To be asked as soon as it may be, or on its way to the screen, or there.
    case open
    /// Not before the app itself is allowed.
    case held
    /// Not to be asked (again) by itself.
    case over
  }

  package var stage: Stage
  /// What the app says it is for; `nil` when it posted without asking.
  package var purpose: String?
  /// How often it has been on screen where it could be seen.
  package var asked: Int
  package var lastAsked: Timestamp?
  /// How it last left the screen without an answer.
  package var end: QuestionEnd?

  mutating func wasShown(_ now: Timestamp) {
    asked += 1
    lastAsked = now
    end = nil
  }

  /// It could not be seen, and is asked again.
  mutating func wasNotSeen() {
    stage = .open
    asked = max(0, asked - 1)
    if asked == 0 { lastAsked = nil }
  }

  package init(purpose: String? = nil, asked: Int = 0, lastAsked: Timestamp? = nil, stage: Stage = .open) {
    self.stage = stage
    self.purpose = purpose
    self.asked = asked
    self.lastAsked = lastAsked
  }
}
