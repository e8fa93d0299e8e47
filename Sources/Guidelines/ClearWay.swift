public import NotificationModel

/// Where no guideline has anything to say, a decision says just that: every outcome has one.
public enum ClearWay: Guideline {
  public static let name = "delivery"

  /// Judges last.
  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.decisions.isEmpty else { return }
    judgement.record(name, "presented", "Nothing stands in the way of a banner.")
  }
}
