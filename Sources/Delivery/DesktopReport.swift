public import NotificationModel

/// What the desktop says of itself. The newest report of a kind holds until the next.
public enum DesktopReport: Hashable, Sendable {
  case server(ServerPresence)
  case finding(DesktopFinding)
}

/// What Delivery asks of the desktop besides banners; never answered.
public enum DesktopCommand: Hashable, Sendable {
  /// Ask the bus to start a notification server.
  case activateServer
  /// The number on the app's icon in a dock; none at 0.
  case badge(AppID, count: Int)
  /// Play a sound of the sound theme once, for the app of this name.
  case play(sound: String, app: String)
  /// Look at the notification server, and report a finding about it.
  case examineServer
}
