import SessionBus

/// Something that lives on a bus, and for as long as the bus does.
protocol BusFollower: AnyObject {
  /// A new connection; what was known of an earlier one is over.
  func arrived(on connection: GLibConnection)
  /// The bus has gone away, or was not there at first.
  func left()
}

/// A connection to a bus that is made again whenever the bus comes back.
///
/// Invariant: used on the watch's thread; nothing it does waits.
final class BusLink {
  private let bus: DesktopBus
  private let variables: SessionBusAddress.Variables
  private let followers: [any BusFollower]
  /// Called once for each time that the bus is gone, or not there at first, and has not come within a second: at the end
  /// of a session it goes before those who live on it.
  private let whenLost: () -> Void
  private var isLost = false
  private var connection: GLibConnection?
  private var socket: FileWatch?
  private var retry: Delay?
  private var isConnecting = false
  private var isShutDown = false
  private var failures = 0

  /// Followers hear of the bus in this order.
  init(
    to bus: DesktopBus, _ variables: @escaping SessionBusAddress.Variables, _ followers: [any BusFollower],
    whenLost: @escaping () -> Void = {}
  ) {
    self.bus = bus
    self.variables = variables
    self.followers = followers
    self.whenLost = whenLost
  }

  func connect() {
    guard connection == nil, !isConnecting, !isShutDown else { return }
    retry = nil
    guard let address = bus.address(in: variables) else { return waitForBus() }
    isConnecting = true
    GLibConnection.open(address) { [self] result in
      isConnecting = false
      switch result {
      case .success(let connection): use(connection)
      case .failure: waitForBus()
      }
    }
  }

  private func use(_ connection: GLibConnection) {
    guard !isShutDown else { return }
    self.connection = connection
    socket = nil
    failures = 0
    isLost = false
    connection.whenClosed { [self] in
      self.connection = nil
      waitForBus()
    }
    followers.forEach { $0.arrived(on: connection) }
  }

  /// Tries again in 1, 2, 4 … 60 s, and at once when the bus's socket appears.
  private func waitForBus() {
    guard !isShutDown else { return }
    if failures > 0, !isLost {
      isLost = true
      whenLost()
    }
    followers.forEach { $0.left() }
    if socket == nil {
      socket = bus.socketPath(in: variables).flatMap { path in
        // Where its directory is not there either, GLib looks for that every four seconds.
        guard UnixSocket.directory(of: path).map(UnixSocket.isDirectory) ?? false else { return nil }
        // A socket's file appears before its owner listens: what fails then is tried again soon.
        return FileWatch(path) { [weak self] in
          self?.failures = 0
          self?.connect()
        }
      }
    }
    retry = Delay(milliseconds: Backoff.milliseconds(after: failures)) { [weak self] in self?.connect() }
    failures += 1
  }

  func shutDown() {
    isShutDown = true
    socket = nil
    retry = nil
    connection = nil
    followers.forEach { $0.left() }
  }
}
