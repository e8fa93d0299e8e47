import BusSocket
import BusWire
import Delivery
import NotificationModel

/// Follows the owner of the notification server's name.
///
/// Invariant: answers of a connection that has been left, or about a name that is not the server's any more, are passed
/// over.
final class ServerPresenceWatch: BusFollower {
  private let reporting: (ServerPresence) -> Void
  private var address = ServerAddress(.usual)
  private var connection: BusClient?
  private var names: OtherOwner?
  private var owner: String?
  private var reported: ServerPresence?

  init(reporting: @escaping (ServerPresence) -> Void) { self.reporting = reporting }

  func arrived(on connection: BusClient) {
    self.connection = connection
    follow()
  }

  /// What was reported holds until the other one is known: it may be the same server.
  func take(_ route: ServerRoute) {
    address = ServerAddress(route)
    follow()
  }

  private func follow() {
    owner = nil
    names = connection.map { OtherOwner(of: address.name, on: $0) { [unowned self] in found(owner: $0) } }
  }

  func left() {
    names = nil
    owner = nil
    connection = nil
    report(.absent(activatable: false))
  }

  private func found(owner: String?) {
    guard let connection else { return }
    self.owner = owner
    if let owner { return report(.present(server: "\(connection.guid)/\(owner)")) }
    // The name is changing hands, and so is the way: the server has not gone.
    if names?.isOurselves == true { return }
    guard address.isStartable else { return report(.absent(activatable: false)) }
    connection.call(.bus("ListActivatableNames")) { [self, address] answer in
      // Somebody may have come while the bus was asked.
      guard connection === self.connection, address == self.address, self.owner == nil else { return }
      var activatable = false
      if case .success(let values) = answer, case .strings(let names)? = values.first {
        activatable = names.contains(address.name)
      }
      report(.absent(activatable: activatable))
    }
  }

  /// By the name that the route leads to: whoever the bus starts for the usual one is us, while we have it.
  func activate() {
    guard address.isStartable else { return }
    // The answer says no more than the signal that comes with the new owner.
    connection?.call(.bus("StartServiceByName"), [.string(address.name), .uint32(0)])
  }

  private func report(_ presence: ServerPresence) {
    guard presence != reported else { return }
    reported = presence
    reporting(presence)
  }
}
