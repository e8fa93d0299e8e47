import Delivery
import SessionBus

/// Follows the owner of the notification server's name, over bus restarts.
///
/// Invariant: lives on the watch's thread; nothing it does waits. Answers of a connection that has been left
/// are passed over.
actor ServerWatcher {
  nonisolated let thread: GLibThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private static let serverName = "org.freedesktop.Notifications"
  private let variables: SessionBusAddress.Variables
  private let reporting: @Sendable (ServerPresence) -> Void
  private var connection: BusConnection?
  private var owners: BusSubscription?
  private var socket: FileWatch?
  private var owner: String?
  private var reported: ServerPresence?
  private var isConnecting = false
  private var isShutDown = false
  private var failures = 0

  init(
    thread: GLibThread, variables: @escaping SessionBusAddress.Variables,
    reporting: @escaping @Sendable (ServerPresence) -> Void
  ) {
    self.thread = thread
    self.variables = variables
    self.reporting = reporting
  }

  // MARK: The bus

  func connect() {
    guard connection == nil, !isConnecting, !isShutDown else { return }
    guard let address = SessionBusAddress.current(in: variables) else { return waitForBus() }
    isConnecting = true
    BusConnection.open(address) { [self] result in
      isConnecting = false
      switch result {
      case .success(let connection): use(connection)
      case .failure: waitForBus()
      }
    }
  }

  private func use(_ connection: BusConnection) {
    guard !isShutDown else { return }
    self.connection = connection
    socket = nil
    failures = 0
    connection.whenClosed { [self] in
      leave()
      waitForBus()
    }
    owners = BusSubscription(
      connection, sender: BusConnection.busName, interface: BusConnection.busName,
      member: "NameOwnerChanged", firstArgument: Self.serverName
    ) { [self] signal in
      guard case .string(let owner)? = signal.arguments.last else { return }
      found(owner: owner.isEmpty ? nil : owner)
    }
    connection.call(.bus("GetNameOwner"), [.string(Self.serverName)]) { [self] answer in
      guard connection === self.connection else { return }
      if case .success(let values) = answer, case .string(let owner)? = values.first {
        found(owner: owner)
      } else {
        found(owner: nil)
      }
    }
  }

  private func leave() {
    owners = nil
    owner = nil
    connection = nil
  }

  /// Tries again in 1, 2, 4 … 60 s, and at once when the bus's socket appears.
  private func waitForBus() {
    guard !isShutDown else { return }
    report(.absent(activatable: false))
    if socket == nil {
      socket = SessionBusAddress.socketPath(in: variables).flatMap { FileWatch($0) { [self] in connect() } }
    }
    let delay = min(UInt32(1_000) << UInt32(min(failures, 6)), 60_000)
    failures += 1
    thread.run(afterMilliseconds: delay) { [weak self] in self?.assumeIsolated { $0.connect() } }
  }

  func shutDown() {
    isShutDown = true
    socket = nil
    leave()
  }

  // MARK: The server

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
    guard presence != reported, !isShutDown else { return }
    reported = presence
    reporting(presence)
  }
}
