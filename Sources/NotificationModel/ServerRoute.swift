/// The way to the desktop's notification server.
package enum ServerRoute: Hashable, Sendable {
  /// At the name that the desktop's specification gives it, on the session bus.
  case usual
  /// Through the renaming bus that listens at this path: on the session bus it owns `io.bellhop.NotificationServer`.
  case behind(path: String)
  /// On the session bus, at another name by which it serves as well: that of a desktop's shell.
  case named(String)
}
