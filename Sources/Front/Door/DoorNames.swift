import BusWire

/// Names, paths and interfaces of those around the door.
enum DoorNames {
  static let notifications = String(decoding: BusName.notifications, as: UTF8.self)
  static let server = String(decoding: BusName.server, as: UTF8.self)
  static let path = "/org/freedesktop/Notifications"

  /// Of the process that has the notification name in GNOME, and passes on to the shell.
  static let gnomeHelper = "org.gnome.Shell.Notifications"
  /// Where desktops serve the interface themselves, whoever has the name.
  static let shells = ["org.gnome.Shell", "org.kde.plasmashell"]

  /// Programs that go on serving at no name at all where they do not get the notification name: LXQt's up to 1.3.
  static let namelessServers: Set = ["lxqt-notificationd"]

  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let properties = "org.freedesktop.DBus.Properties"
  static let peer = "org.freedesktop.DBus.Peer"

  /// Numbers that apps get begin here; servers count from 1.
  static let firstNumber: UInt32 = 1_000_001
}
