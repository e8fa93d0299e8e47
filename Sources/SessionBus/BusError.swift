package import CNotify

/// Why a call on the bus gave no answer that can be used. Carries no text of the peer but the error's name.
package enum BusError: Error, Hashable, Sendable {
  /// Nothing came within the time given; it may still come.
  case timedOut
  /// The connection to the bus is gone, or there was none.
  case disconnected
  /// The peer, or the bus in its place, answered with an error of this name; or the answer was not one.
  case refused(String)

  /// Reads an error and frees it.
  package init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .disconnected
      return
    }
    defer { g_error_free(error) }
    if g_error_matches(error, g_io_error_quark(), Int32(bitPattern: G_IO_ERROR_TIMED_OUT.rawValue)) != 0 {
      self = .timedOut
    } else if let name = g_dbus_error_get_remote_error(error) {
      defer { g_free(name) }
      self = .refused(String(cString: name))
    } else {
      self = .disconnected
    }
  }
}
