import BusWire
package import Delivery
package import EventLoop
import Glibc
import Locks
import LoopExecutor
import NotificationModel

/// The observers of the desktop, on the desktop thread; never blocks.
actor DesktopObservers {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let variables: SessionVariables
  private let idleMilliseconds: UInt32
  private let bellhop: [String]
  private let reporting: @Sendable (DesktopReport) -> Void
  private let missingBus: @Sendable (String?) -> Void
  private var sessionBus: BusLink?
  private var systemBus: BusLink?
  private var server: ServerOwner?
  private var presence: ServerPresenceMonitor?
  private var probe: ServerProbe?
  private var badges: BadgeSender?
  private var sounds: SoundPlayer?
  private var focus: FocusMonitor?
  private var lock: LockMonitor?
  private var serverMute: ServerMuteFollower?
  private var launcher: AppLauncher?
  private var opener: LinkOpener?
  private var center: CenterOpener?
  private var frontReturn: FrontReturn?
  private var isShutDown = false
  private var presences: [PresenceSource: Presence] = [:]

  init(
    loop: EventLoop, variables: @escaping SessionVariables, idleMilliseconds: UInt32,
    bellhop: [String],
    reporting: @escaping @Sendable (DesktopReport) -> Void,
    missingBus: @escaping @Sendable (String?) -> Void
  ) {
    self.loop = loop
    self.variables = variables
    self.idleMilliseconds = idleMilliseconds
    self.bellhop = bellhop
    self.reporting = reporting
    self.missingBus = missingBus
  }

  func start() {
    let server = ServerOwner()
    self.server = server
    presence = ServerPresenceMonitor(server) { [self] in report(.server($0)) }
    let background = Background(loop)
    // Threads of its own for the person's files, whose file system may hang: other work does not wait for them.
    let launching = Background(loop)
    probe = ServerProbe(server, loop) { [self] in report(.finding($0)) }
    let badges = BadgeSender(variables, loop) { [self] in report(.finding($0)) }
    self.badges = badges
    let environment = SessionEnvironment(variables, loop) { [self] in self.focus?.variablesChanged() }
    let focus = FocusMonitor(
      environment.variables, background, loop, apps: WindowApps(.from(variables), background),
      idleMilliseconds: idleMilliseconds
    ) { [self] in report($0) }
    focus.whenSearching = { [weak environment] in environment?.isSearching = $0 }
    self.focus = focus
    focus.start()
    let lock = LockMonitor(variables, loop) { [self] in report($0) }
    self.lock = lock
    lock.whenIdleInhibited = { [weak focus] in focus?.heard($0, from: .logind) }
    let inhibitors = SessionInhibitors { [weak focus] in focus?.heard($0, from: .sessionManager) }
    serverMute = ServerMuteFollower(server, background) { [self] in report($0) }
    let services = ServiceManager(loop) { [self] in report(.finding($0)) }
    let launcher = AppLauncher(.from(variables), services, launching) { [self] start, result in
      report(.started(start.app, for: start.notification, result))
    }
    self.launcher = launcher
    let opener = LinkOpener(services, launching) { [self] link, failure in
      report(.opened(for: link.notification, failure))
    }
    self.opener = opener
    center = CenterOpener(bellhop, variables, services, launching) { [self] in report(.centerOpened($0)) }
    let frontReturn = FrontReturn(bellhop, services, launching) { [self] in report(.frontTakenBack($0)) }
    self.frontReturn = frontReturn
    // The lock is first: from the moment that there is a bus its state is in doubt, and that must be reported before a
    // server on that bus.
    let sessionBus = BusLink(
      to: { [variables] in BusAddress.session(variables) }, loop,
      lock.onSessionBus
        + [DaemonName(), server, badges, services, launcher, opener, frontReturn, environment, inhibitors],
      whenLost: { [self] in
        let isNamed = variables("DBUS_SESSION_BUS_ADDRESS") != nil
        let addresses = BusAddress.session(variables)
        missingBus(addresses.first { isNamed || $0.file.map(UnixSocket.exists) == true }?.kind)
      })
    self.sessionBus = sessionBus
    let systemBus = BusLink(to: { [variables] in BusAddress.system(variables) }, loop, lock.onSystemBus)
    self.systemBus = systemBus
    lock.start()
    systemBus.connect()
    sessionBus.connect()
    // Only loading the library shows whether it and its dependencies are installed.
    background.run {
      Canberra.isInstalled
    } then: { [self] isInstalled in
      report(.finding(isInstalled ? .soundsArePlayed : .noSoundLibrary))
    }
  }

  /// Makes the player at the first sound; most desktops never need it.
  private func soundPlayer() throws(SystemError) -> SoundPlayer {
    if let sounds { return sounds }
    let variables = variables
    let player = try SoundPlayer(
      open: { () throws(SoundFault) in try Canberra(variables) },
      reporting: { [weak self, loop] finding in
        guard let self else { return }
        loop.post { self.assumeIsolated { $0.report(.finding(finding)) } }
      })
    sounds = player
    return player
  }

  func perform(_ command: DesktopCommand) {
    switch command {
    case .route(let route): server?.follow(route)
    case .activateServer: presence?.activate()
    case .probeServer: probe?.begin()
    case .badge(let app, let count): badges?.show(count, of: app)
    case .play(let sound, let app):
      do throws(SystemError) { try soundPlayer().play(sound, app: app) } catch {
        report(.finding(.soundFailed(reason: error.description)))
      }
    case .askServerMute: serverMute?.ask()
    case .start(let start): launcher?.start(start)
    case .open(let link): opener?.open(link)
    case .openCenter(let opening): center?.open(opening)
    case .takeFrontBack: frontReturn?.begin()
    }
  }

  /// Runs on the desktop thread, so that its objects are freed there.
  func shutDown() {
    isShutDown = true
    badges?.clearAll()
    sounds?.stop()
    sounds = nil
    sessionBus?.shutDown()
    sessionBus = nil
    systemBus?.shutDown()
    systemBus = nil
    server = nil
    presence = nil
    probe = nil
    badges = nil
    focus?.stop()
    focus = nil
    lock = nil
    serverMute = nil
    launcher = nil
    opener = nil
    center = nil
    frontReturn = nil
  }

  /// Whether the report differs from the source's last one: sources repeat their presence when another of their values
  /// changes.
  private func isNews(_ report: DesktopReport) -> Bool {
    guard case .presence(let source, let presence) = report else { return true }
    defer { presences[source] = presence }
    return presences[source] != presence
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown, isNews(report) { reporting(report) }
  }
}

