import BusWire
import Delivery
import EventLoop
import LoopExecutor
import NotificationModel

/// Everything that follows the desktop, on the watch's thread; nothing here waits.
actor DesktopWatcher {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let variables: SessionVariables
  private let idleMilliseconds: UInt32
  private let bellhop: [String]
  private let reporting: @Sendable (DesktopReport) -> Void
  private let missingBus: @Sendable (String?) -> Void
  private var sessionBus: BusLink?
  private var systemBus: BusLink?
  private var server: ServerPresenceWatch?
  private var probe: ServerProbe?
  private var badges: BadgeSender?
  private var sounds: SoundPlayer?
  private var focus: FocusWatch?
  private var lock: LockWatch?
  private var serverMute: ServerMuteWatch?
  private var launcher: AppLauncher?
  private var opener: LinkOpener?
  private var center: CenterOpener?
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
    let server = ServerPresenceWatch { [self] in report(.server($0)) }
    self.server = server
    let background = Background(loop)
    let probe = ServerProbe(loop) { [self] in report(.finding($0)) }
    self.probe = probe
    let badges = BadgeSender(variables, loop) { [self] in report(.finding($0)) }
    self.badges = badges
    let environment = SessionEnvironment(variables, loop) { [self] in self.focus?.variablesChanged() }
    let focus = FocusWatch(
      environment.variables, background, loop, apps: WindowApps(.from(variables), background),
      idleMilliseconds: idleMilliseconds
    ) { [self] in report($0) }
    focus.whenSearching = { [weak environment] in environment?.isSearching = $0 }
    self.focus = focus
    focus.start()
    let lock = LockWatch(variables, loop) { [self] in report($0) }
    self.lock = lock
    let serverMute = ServerMuteWatch(background) { [self] in report($0) }
    self.serverMute = serverMute
    let services = ServiceManager(loop) { [self] in report(.finding($0)) }
    let launcher = AppLauncher(.from(variables), services, background) { [self] start, result in
      report(.started(start.app, for: start.notification, result))
    }
    self.launcher = launcher
    let opener = LinkOpener(services, background) { [self] link, failure in
      report(.opened(for: link.notification, failure))
    }
    self.opener = opener
    center = CenterOpener(bellhop, variables, services, background) { [self] in report(.centerOpened($0)) }
    // The lock first: it is in doubt from the moment that there is a bus, and so before there is a server on it.
    let sessionBus = BusLink(
      to: { [variables] in BusAddress.session(variables) }, loop,
      lock.onSessionBus + [server, probe, serverMute, badges, services, launcher, opener, environment],
      whenLost: { [self] in missingBus(BusAddress.session(variables).first?.kind) })
    self.sessionBus = sessionBus
    let systemBus = BusLink(to: { [variables] in BusAddress.system(variables) }, loop, lock.onSystemBus)
    self.systemBus = systemBus
    lock.start()
    systemBus.connect()
    sessionBus.connect()
    // Whether it can be loaded only loading it tells, with all that it needs.
    background.run {
      Canberra.isInstalled
    } then: { [self] isInstalled in
      report(.finding(isInstalled ? .soundsArePlayed : .noSoundLibrary))
    }
  }

  /// Most desktops never need it.
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
    case .route(let route):
      server?.take(route)
      probe?.take(route)
      serverMute?.take(route)
    case .activateServer: server?.activate()
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
    }
  }

  /// What is let go of here is freed on its own thread.
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
    probe = nil
    badges = nil
    focus?.stop()
    focus = nil
    lock = nil
    serverMute = nil
    launcher = nil
    opener = nil
    center = nil
  }

  /// Sources say again what they have said, whenever something else of theirs changes.
  private func isNews(_ report: DesktopReport) -> Bool {
    guard case .presence(let source, let presence) = report else { return true }
    defer { presences[source] = presence }
    return presences[source] != presence
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown, isNews(report) { reporting(report) }
  }
}
