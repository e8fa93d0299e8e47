import BusSocket
import BusWire
import CNotify
import EventLoop
import Locks

/// Follows GNOME's settings for notifications. Its server publishes none of them, so they are read again after each write
/// to the person's settings, until this is freed.
///
/// Invariant: at most one reading is under way.
final class GnomeSettings: MuteSource {
  private static let writer = "ca.desrt.dconf.Writer"

  private let background: Background
  private let heard: (NotificationSettings?) -> Void
  private var changes: BusSubscription?
  private var isReading = false
  private var hasChanged = false

  /// `heard` gets `nil` on a machine without these settings.
  init(
    _ background: Background, on connection: BusClient, heard: @escaping (NotificationSettings?) -> Void
  ) {
    self.background = background
    self.heard = heard
    let directory = NotificationSettings.path
    changes = BusSubscription(connection, interface: Self.writer, member: "Notify") { [weak self] signal in
      // The first argument is the changed path or a directory above it.
      guard case .string(let path)? = signal.arguments.first,
        path.hasPrefix(directory) || directory.hasPrefix(path)
      else { return }
      self?.ask()
    }
    ask()
  }

  func ask() {
    guard !isReading else { return hasChanged = true }
    isReading = true
    hasChanged = false
    background.run {
      NotificationSettings.read()
    } then: { [weak self] settings in
      guard let self else { return }
      isReading = false
      heard(settings)
      if hasChanged { ask() }
    }
  }
}

/// The settings of `org.gnome.desktop.notifications` by which GNOME Shell shows text.
struct NotificationSettings: Hashable, Sendable {
  /// Whether banners come up; false during its Do Not Disturb.
  var showsBanners: Bool
  /// Whether the lock screen shows the text of any app's notifications.
  var showsTextWhenLocked: Bool

  /// The settings' directory in dconf.
  static let path = "/org/gnome/desktop/notifications/"
  private static let name = "org.gnome.desktop.notifications"
  /// More apps than a person has; beyond it the lock screen counts as showing text.
  private static let mostApps = 256
  /// Stands for all apps that have no settings of their own, and so for the defaults of this machine.
  private static let anyApp = "io-bellhop"

  /// Kept from the first reading on, because dconf opens a connection to the bus for it.
  private static let kept = Mutex<UInt?>(nil)

  /// Reads files, and may block on them. `nil` if the schema is not installed as GNOME has it: GLib would end the process
  /// over another.
  static func read() -> Self? {
    kept.withLock { kept in
      if kept == nil { kept = open().map { UInt(bitPattern: $0) } }
      guard let settings = kept.flatMap({ UnsafeMutablePointer<GSettings>(bitPattern: $0) }) else {
        return nil
      }
      return Self(
        showsBanners: isOn("show-banners", in: settings),
        showsTextWhenLocked: isOn("show-in-lock-screen", in: settings)
          && anyAppShowsText(of: texts("application-children", in: settings)))
    }
  }

  private static func open() -> UnsafeMutablePointer<GSettings>? {
    let types = ["show-banners": "b", "show-in-lock-screen": "b", "application-children": "as"]
    guard let schema = schema(name, types) else { return nil }
    defer { g_settings_schema_unref(schema) }
    // dconf uses the shared connection, and by default GLib ends the process when its bus goes away.
    if let shared = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
      g_dbus_connection_set_exit_on_close(shared, 0)
    }
    return g_settings_new_full(schema, nil, nil)
  }

  private static func anyAppShowsText(of apps: [String]) -> Bool {
    let types = ["show-in-lock-screen": "b", "details-in-lock-screen": "b"]
    guard apps.count <= mostApps, let schema = schema("\(name).application", types) else { return true }
    defer { g_settings_schema_unref(schema) }
    return (apps + [anyApp]).contains { app in
      // Another path would be invalid.
      guard !app.isEmpty, !app.contains("/"),
        let settings = g_settings_new_full(schema, nil, "\(path)application/\(app)/")
      else { return true }
      defer { g_object_unref(settings) }
      return isOn("show-in-lock-screen", in: settings) && isOn("details-in-lock-screen", in: settings)
    }
  }

  /// The schema, if it has these keys with these types.
  private static func schema(_ name: String, _ types: [String: String]) -> OpaquePointer? {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    guard types.allSatisfy({ type(of: $0.key, in: schema) == $0.value }) else {
      g_settings_schema_unref(schema)
      return nil
    }
    return schema
  }

  private static func type(of key: String, in schema: OpaquePointer) -> String? {
    guard g_settings_schema_has_key(schema, key) != 0, let found = g_settings_schema_get_key(schema, key)
    else { return nil }
    defer { g_settings_schema_key_unref(found) }
    guard let type = g_settings_schema_key_get_value_type(found),
      let text = g_variant_type_dup_string(type)
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func isOn(_ key: String, in settings: UnsafeMutablePointer<GSettings>) -> Bool {
    g_settings_get_boolean(settings, key) != 0
  }

  private static func texts(_ key: String, in settings: UnsafeMutablePointer<GSettings>) -> [String] {
    guard let texts = g_settings_get_strv(settings, key) else { return [] }
    defer { g_strfreev(texts) }
    var all: [String] = []
    while let text = texts[all.count] { all.append(String(cString: text)) }
    return all
  }
}
