import BusWire
import CNotify
import SessionBus

/// libnotify, as far as it is used: one object per delivery, gone as soon as the server has answered.
///
/// Invariant: called on one thread alone. libnotify has no locks, and blocks for up to 25 s in any of these.
enum LibnotifyCall {
  /// Makes libnotify talk to the present server, and blocks until it has spoken to it once.
  static func begin() -> Bool {
    guard notify_init("Bellhop") != 0 else { return false }
    var name: UnsafeMutablePointer<CChar>?
    var vendor: UnsafeMutablePointer<CChar>?
    var version: UnsafeMutablePointer<CChar>?
    var specification: UnsafeMutablePointer<CChar>?
    defer { for text in [name, vendor, version, specification] { g_free(text) } }
    return notify_get_server_info(&name, &vendor, &version, &specification) != 0
  }

  /// Forgets the server. Does not block: it would close the banners of objects that live, and none does.
  static func end() { notify_uninit() }

  /// Shows a banner, in the place of another where `replacing` is not 0. Returns the server's id for it.
  static func show(_ banner: RenderedBanner, replacing: UInt32) -> Result<UInt32, BusError> {
    guard let notification = notify_notification_new(banner.title, banner.body, banner.icon) else {
      return .failure(.refused("org.freedesktop.DBus.Error.NoMemory"))
    }
    defer { g_object_unref(notification) }
    notify_notification_set_app_name(notification, banner.appName)
    notify_notification_set_timeout(notification, banner.timeout)
    for (name, value) in banner.hints { notify_notification_set_hint(notification, name, value.variant()) }
    for button in banner.buttons {
      // Presses are heard on the bus itself; libnotify only refuses actions without a callback.
      notify_notification_add_action(notification, button.key, button.label, { _, _, _ in }, nil, nil)
    }
    // libnotify keeps ids as signed numbers.
    if let id = Int32(exactly: replacing) { bellhop_notification_set_id(notification, id) }
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else {
      return .failure(BusError(taking: error))
    }
    return .success(UInt32(bitPattern: bellhop_notification_id(notification)))
  }
}
