import CNotify

/// Where a bus is.
///
/// Invariant: nothing found here makes GLib start a process: for `autolaunch:` it would launch a bus of its own,
/// and `unixexec:` runs whatever it names.
package struct GLibAddress: Hashable, Sendable {
  package let text: String

  /// `nil` for an address that would have something started.
  init?(_ text: String) {
    let launches = text.split(separator: ";").contains { entry in
      entry.hasPrefix("autolaunch:") || entry.hasPrefix("unixexec:")
    }
    guard !launches else { return nil }
    self.text = text
  }

  package init(socket path: String) {
    let escaped = g_dbus_address_escape_value(path)
    defer { g_free(escaped) }
    text = "unix:path=\(escaped.map { String(cString: $0) } ?? "")"
  }

  /// How it is reached, for a log: no more of the address than `unix:path`.
  package var kind: String {
    ["unix:path", "unix:abstract", "unix", "tcp", "nonce-tcp"].first { text.hasPrefix($0) }
      ?? "an unknown kind"
  }

  /// The file whose appearance makes the bus reachable; `nil` for abstract and other addresses.
  static func socketPath(of text: String) -> String? {
    let prefix = "unix:path="
    guard text.hasPrefix(prefix), !text.contains("%") else { return nil }
    return String(text.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
  }
}
