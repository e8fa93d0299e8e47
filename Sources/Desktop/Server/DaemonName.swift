import BusSocket
import BusWire

/// Owns the daemon's own name on the session bus, also while the front is off: so bellhop-bus and the bus know whether
/// the daemon runs, and start no second one.
final class DaemonName: BusFollower {
  func arrived(on connection: BusClient) {
    let name = String(decoding: BusName.daemon, as: UTF8.self)
    // In the bus's queue, where it has not heard yet that an earlier daemon was killed.
    connection.call(.bus("RequestName"), [.string(name), .uint32(0)])
  }

  func left() {}
}
