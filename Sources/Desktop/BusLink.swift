import BusSocket
import BusWire
import EventLoop
import Retry

/// Something that lives on a bus, and for as long as the bus does.
protocol BusFollower: AnyObject {
  /// A new connection; what was known of an earlier one is over.
  func arrived(on connection: BusClient)
  /// The bus has gone away, or was not there at first.
  func left()
}

/// A connection to a bus that is made again whenever the bus comes back.
///
/// Invariant: used on the desktop thread; nothing it does waits.
final class BusLink {
  /// As the variables name it at the moment.
  private let addresses: () -> [BusAddress]
  private let loop: EventLoop
  private let followers: [any BusFollower]
  /// Called once for each time that the bus is gone, or not there at first, and has not come within a second: at the end
  /// of a session it goes before those who live on it.
  private let whenLost: () -> Void
  private var isLost = false
  private var connection: BusClient?
  private var socket: NameMonitor?
  private var retry: Delay?
  private var isConnecting = false
  private var isShutDown = false
  private var backoff = Backoff()

  /// Followers hear of the bus in this order.
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
    // A socket's file appears before its owner listens: what fails then is tried again soon.
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
