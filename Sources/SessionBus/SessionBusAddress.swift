import Glibc

/// Where the session's bus is.
///
/// Invariant: nothing found here makes GLib start a process. Without an address GLib would launch a bus of its
/// own, and so it would for `autolaunch:`; `unixexec:` runs whatever it names.
public struct SessionBusAddress: Hashable, Sendable {
  public let text: String

  /// An environment variable's value; `nil` for none and for an empty one.
  public typealias Variables = @Sendable (String) -> String?

  /// The process's own environment, as it is at the moment.
  public static let environment: Variables = { name in
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The address that GLib would find in this environment, without one to launch; `nil` when there is no bus.
  public static func current(in variables: Variables = environment) -> SessionBusAddress? {
    if let text = variables("DBUS_SESSION_BUS_ADDRESS") {
      let launches = text.split(separator: ";").contains { entry in
        entry.hasPrefix("autolaunch:") || entry.hasPrefix("unixexec:")
      }
      return launches ? nil : SessionBusAddress(text: text)
    }
    guard let path = defaultSocket(in: variables), isSocket(path) else { return nil }
    return SessionBusAddress(text: "unix:path=\(path)")
  }

  /// The socket file whose appearance makes the bus reachable; `nil` for abstract and other addresses.
  public static func socketPath(in variables: Variables = environment) -> String? {
    guard let text = variables("DBUS_SESSION_BUS_ADDRESS") else { return defaultSocket(in: variables) }
    let prefix = "unix:path="
    guard text.hasPrefix(prefix), !text.contains("%") else { return nil }
    return String(text.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
  }

  private static func defaultSocket(in variables: Variables) -> String? {
    variables("XDG_RUNTIME_DIR").map { "\($0)/bus" }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
