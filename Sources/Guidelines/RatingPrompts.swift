package import NotificationModel
import Wording

/// "Limits the display of the prompt to three occurrences per app within a 365-day period"; "allow at least a week or
/// two between rating requests and only prompt again after the user has demonstrated additional engagement", and never
/// before the first; never "on first launch", nor within a year after the person has given feedback; "the user can also
/// opt out for all apps".
package enum RatingPrompts: Guideline {
  package static let name = "ratings"

  static let perYear = RatingHistory.most
  static let day: Int64 = 86_400
  static let year = 365 * day
  static let spacing = 14 * day
  static let firstUse = 7 * day

  /// Why a prompt is refused, in the terms of the error `QuotaExceeded`.
  package struct Excess: Hashable, Sendable {
    package let quota: String
    package let limit: Int
    /// When a prompt is accepted again; `nil` if waiting alone does not help.
    package let until: Timestamp?
  }

  /// The person has switched rating prompts off for all apps.
  package static let switchedOff = Excess(quota: "ratings.off", limit: 0, until: nil)

  /// The error message while prompts are switched off. `source`: where the switch is set.
  package static func whyOff(_ source: Reason, isLocked: Bool) -> String {
    "Rating prompts are switched off (\(Wording.english.sentence(source)))"
      + (isLocked ? ", and an administrator has fixed that." : "; bellhop ratings on allows them.")
  }

  /// Whether a prompt is refused, and why. `hasBeenUsed`: whether the person has ever used a notification of the app.
  /// `rated`: when they last pressed one of its prompts. `time`: when the prompt would be shown. If the clock went
  /// back, earlier prompts lie in the future; they count all the same.
  package static func excess(
    _ history: RatingHistory, firstSeen: Timestamp, hasBeenUsed: Bool, rated: Timestamp? = nil,
    isSwitchedOn: Bool, at time: Timestamp
  ) -> Excess? {
    guard isSwitchedOn else { return switchedOff }
    let known = firstSeen.advanced(bySeconds: firstUse)
    guard time >= known else { return Excess(quota: "ratings.firstUse", limit: 0, until: known) }
    guard !history.hasUnshown else { return Excess(quota: "ratings.spacing", limit: 1, until: nil) }
    if let rated {
      let next = rated.advanced(bySeconds: year)
      guard time >= next else { return Excess(quota: "ratings.given", limit: 0, until: next) }
    }
    guard let last = history.prompts.first else {
      return hasBeenUsed ? nil : Excess(quota: "ratings.engagement", limit: 0, until: nil)
    }
    if history.prompts.count >= perYear {
      let next = history.prompts[perYear - 1].advanced(bySeconds: year)
      guard time >= next else { return Excess(quota: "ratings.year", limit: perYear, until: next) }
    }
    let next = last.advanced(bySeconds: spacing)
    guard time >= next else { return Excess(quota: "ratings.spacing", limit: 1, until: next) }
    return history.hasEngaged ? nil : Excess(quota: "ratings.engagement", limit: 1, until: nil)
  }

  /// Whether this asks for a rating once more. A repeat of a listed prompt does not, nor does a silent change of one.
  package static func isPrompt(
    _ request: NotificationRequest, _ folding: Judgement.Folding, existing: NotificationRecord?
  ) -> Bool {
    guard request.kind == .rating else { return false }
    return switch folding {
    case .none, .again: true
    case .coalesced: existing.map { $0.state == .dismissed || $0.state == .read } ?? false
    case .replaces: !(request.silently && existing?.request.kind == .rating)
    }
  }

  /// "Don't interrupt the user": a prompt is never urgent. `SoundMute` makes it silent.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.kind == .rating, judgement.level.isUrgent else { return }
    judgement.level = .active
    judgement.record(name, .active, .ratingNotUrgent)
  }
}

extension InterruptionLevel {
  /// Whether the level breaks through holds.
  package var isUrgent: Bool {
    switch self {
    case .timeSensitive, .critical: true
    case .passive, .active: false
    }
  }
}
