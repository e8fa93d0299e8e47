/// When an app last asked to be rated, as far back as the rule about that looks.
public struct RatingHistory: Hashable, Sendable {
  /// What is kept of an app: its newest prompts, no more than it may show in a year.
  public static let most = 3

  /// The newest first, in the order in which they were accepted.
  public var prompts: [Timestamp]
  /// Whether the person has used one of the app's notifications since the newest.
  public var hasEngaged: Bool

  public init(prompts: [Timestamp] = [], hasEngaged: Bool = false) {
    self.prompts = prompts
    self.hasEngaged = hasEngaged
  }
}
