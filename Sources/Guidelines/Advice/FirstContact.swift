public import NotificationModel

/// An app that asks for permission before it has posted or registered anything, as soon as it is heard of:
/// the person cannot know yet what for.
public enum FirstContact {
  static let milliseconds: Int64 = 10_000

  /// Whether so little time has passed since the app was first seen.
  public static func covers(_ firstSeen: Timestamp, now: Timestamp) -> Bool {
    (0...milliseconds).contains(now.milliseconds &- firstSeen.milliseconds)
  }
}
