import BusSocket
import BusWire

/// Owns the daemon's own name on the session bus, also while the front is off: so bellhop-bus and the bus know whether
/// the daemon runs, and start no second one.
final class DaemonName: BusFollower {
  /// DBUS_NAME_FLAG_DO_NOT_QUEUE: a second daemon on this bus gets the name at no time.
  private static let doNotQueue: UInt32 = 0x4

  func arrived(on connection: BusClient) {
    let name = String(decoding: BusName.daemon, as: UTF8.self)
    connection.call(.bus("RequestName"), [.string(name), .uint32(Self.doNotQueue)])
  }

  func left() {}
}
