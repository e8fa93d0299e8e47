import BusSocket
import BusWire
import Delivery
import Glibc
import NotificationModel

/// The names under which the notification server is called on the session bus.
struct ServerAddress: Hashable, Sendable {
  static let path = "/org/freedesktop/Notifications"
  private static let usualName = String(decoding: BusName.notifications, as: UTF8.self)
  /// The name and interface by which bellhop-bus offers the server behind it, in the place of the usual ones.
  private static let nameBehind = String(decoding: BusName.server, as: UTF8.self)

  let name: String
  /// The interface on this route; paths and members are the same on all routes.
  let interface: String
  /// Whether the server is called beside the notification name, which it has not got.
  var isBesideName: Bool { !isStartable }
  /// Whether the bus may start the server by this name: at a shell's own name it would start the shell.
  let isStartable: Bool
  /// The address of bellhop-bus, if it speaks to the session bus in the server's place.
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

/// Follows the owner of the notification server's name on the present route. This process itself counts as no server.
///
/// Invariant: followers are told only about the present connection and the present name.
final class ServerOwner: BusFollower {
  enum Standing {
    case noBus
    case nobody
    /// This process owns the name: the route is about to change, and the server still runs.
    case ourselves
    case server(String)
  }

  private(set) var address = ServerAddress(.usual)
  private(set) var connection: BusClient?
  /// The owner's unique name, if the owner is another process.
  private(set) var owner: String?
  private var names: NameOwner?
  /// Called in this order.
  var followers: [(Standing) -> Void] = []

  func arrived(on connection: BusClient) {
    self.connection = connection
    follow()
  }

  /// Changes the route. Followers are told nothing until the new owner is known: it may be the same server.
  func follow(_ route: ServerRoute) {
    address = ServerAddress(route)
    follow()
  }

  func left() {
    names = nil
    connection = nil
    tell(.noBus)
  }

  private func follow() {
    owner = nil
    names = connection.map { connection in
      NameOwner(of: address.name, on: connection) { [unowned self] in found($0, on: connection) }
    }
  }

  private func found(_ owner: String?, on connection: BusClient) {
    if owner != self.owner { self.owner = nil }
    guard let owner else { return tell(.nobody) }
    Self.isOurselves(owner, on: connection) { [weak self] isOurs in
      guard let self, connection === self.connection, !connection.isClosed, names?.owner == owner else {
        return
      }
      tell(isOurs ? .ourselves : .server(owner))
    }
  }

  private func tell(_ standing: Standing) {
    owner = if case .server(let name) = standing { name } else { nil }
    followers.forEach { $0(standing) }
  }

  static func isOurselves(_ owner: String, on connection: BusClient, then: @escaping (Bool) -> Void) {
    connection.process(of: owner) { then($0 == getpid()) }
  }
}

/// Reports whether there is a notification server, and has the bus start one.
final class ServerPresenceMonitor {
  private let server: ServerOwner
  private let reporting: (ServerPresence) -> Void
  private var reported: ServerPresence?

  init(_ server: ServerOwner, reporting: @escaping (ServerPresence) -> Void) {
    self.server = server
    self.reporting = reporting
    server.followers.append { [weak self] in self?.found($0) }
  }

  private func found(_ standing: ServerOwner.Standing) {
    guard let connection = server.connection else { return report(.absent(activatable: false)) }
    switch standing {
    case .server(let owner): report(.present(server: "\(connection.guid)/\(owner)"))
    case .nobody where server.address.isStartable: lookForService(connection)
    case .noBus, .nobody: report(.absent(activatable: false))
    case .ourselves: break
    }
  }

  private func lookForService(_ connection: BusClient) {
    let address = server.address
    connection.call(.bus("ListActivatableNames")) { [self] answer in
      // A server may have appeared since the question.
      guard connection === server.connection, address == server.address, server.owner == nil else { return }
      var activatable = false
      if case .success(let values) = answer, case .strings(let names)? = values.first {
        activatable = names.contains(address.name)
      }
      report(.absent(activatable: activatable))
    }
  }

  /// Starts the server by the route's own name: by the usual one the bus would start this daemon while it owns that
  /// name.
  func activate() {
    guard server.address.isStartable else { return }
    // The answer adds nothing to the `NameOwnerChanged` signal.
    server.connection?.call(.bus("StartServiceByName"), [.string(server.address.name), .uint32(0)])
  }

  private func report(_ presence: ServerPresence) {
    guard presence != reported else { return }
    reported = presence
    reporting(presence)
  }
}
