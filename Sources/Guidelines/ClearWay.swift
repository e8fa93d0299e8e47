package import NotificationModel

/// Where no guideline has anything to say, a decision says just that: every outcome has one.
package enum ClearWay: Guideline {
  package static let name = "delivery"

  /// Judges last.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.decisions.isEmpty else { return }
    judgement.record(name, .presented, .clearWay)
  }
}
