package import NotificationModel

/// How things stand with the notification name.
package enum FrontState: Hashable, Sendable {
  case connecting
  /// It is ours, and the notification server is to be found that way.
  case owner(route: ServerRoute)
  /// Another has it, by this unique name, and keeps it. `process`: 0 where the bus does not say.
  case queued(owner: String, process: Int32)
  /// Why.
  case unreachable(String)
}
