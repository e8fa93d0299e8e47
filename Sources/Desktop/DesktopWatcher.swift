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
  private var badges: BadgeSender?
  private var sounds: SoundPlayer?
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
    let badges = BadgeSender(variables) { [self] in report(.finding($0)) }
    self.badges = badges
    let examination = ServerExamination { [self] in report(.finding($0)) }
    self.examination = examination
    let sessionBus = BusLink(thread, variables, [server, badges, examination])
    self.sessionBus = sessionBus
    sessionBus.connect()
    report(.finding(Canberra.isInstalled ? SoundBooth.works : SoundBooth.missing))
  }

  /// Most desktops never need it.
  private func soundPlayer() -> SoundPlayer {
    if let sounds { return sounds }
    let variables = variables
    let player = SoundPlayer(
      open: { () throws(SoundFault) in try Canberra(variables) },
      reporting: { [weak self, thread] finding in
        guard let self else { return }
        thread.run { self.assumeIsolated { $0.report(.finding(finding)) } }
      })
    sounds = player
    return player
  }

  func perform(_ command: DesktopCommand) {
    switch command {
    case .activateServer: server?.activate()
    case .badge(let app, let count): badges?.show(count, of: app)
    case .play(let sound, let app): soundPlayer().play(sound, app: app)
    case .examineServer: examination?.begin()
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
    server = nil
    badges = nil
    examination = nil
  }

  private func report(_ report: DesktopReport) {
    if !isShutDown { reporting(report) }
  }
}
