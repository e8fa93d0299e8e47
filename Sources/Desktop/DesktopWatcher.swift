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
  private var focus: FocusWatch?
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
    let environment = SessionEnvironment(variables) { [self] in self.focus?.variablesChanged() }
    let focus = FocusWatch(environment.variables, apps: WindowApps(.found(by: variables))) { [self] in
      report($0)
    }
    focus.whenSearching = { [weak environment] in environment?.isSearching = $0 }
    self.focus = focus
    focus.start()
    let sessionBus = BusLink(thread, variables, [server, environment])
    self.sessionBus = sessionBus
    sessionBus.connect()
  }

  func perform(_ command: DesktopCommand) {
    switch command {
    case .activateServer: server?.activate()
    }
  }

  /// What is let go of here is freed on its own thread.
  func shutDown() {
    isShutDown = true
    sessionBus?.shutDown()
    sessionBus = nil
    server = nil
    focus?.stop()
    focus = nil
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown { reporting(report) }
  }
}
