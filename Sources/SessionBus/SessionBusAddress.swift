import Glibc

/// Where the session's bus is.
///
/// Invariant: nothing found here makes GLib start a process. Without an address GLib would launch a bus of its
/// own, and so it would for `autolaunch:`; `unixexec:` runs whatever it names.
public struct SessionBusAddress: Hashable, Sendable {
  public let text: String

  /// The address that GLib would find in this environment, without one to launch; `nil` when there is no bus.
  public static func current() -> SessionBusAddress? {
    if let text = environment("DBUS_SESSION_BUS_ADDRESS") {
      let unsafe = text.split(separator: ";").contains { entry in
        entry.hasPrefix("autolaunch:") || entry.hasPrefix("unixexec:")
      }
      return unsafe ? nil : SessionBusAddress(text: text)
    }
    guard let path = defaultSocket, isSocket(path) else { return nil }
    return SessionBusAddress(text: "unix:path=\(path)")
  }

  /// The socket file whose appearance makes the bus reachable; `nil` for abstract and other addresses.
  public static var socketPath: String? {
    guard let text = environment("DBUS_SESSION_BUS_ADDRESS") else { return defaultSocket }
    let prefix = "unix:path="
    guard text.hasPrefix(prefix), !text.contains("%") else { return nil }
    return String(text.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
  }

  private static var defaultSocket: String? {
    environment("XDG_RUNTIME_DIR").map { "\($0)/bus" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
