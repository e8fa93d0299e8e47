import Delivery
import SessionBus

/// Follows the owner of the notification server's name.
///
/// Invariant: answers of a connection that has been left are passed over.
final class ServerPresenceWatch: BusFollower {
  private static let serverName = "org.freedesktop.Notifications"
  private let reporting: (ServerPresence) -> Void
  private var connection: BusConnection?
  private var names: NameOwner?
  private var owner: String?
  private var reported: ServerPresence?

  init(reporting: @escaping (ServerPresence) -> Void) { self.reporting = reporting }

  func arrived(on connection: BusConnection) {
    self.connection = connection
    names = NameOwner(of: Self.serverName, on: connection) { [unowned self] in found(owner: $0) }
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
    connection.call(.bus("ListActivatableNames")) { [self] answer in
      // Somebody may have come while the bus was asked.
      guard connection === self.connection, self.owner == nil else { return }
      var activatable = false
      if case .success(let values) = answer, case .strings(let names)? = values.first {
        activatable = names.contains(Self.serverName)
      }
      report(.absent(activatable: activatable))
    }
  }

  func activate() {
    // The answer says no more than the signal that comes with the new owner.
    connection?.call(.bus("StartServiceByName"), [.string(Self.serverName), .uint32(0)])
  }

  private func report(_ presence: ServerPresence) {
    guard presence != reported else { return }
    reported = presence
    reporting(presence)
  }
}
