package import NotificationModel

/// A press reaches its app also where the app is away: it is started, in front of the person or out of sight,
/// and finds the press waiting.
package enum AppStarting {
  package static let name = "actions.starting"

  /// Whether the app is to come to the front: for a press on the notification itself, for an action that says
  /// so, and for one that asks for text where the server could not ask.
  package static func bringsToFront(
    _ action: ItemID, of request: NotificationRequest, isReplied: Bool
  ) -> Bool {
    guard !isReplied else { return false }
    guard action != .defaultAction else { return true }
    let pressed = request.actions?.first { $0.id == action }
    return pressed?.foreground == true || pressed?.input != nil
  }
}
