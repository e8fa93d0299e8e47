internal import Glibc

/// Where the daemon listens.
public struct SocketPaths: Hashable, Sendable {
  /// For apps: `io.bellhop.Notifications`.
  public let notifications: String
  /// For the person's tools: `io.bellhop.Control`, and `io.bellhop.Notifications` too.
  public let control: String

  /// Below this directory; without one, `$XDG_RUNTIME_DIR`, else `/run/user/UID`.
  public init(runtimeDirectory: String? = nil) {
    let directory = runtimeDirectory ?? Self.environment ?? "/run/user/\(getuid())"
    notifications = directory + "/bellhop/notifications.sock"
    control = directory + "/bellhop-control/control.sock"
  }

  /// A relative path there is to be ignored, says the XDG Base Directory Specification.
  private static var environment: String? {
    guard let value = getenv("XDG_RUNTIME_DIR") else { return nil }
    let directory = String(cString: value)
    return directory.hasPrefix("/") ? directory : nil
  }
}
