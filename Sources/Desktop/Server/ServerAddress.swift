import BusWire
import NotificationModel

/// The notification server as it is called on the session bus.
struct ServerAddress: Hashable, Sendable {
  static let path = "/org/freedesktop/Notifications"
  private static let usualName = "org.freedesktop.Notifications"
  /// Equally long: bellhop-bus puts it in the place of the usual one, as name and as interface, for the server behind it.
  private static let nameBehind = "io.bellhop.NotificationServer"

  let name: String
  /// Its own; whatever else it offers has everywhere the same names.
  let interface: String
  /// Whether the bus may start whoever serves there, by this name: at a shell's own name that would be the shell.
  let isStartable: Bool
  /// bellhop-bus, where that speaks to the session bus in the server's place.
  let bus: BusAddress?

  init(_ route: ServerRoute) {
    switch route {
    case .usual: (name, interface) = (Self.usualName, Self.usualName)
    case .behind: (name, interface) = (Self.nameBehind, Self.nameBehind)
    case .named(let other): (name, interface) = (other, Self.usualName)
    }
    isStartable = if case .named = route { false } else { true }
    bus = if case .behind(let path) = route { .path(path) } else { nil }
  }
}