/// An environment variable's value; `nil` if it is unset or empty.
package typealias SessionVariables = @Sendable (String) -> String?

/// Reports the desktop's state and carries out Delivery's commands there, on a loop that it never blocks.
package final class DesktopMonitor: Sendable {
  private let running = Mutex<DesktopObservers?>(nil)
  private let variables: SessionVariables
  private let idleMilliseconds: UInt32
  private let bellhop: [String]

  /// Reads the process's environment at each call.
  package static let environment: SessionVariables = { name in
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Finds the desktop by `variables`. `idleMilliseconds`: the time without input after which the person counts as
  /// away.
  /// `bellhop`: the program and its arguments before any subcommand.
  package init(
    variables: @escaping SessionVariables = environment,
    idleMilliseconds: UInt32 = Presence.milliseconds, bellhop: [String] = ["bellhop"]
  ) {
    self.variables = variables
    self.idleMilliseconds = idleMilliseconds
    self.bellhop = bellhop
  }

  /// Reports the first state and every change, on the loop's thread; `stop` must not be called from within a report.
  /// `missingBus`: called there as well, once for each absence of the session bus, with the kind of its address if a
  /// variable names one or its socket exists. `thread` must end after this monitor is stopped.
  package func start(
    on thread: LoopThread,
    reporting: @escaping @Sendable (DesktopReport) -> Void,
    missingBus: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    let observers = DesktopObservers(
      loop: thread.loop, variables: variables, idleMilliseconds: idleMilliseconds,
      bellhop: bellhop, reporting: reporting, missingBus: missingBus)
    running.withLock { $0 = observers }
    observers.loop.post { observers.assumeIsolated { $0.start() } }
  }

  /// Posts the command to the desktop thread; does not wait.
  package func perform(_ command: DesktopCommand) {
    guard let observers = running.withLock({ $0 }) else { return }
    observers.loop.post { observers.assumeIsolated { $0.perform(command) } }
  }

  /// Posts the shutdown; nothing is reported once the loop has run it.
  package func stop() {
    guard let observers = running.withLock({ $0.take() }) else { return }
    observers.loop.post { observers.assumeIsolated { $0.shutDown() } }
  }
}
