package import NotificationModel

/// A known app, with the person's own choices and the state of its questions.
package struct AppRecord: Hashable, Sendable {
  package var id: AppID
  package var firstSeen: Timestamp
  package var chosen: AppSettings
  /// The person's timed choices, which overrule `chosen`.
  package var timed = TimedChoices()
  package var question: ConsentQuestion?
  /// The question whether the app may send offers and news.
  package var marketingQuestion: ConsentQuestion?
  /// The explanation of Time Sensitive, which offers to turn it off.
  package var explanation: ConsentQuestion?
  /// Whether a sandbox has confirmed the app's identity.
  package var isVerified = false
  /// Whether the person has ever used one of its notifications.
  package var hasBeenUsed = false
  /// When the person last pressed a notification that asks for a rating.
  package var rated: Timestamp?
  /// Whether all of the app's notifications came by the desktop's own interface.
  package var comesByFront = false
  /// The name that the app claims by that interface without confirmation; `nil` if the name is its id.
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

  /// The person's choices that hold now.
  package var choices: AppSettings { timed.isEmpty ? chosen : chosen.overlaid(by: timed.settings) }

  package var allChoices: Choices {
    get { Choices(chosen, timed: timed) }
    set { (chosen, timed) = (newValue.chosen, newValue.timed) }
  }

  /// With `end`, the choices hold until then. Without it they also replace the timed choices about the same settings.
  package mutating func choose(_ choices: AppSettings, until end: End?) {
    if let end { return timed.choose(choices, until: end) }
    chosen = chosen.overlaid(by: choices)
    timed.end { setting, _ in choices.says(setting) }
  }
}

/// A question of the daemon's own about an app, and its state.
package struct ConsentQuestion: Hashable, Sendable {
  package enum Stage: String, Sendable {
    /// The question is to be asked as soon as possible, or is on its way to the screen, or is on it.
    case open
    /// The question waits until the app itself is allowed.
    case held
    /// Bellhop does not ask the question again by itself.
    case over
  }

  package var stage: Stage
  /// The app's own sentence about its notifications; `nil` if it posted without asking.
  package var purpose: String?
  /// How often the question has been on screen with the person able to see it.
  package var asked: Int
  package var lastAsked: Timestamp?
  /// How the question last left the screen without an answer.
  package var end: QuestionEnd?

  package mutating func wasShown(_ now: Timestamp) {
    asked += 1
    lastAsked = now
    end = nil
  }

  /// The person could not see the question, which is asked again.
  package mutating func wasNotSeen() {
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

/// The person's timed choices about an app. Until their ends they override the choices without an end.
///
/// Invariant: a setting has an end if and only if it has a value.
package struct TimedChoices: Hashable, Sendable {
  package private(set) var settings = AppSettings()
  package private(set) var ends: [AppSetting: End] = [:]

  package init() {}

  package var isEmpty: Bool { ends.isEmpty }
  package var next: Timestamp? { ends.values.map(\.time).min() }

  package mutating func choose(_ choices: AppSettings, until end: End) {
    settings = settings.overlaid(by: choices)
    for setting in AppSetting.allCases where choices.says(setting) { ends[setting] = end }
  }

  package mutating func end(where isOver: (AppSetting, Timestamp) -> Bool) {
    let left = ends.filter { !isOver($0.key, $0.value.time) }
    guard left.count < ends.count else { return }
    var rest = AppSettings()
    for setting in left.keys {
      if let word = settings.word(for: setting) { _ = rest.set(setting, to: word) }
    }
    (settings, ends) = (rest, left)
  }

  package mutating func correct(byMilliseconds step: Int64) {
    ends = ends.mapValues { $0.corrected(byMilliseconds: step) }
  }
}
