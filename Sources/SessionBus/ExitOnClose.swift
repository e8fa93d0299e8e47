import CNotify

/// GLib's own way with a bus that goes away is to end the process together with it.
enum ExitOnClose {
  /// From now on no connection does that, whoever has made it: not even one that closes before its maker hears of it.
  static func forbid() { _ = hook }

  private static let hook: UInt = {
    let type = g_dbus_connection_get_type()
    // The signal is known once the class is.
    let known = g_type_class_ref(type)
    defer { g_type_class_unref(known) }
    // Before the connection itself hears of its end, and ends the process.
    return g_signal_add_emission_hook(
      g_signal_lookup("closed", type), 0,
      { _, count, values, _ in
        if count > 0, let connection = g_value_get_object(values) {
          g_dbus_connection_set_exit_on_close(OpaquePointer(connection), 0)
        }
        return 1
      }, nil, nil)
  }()
}
