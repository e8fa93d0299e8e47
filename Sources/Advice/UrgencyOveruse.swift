/// "Build trust by accurately representing the urgency of each notification."
package enum UrgencyOveruse: AdviceRule {
  static let name = "urgency.overuse"

  /// How far back it looks.
  package static let seconds: Int64 = 7 * 86_400
  /// The newest of them: a share of more would say no more.
  package static let newest = 100
  /// Of fewer a share says nothing.
  static let fewest = 20
  static let percent = 20

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let history = draft.history, history.all >= fewest,
      history.timeSensitive * 100 > history.all * percent
    else { return }
    advice.add(
      self, "level",
      .urgentTooOften)
  }
}
