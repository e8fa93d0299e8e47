package import NotificationModel

/// Whose time a call costs. However many processes, connections or names it has, one sharer has one share.
package enum Sharer: Hashable, Sendable {
  /// More than its own word says that there is this app.
  case app(AppID)
  /// All names that nothing vouches for: inventing more of them gains nothing.
  case notVouchedFor
  /// Where no app is named, and all that comes by the person's socket.
  case process(Int32)
}
