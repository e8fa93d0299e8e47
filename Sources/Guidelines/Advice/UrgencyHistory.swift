/// How far back urgency is looked at.
public enum UrgencyHistory {
  /// Seven days.
  public static let seconds: Int64 = 7 * 86_400
  /// The newest of them: a share of more would say no more.
  public static let notifications = 100
}
