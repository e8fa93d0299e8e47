import Delivery
import SessionBus

/// Everything that follows the desktop, on the watch's thread; nothing here waits.
actor DesktopWatcher {
  nonisolated let thread: GLibThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private let variables: SessionBusAddress.Variables
  private let reporting: @Sendable (DesktopReport) -> Void
  private var sessionBus: BusLink?
  private var server: ServerPresenceWatch?
  private var examination: ServerExamination?
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
    let examination = ServerExamination { [self] in report(.finding($0)) }
    self.examination = examination
    let sessionBus = BusLink(thread, variables, [server, examination])
    self.sessionBus = sessionBus
    sessionBus.connect()
  }

  func perform(_ command: DesktopCommand) {
    switch command {
    case .activateServer: server?.activate()
    case .examineServer: examination?.begin()
    }
  }

  /// What is let go of here is freed on its own thread.
  func shutDown() {
    isShutDown = true
    sessionBus?.shutDown()
    sessionBus = nil
    server = nil
    examination = nil
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown { reporting(report) }
  }
}
