import BusWire
import Glibc
import SessionBus

/// The connection on which the server is called, and what is heard on it whoever is the server.
///
/// Invariant: used on the sink's thread. Its handlers hold the worker, and go with it.
struct SinkBus: ~Copyable {
  let connection: GLibConnection
  /// Whether libnotify's calls go the same way.
  let isLibnotifys: Bool
  /// Of the call that libnotify makes.
  let reply: ReplyObserver
  private let name: String
  private let owner: Owner
  private let owners: GLibSubscription

  /// Who has the name, as the bus said last.
  private final class Owner {
    enum Knowledge {
      case unknown
      case known(String?)
    }
    var knowledge = Knowledge.unknown
  }

  /// `ownerChanged` is given the unique name that owned the server's before, empty for none. `closed` is called on
  /// the thread that the connection was made on: where it is shared, that may be another.
  init(
    _ line: ServerLine, ownerChanged: @escaping (String) -> Void, closed: @escaping @Sendable () -> Void
  ) {
    connection = line.connection
    isLibnotifys = line.isLibnotifys
    name = line.name
    connection.whenClosed(closed)
    reply = ReplyObserver(
      connection,
      BusMethod(
        "Notify", of: NotificationServer.interface, at: NotificationServer.path,
        on: NotificationServer.busName))
    let owner = Owner()
    self.owner = owner
    owners = GLibSubscription(
      connection, sender: BusMethod.busName, interface: BusMethod.busName,
      member: "NameOwnerChanged", firstArgument: name
    ) { signal in
      guard signal.arguments.count == 3, case .string(let old) = signal.arguments[1],
        case .string(let new) = signal.arguments[2]
      else { return }
      owner.knowledge = .known(new.isEmpty ? nil : new)
      ownerChanged(old)
    }
  }

  /// The unique name of the present server, of which the bus tells every change. Where it has changed a moment ago, and
  /// nobody has heard of that yet, the answer to what is sent shows it.
  var presentOwner: String? {
    if case .known(let name) = owner.knowledge { return name }
    let name = askOwner()
    owner.knowledge = .known(name)
    return name
  }

  /// The same as of now. Asks the bus, which never starts a service for this.
  func askOwner() -> String? {
    guard case .string(let owner)? = ask("GetNameOwner", of: name) else { return nil }
    return owner
  }

  /// Whether what has this unique name is this very process: banners that it were given would come back to it, for ever.
  func isOurselves(_ owner: String) -> Bool {
    owner == connection.uniqueName
      || ask("GetConnectionUnixProcessID", of: owner) == .uint32(UInt32(bitPattern: getpid()))
  }

  private func ask(_ member: String, of name: String) -> BusValue? {
    let answer = try? connection.callAndWait(.bus(member), [.string(name)])
    return answer?.first
  }
}
