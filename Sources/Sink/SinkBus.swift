import SessionBus

/// The connection that libnotify speaks on, and what is heard on it whoever is the server.
///
/// Invariant: used on the sink's thread. Its handlers hold the worker, and go with it.
struct SinkBus: ~Copyable {
  let connection: BusConnection
  let reply: ReplyObserver
  private let owners: BusSubscription

  /// `nil` when there is no bus. `ownerChanged` is given the unique name that owned the server's before, empty
  /// for none.
  init?(ownerChanged: @escaping (String) -> Void, closed: @escaping () -> Void) {
    guard let connection = try? BusConnection.shared() else { return nil }
    self.connection = connection
    connection.whenClosed(closed)
    reply = ReplyObserver(
      connection,
      BusMethod(
        "Notify", of: NotificationServer.interface, at: NotificationServer.path,
        on: NotificationServer.busName))
    owners = BusSubscription(
      connection, sender: BusConnection.busName, interface: BusConnection.busName,
      member: "NameOwnerChanged", firstArgument: NotificationServer.busName
    ) { signal in
      if case .string(let old)? = signal.arguments.dropFirst().first { ownerChanged(old) }
    }
  }

  /// The unique name of the present server. Asks the bus, which never starts a service for this.
  static func owner(on connection: BusConnection) -> String? {
    let answer = try? connection.callAndWait(.bus("GetNameOwner"), [.string(NotificationServer.busName)])
    guard case .string(let name)? = answer?.first else { return nil }
    return name
  }
}
