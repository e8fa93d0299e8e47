/// When an app last asked to be rated, as far back as the rule about that looks.
package struct RatingHistory: Hashable, Sendable {
  /// What is kept of an app: its newest prompts, no more than it may show in a year.
  package static let most = 3

  /// The newest first, in the order in which they were accepted.
  package var prompts: [Timestamp]
  /// Whether the person has used one of the app's notifications since the newest.
  package var hasEngaged: Bool
  /// Whether one is in the list that has not been shown yet.
  package var hasUnshown: Bool

  package init(prompts: [Timestamp] = [], hasEngaged: Bool = false, hasUnshown: Bool = false) {
    self.prompts = prompts
    self.hasEngaged = hasEngaged
    self.hasUnshown = hasUnshown
  }

  /// As before the newest for this time or an earlier one was accepted: for that, the person had to have used the
  /// app since the one before.
  package mutating func forgetNewest(notAfter time: Timestamp) {
    guard let index = prompts.firstIndex(where: { $0 <= time }) else { return }
    prompts.remove(at: index)
    if index == 0 { hasEngaged = true }
  }
}
