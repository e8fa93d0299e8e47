internal import Glibc
internal import NotificationModel

/// The paths of the daemon's sockets.
package struct SocketPaths: Hashable, Sendable {
  /// The directory of both sockets.
  package let directory: String
  /// The apps' socket, with `io.bellhop.Notifications`.
  package let notifications: String
  /// The socket of the person's tools, with `io.bellhop.Control`, and `io.bellhop.Notifications` too.
  package let control: String

  /// In this directory; by default in `$XDG_RUNTIME_DIR`, else in `/run/user/UID`.
  package init(runtimeDirectory: String? = nil) {
    let environment = baseDirectory(getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
    directory = runtimeDirectory ?? environment ?? "/run/user/\(getuid())"
    notifications = RuntimeFile.notifications.path(in: directory)
    control = RuntimeFile.control.path(in: directory)
  }
}
