import Delivery
import SessionBus

/// Everything that follows the desktop, on the watch's thread; nothing here waits.
actor DesktopWatcher {
  nonisolated let thread: GLibThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private let variables: SessionBusAddress.Variables
  private let reporting: @Sendable (DesktopReport) -> Void
  private var sessionBus: BusLink?
  private var systemBus: BusLink?
  private var server: ServerPresenceWatch?
  private var lock: LockWatch?
  private var serverMute: ServerMuteWatch?
  private var isShutDown = false

  init(
    thread: GLibThread, variables: @escaping SessionBusAddress.Variables,
    reporting: @escaping @Sendable (DesktopReport) -> Void
  ) {
    self.thread = thread
    self.variables = variables
    self.reporting = reporting
  }

  func start() {
    let server = ServerPresenceWatch { [self] in report(.server($0)) }
    self.server = server
    let lock = LockWatch(
      variables, later: { [self] delay in later(delay) { $0.lock?.timePassed() } },
      reporting: { [self] in report($0) })
    self.lock = lock
    let serverMute = ServerMuteWatch { [self] in report($0) }
    self.serverMute = serverMute
    // Whether the screen is locked is asked before there is a server to show anything.
    let sessionBus = BusLink(thread, variables, lock.onSessionBus + [server, serverMute])
    self.sessionBus = sessionBus
    let systemBus = BusLink(thread, to: .system, variables, lock.onSystemBus)
    self.systemBus = systemBus
    lock.start()
    systemBus.connect()
    sessionBus.connect()
  }

  func perform(_ command: DesktopCommand) {
    switch command {
    case .activateServer: server?.activate()
    case .askServerMute: serverMute?.ask()
    }
  }

  /// What is let go of here is freed on its own thread.
  func shutDown() {
    isShutDown = true
    sessionBus?.shutDown()
    sessionBus = nil
    systemBus?.shutDown()
    systemBus = nil
    server = nil
    lock = nil
    serverMute = nil
  }

  private func later(_ delay: UInt32, _ work: @escaping @Sendable (isolated DesktopWatcher) -> Void) {
    thread.run(afterMilliseconds: delay) { [weak self] in self?.assumeIsolated { work($0) } }
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown { reporting(report) }
  }
}
