import BusSocket
import BusWire
import EventLoop
import Retry

/// An object that uses a bus and is told when the bus comes and goes.
protocol BusFollower: AnyObject {
  /// A new connection is made; facts learnt on an earlier one no longer hold.
  func arrived(on connection: BusClient)
  /// The bus has gone away, or could not be reached.
  func left()
}

/// A connection to a bus that is made again whenever the bus comes back.
///
/// Invariant: used on the desktop thread; never blocks.
final class BusLink {
  /// The addresses in the present variables.
  private let addresses: () -> [BusAddress]
  private let loop: EventLoop
  private let followers: [any BusFollower]
  /// Called once for each absence of the bus that lasts longer than a second: at the end of a session the bus goes
  /// before its clients.
  private let whenLost: () -> Void
  private var isLost = false
  private var connection: BusClient?
  private var socket: NameMonitor?
  private var retry: Delay?
  private var isConnecting = false
  private var isShutDown = false
  private var backoff = Backoff()

  /// Followers are told in this order.
  init(
    to addresses: @escaping () -> [BusAddress], _ loop: EventLoop, _ followers: [any BusFollower],
    whenLost: @escaping () -> Void = {}
  ) {
    self.addresses = addresses
    self.loop = loop
    self.followers = followers
    self.whenLost = whenLost
  }

  func connect() {
    guard connection == nil, !isConnecting, !isShutDown else { return }
    retry = nil
    isConnecting = true
    BusClient.open(addresses(), loop) { [self] result in
      isConnecting = false
      switch result {
      case .success(let connection): use(connection)
      case .failure: waitForBus()
      }
    }
  }

  private func use(_ connection: BusClient) {
    guard !isShutDown else { return }
    self.connection = connection
    socket = nil
    backoff.reset()
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
    if backoff.failures > 0, !isLost {
      isLost = true
      whenLost()
    }
    followers.forEach { $0.left() }
    if socket == nil { followSocket() }
    retry = Delay(backoff.next(), loop) { [weak self] in self?.connect() }
  }

  private func followSocket() {
    guard let path = addresses().lazy.compactMap(\.file).first,
      let directory = UnixSocket.directory(of: path), let name = path.split(separator: "/").last
    else { return }
    // A socket's file appears before its owner listens, so a connection that fails then is soon tried again.
    socket = try? NameMonitor(String(name), in: [directory], loop) { [weak self] in
      self?.backoff.reset()
      self?.connect()
    }
  }

  func shutDown() {
    isShutDown = true
    socket = nil
    retry = nil
    connection = nil
    followers.forEach { $0.left() }
  }
}
