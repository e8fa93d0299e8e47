/// The names that this is about, as the bytes that stand in messages.
package enum BusName {
  /// What apps call, and what every notification server asks for.
  package static let notifications = Array("org.freedesktop.Notifications".utf8)
  /// What a server behind this bus gets instead. Equally long, so that no message changes its length.
  package static let server = Array("io.bellhop.NotificationServer".utf8)
  /// The bus itself: its name and its interface.
  package static let driver = Array("org.freedesktop.DBus".utf8)
  package static let monitoring = Array("org.freedesktop.DBus.Monitoring".utf8)
  /// bellhop-bus, to those behind it alone.
  package static let own = Array("io.bellhop.Bus".utf8)
  package static let ownInterface = Array("io.bellhop.Bus1".utf8)
}

/// Where bellhop-bus listens, below the person's runtime directory.
package enum BusPlace {
  package static let directory = "bellhop-bus"
  package static let file = "bus"

  package static func path(in runtime: String) -> String { "\(runtime)/\(directory)/\(file)" }
}
