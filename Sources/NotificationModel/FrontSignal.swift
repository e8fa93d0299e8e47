/// What the app of a call hears of its notification, as the specification names these signals.
package enum FrontSignal: Hashable, Sendable {
  /// `ActivationToken`, where there is one, and `ActionInvoked`.
  case invoked(key: String, token: String?)
  /// `NotificationReplied`. Private.
  case replied(text: String)
  /// `NotificationClosed`: the number means nothing any more.
  case closed(Closing)

  package enum Closing: UInt32, Sendable {
    case expired = 1
    case dismissed = 2
    /// By its app.
    case closed = 3
    case undefined = 4
  }
}
