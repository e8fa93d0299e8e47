import CNotify
import Synchronization

/// Whether GNOME shows banners, by its setting (GSettings), where that is installed.
enum ShowBanners {
  private static let schema = "org.gnome.desktop.notifications"
  private static let key = "show-banners"
  /// Where dconf keeps it.
  static let path = "/org/gnome/desktop/notifications/show-banners"

  /// Kept from the first question on: dconf has a connection to the bus for them.
  private static let settings = Mutex<UInt?>(nil)

  /// Reads a file, and may wait for one. `nil` where the schema, or the key in it, is not installed: GLib would end the
  /// process over it.
  static var value: Bool? {
    settings.withLock { kept in
      if kept == nil { kept = make() }
      guard let settings = kept.flatMap({ UnsafeMutablePointer<GSettings>(bitPattern: $0) }) else {
        return nil
      }
      return g_settings_get_boolean(settings, key) != 0
    }
  }

  private static func make() -> UInt? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, isSwitch(found) else { return nil }
    // The connection that dconf will use: GLib's own way with a bus that goes away is to end the process with it.
    if let shared = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
      g_dbus_connection_set_exit_on_close(shared, 0)
    }
    return g_settings_new_full(found, nil, nil).map { UInt(bitPattern: $0) }
  }

  private static func isSwitch(_ schema: OpaquePointer) -> Bool {
    guard let description = g_settings_schema_get_key(schema, key) else { return false }
    defer { g_settings_schema_key_unref(description) }
    guard let type = g_settings_schema_key_get_value_type(description) else { return false }
    return g_variant_type_peek_string(type)?.pointee == CChar(UInt8(ascii: "b"))
  }
}
