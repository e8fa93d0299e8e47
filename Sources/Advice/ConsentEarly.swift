package import NotificationModel

/// Request permission "only when your app clearly needs access", and "at launch only when" it is "necessary for
/// your app to function".
package enum ConsentEarly: AdviceRule {
  static let name = "consent.early"

  static let milliseconds: Int64 = 10_000

  /// Whether the app has been known for so short a time that people cannot have seen yet what it would notify
  /// about; where it has neither posted nor registered anything, that is too early.
  package static func isNew(_ firstSeen: Timestamp, now: Timestamp) -> Bool {
    (0...milliseconds).contains(now.milliseconds &- firstSeen.milliseconds)
  }

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.isFirstContact else { return }
    advice.add(
      self, "purpose",
      .askedTooEarly)
  }
}
