import CNotify

/// A switch among the desktop's settings (GSettings), followed for as long as this lives. Made and ended on a
/// GLib thread, where its handler is called too.
package struct SettingWatch: ~Copyable {
  private let settings: UnsafeMutablePointer<GSettings>
  private let key: String
  private let handlerID: UInt

  /// `nil` where the schema, or the key in it, is not installed: GLib would end the process over it.
  package init?(_ key: String, of schema: String, handler: @escaping (Bool) -> Void) {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, Self.isSwitch(key, of: found),
      let settings = g_settings_new_full(found, nil, nil)
    else { return nil }
    self.settings = settings
    self.key = key
    let callback:
      @convention(c) (
        UnsafeMutablePointer<GSettings>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
      ) -> Void = { settings, key, data in
        Box<(Bool) -> Void>.peek(data)?(g_settings_get_boolean(settings, key) != 0)
      }
    // A function of this signature is what the signal is documented to call.
    handlerID = g_signal_connect_data(
      settings, "changed::\(key)", unsafeBitCast(callback, to: GCallback.self), Box(handler).retained(),
      { data, _ in Box<(Bool) -> Void>.release(data) }, GConnectFlags(0))
  }

  deinit {
    g_signal_handler_disconnect(settings, handlerID)
    g_object_unref(settings)
  }

  /// GLib tells of changes only of what has been read.
  package var value: Bool { g_settings_get_boolean(settings, key) != 0 }

  private static func isSwitch(_ key: String, of schema: OpaquePointer) -> Bool {
    guard let description = g_settings_schema_get_key(schema, key) else { return false }
    defer { g_settings_schema_key_unref(description) }
    guard let type = g_settings_schema_key_get_value_type(description) else { return false }
    return g_variant_type_peek_string(type)?.pointee == CChar(UInt8(ascii: "b"))
  }
}
