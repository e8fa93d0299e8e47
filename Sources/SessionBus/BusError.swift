package import BusWire
package import CNotify

extension BusError {
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
