import Glibc

/// Where the session's bus is. Without an address of it GLib would launch a bus of its own.
package enum SessionBusAddress {
  /// An environment variable's value; `nil` for none and for an empty one.
  package typealias Variables = @Sendable (String) -> String?

  /// The process's own environment, as it is at the moment.
  package static let environment: Variables = { name in
    let value =
      name == SessionBusVariable.name ? SessionBusVariable.value : getenv(name).map { String(cString: $0) }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address that GLib would find in this environment, without one to launch; `nil` when there is no bus.
  package static func current(in variables: Variables = environment) -> GLibAddress? {
    if let text = variables(SessionBusVariable.name) { return GLibAddress(text) }
    guard let path = defaultSocket(in: variables), isSocket(path) else { return nil }
    return GLibAddress(socket: path)
  }

  /// The socket file whose appearance makes the bus reachable; `nil` for abstract and other addresses.
  package static func socketPath(in variables: Variables = environment) -> String? {
    guard let text = variables(SessionBusVariable.name) else { return defaultSocket(in: variables) }
    return GLibAddress.socketPath(of: text)
  }

  private static func defaultSocket(in variables: Variables) -> String? {
    variables("XDG_RUNTIME_DIR").map { "\($0)/bus" }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
