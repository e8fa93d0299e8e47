/// The outcome of a request.
public enum Outcome: String, CaseIterable, Sendable {
  /// No known obstacle; the banner follows by itself.
  case presented
  /// A duplicate is already there, unread: folded into it, without a second alert.
  case coalesced
  /// Took the place of the earlier notification with this identifier.
  case replaced
  /// The app is in the foreground: listed and counted, without banner and sound.
  case suppressed
  /// Listed and counted alone: passive, provisional, banners off, too fast, or over when it came.
  case quiet
  /// Listed and counted; the alert waits for the end of Do Not Disturb, quiet hours or the like.
  case held
  /// Stored; waits for the person to allow the app.
  case awaitingConsent
  /// Stored; the trigger has not fired.
  case scheduled
}

/// The effect that a guideline had on a notification.
package enum Effect: String, CaseIterable, Sendable {
  // To the alert.
  case presented, first, held, released, quiet, suppressed, overruled
  // To its urgency.
  case active, timeSensitive
  // To its place in the list.
  case awaitingConsent, coalesced, replaced, joined, read, dismissed, withdrawn, expired, restored
  // To its time.
  case scheduled, rescheduled, waiting, late, fired, dropped
  // On the way to the screen.
  case shown, hidden, leftOut, notShown, summarised, retried, failed
  // To its sound.
  case silent, played
  // To its storage.
  case unstored
  // To a press.
  case refused, earlier, started, waits, notStarted
}

/// A guideline that shaped an outcome, as stored: its stable name, its effect and its reason. Reported as a `Decision`.
package struct Ruling: Hashable, Sendable {
  package let guideline: String
  /// The name of an `Effect`. In a stored ruling it may be one of another version of the program.
  package let effect: String
  package let reason: Reason

  package init(_ guideline: String, _ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...) {
    self.init(guideline, effect, Reason(key, arguments))
  }

  package init(_ guideline: String, _ effect: Effect, _ reason: Reason) {
    self.init(guideline: guideline, effect: effect.rawValue, reason: reason)
  }

  package init(guideline: String, effect: String, reason: Reason) {
    self.guideline = guideline
    self.effect = effect
    self.reason = reason
  }

  /// The ruling with "…" in place of each occurrence of this name, such as the app id in a command that allows an app.
  package func withoutName(_ name: String) -> Ruling {
    Ruling(guideline: guideline, effect: effect, reason: reason.withoutName(name))
  }
}

/// A guideline that shaped an outcome: its stable name, its effect, and the reason as a sentence. Never holds private
/// text.
public struct Decision: Hashable, Sendable {
  /// Such as `delivery.quiet`: the same in every version.
  public var guideline: String
  /// A word for its effect, such as `held`.
  public var effect: String
  /// The reason, a sentence in the language that the call asked for.
  public var why: String
  package init(guideline: String, effect: String, why: String) {
    self.guideline = guideline
    self.effect = effect
    self.why = why
  }
}

/// A decision and when it was taken.
package struct DatedDecision: Hashable, Sendable {
  package var decision: Decision
  package var time: Timestamp
  package init(_ decision: Decision, at time: Timestamp) {
    self.decision = decision
    self.time = time
  }
}

/// A guideline that the text or the buttons do not follow. Never blocks delivery unless the app asked.
public struct Advice: Hashable, Sendable {
  /// Such as `title.case`: the same in every version.
  public var guideline: String
  /// The field that it is about: `title`, `actions[1].icon`.
  public var field: String
  /// A sentence in the language that the call asked for.
  public var message: String
  /// The field as it might be, where the rule can tell.
  public var suggestion: String?
  package init(guideline: String, field: String, message: String, suggestion: String? = nil) {
    self.guideline = guideline
    self.field = field
    self.message = message
    self.suggestion = suggestion
  }
}

/// The answer to a post.
public struct Receipt: Hashable, Sendable {
  /// The daemon's number for the notification.
  public var id: NotificationID
  /// The fate of the post.
  public var outcome: Outcome
  /// How many posts were folded into it.
  public var repeats: Int
  /// When a held or scheduled notification is due.
  public var until: Timestamp?
  /// The app's badge after this request.
  public var unread: Int
  /// Each guideline that had an effect, in the order in which they judge.
  public var decisions: [Decision]
  /// The guidelines' advice on the text and the buttons; `nil` if the post did not ask for advice.
  public var advice: [Advice]?
  package init(
    id: NotificationID, outcome: Outcome, repeats: Int = 0, until: Timestamp? = nil, unread: Int,
    decisions: [Decision] = [], advice: [Advice]? = nil
  ) {
    self.id = id
    self.outcome = outcome
    self.repeats = repeats
    self.until = until
    self.unread = unread
    self.decisions = decisions
    self.advice = advice
  }
}

/// The conditions under which `Judge` pretends to receive a request. A field that is `nil` has its present value.
package struct Conditions: Hashable, Sendable {
  package var time: Timestamp?
  package var locked: Bool?
  /// The app in the foreground.
  package var foreground: AppID?
  package var doNotDisturb: Bool?
  package var authorization: Authorization?

  package init(
    time: Timestamp? = nil, locked: Bool? = nil, foreground: AppID? = nil, doNotDisturb: Bool? = nil,
    authorization: Authorization? = nil
  ) {
    self.time = time
    self.locked = locked
    self.foreground = foreground
    self.doNotDisturb = doNotDisturb
    self.authorization = authorization
  }
}
