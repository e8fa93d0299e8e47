import EventLoop
import NotificationModel
import Retry

/// The active window of an X server, as its window manager names it, and whether there is input to it.
///
/// Under a Wayland compositor the X server knows only X11's own windows: when no X11 window is active, the focus is
/// unknown.
final class X11Focus: FocusSource {
  let name = "X11"
  let isNamed = true
  /// This machine's name, as its clients write it into their windows.
  private let host = HostName.current
  private let variables: SessionVariables
  private let background: Background
  private let loop: EventLoop
  private let presence: PresenceListener
  private var reporting: (WindowFocus) -> Void = { _ in }
  private var reported: WindowFocus?
  private var display: XDisplay?
  private var isOpening = false
  private var isStopped = false
  private var backoff = Backoff()
  private var socket: NameMonitor?
  private var retry: Delay?

  private var isLooking = false
  /// The active window, whose end event is selected.
  private var followed: UInt32?
  /// Whether property events of the active window are selected too. Only when needed: most windows' titles change all
  /// the time.
  private var hearsProperties = false
  /// The size that the active window had when an event last told it.
  private var size: XSize?
  private var settling: Delay?
  private var isStale = false
  private var patience: Delay?

  /// A server that needs longer than this for an answer is not drawing either, so the focus counts as unknown.
  private static let patienceMilliseconds: Int64 = 5_000
  /// Windows followed from one to its principal: a dialog of a dialog of a window. A longer chain would be a cycle.
  private static let mostPrincipals = 4
  /// In milliseconds. A window manager changes a window's size and its state one after the other, in any order.
  private static let settlingMilliseconds: Int64 = 500

  init(
    variables: @escaping SessionVariables, _ background: Background, _ loop: EventLoop,
    presence: PresenceListener
  ) {
    self.variables = variables
    self.background = background
    self.loop = loop
    self.presence = presence
  }

  func start(reporting: @escaping (WindowFocus) -> Void) {
    self.reporting = reporting
    report(.unknown)
    connect()
  }

  func stop() {
    disconnect()
    isStopped = true
    reporting = { _ in }
  }

  func lookAgain() { look() }

  /// The X server of a Wayland compositor sees input to X11 windows only, so from it `away` means unknown.
  private func tell(_ presence: Presence?) {
    let isPartial = variables("WAYLAND_DISPLAY") != nil
    self.presence.hear(.x11, isPartial && presence == .away ? nil : presence)
  }

  // MARK: The connection

  private func connect() {
    guard display == nil, !isOpening, !isStopped, let address = XAddress(in: variables) else { return }
    isOpening = true
    background.run { [milliseconds = presence.milliseconds] in
      OpenedDisplay.open(address, idleMilliseconds: milliseconds)
    } then: { [self] opened in
      isOpening = false
      if let opened { use(opened) } else { waitForServer() }
    }
  }

  private func use(_ opened: OpenedDisplay) {
    display = XDisplay(
      opened, loop, changed: { [weak self] in self?.handle($0) },
      lost: { [weak self] in
        self?.disconnect()
        self?.report(.unknown)
        self?.waitForServer()
      })
    guard !isStopped else { return disconnect() }
    backoff.reset()
    socket = nil
    retry = nil
    display?.follow(opened.root, for: [.properties])
    tell(opened.idle?.presence)
    look()
  }

  private func disconnect() {
    if display != nil, !isStopped { tell(nil) }
    display = nil
    socket = nil
    retry = nil
    patience = nil
    isLooking = false
    isStale = false
    followed = nil
    size = nil
    settling = nil
  }

  /// Tries again in 1, 2, 4 … 60 s while the server's socket exists, and at once when it appears. If the session names
  /// no display, there is no server to wait for.
  private func waitForServer() {
    guard !isStopped, let address = XAddress(in: variables) else { return }
    if let path = address.socketPath, let directory = UnixSocket.directory(of: path) {
      if socket == nil {
        socket = try? NameMonitor(String(path.dropFirst(directory.count + 1)), in: [directory], loop) {
          [weak self] in
          self?.serverAppeared()
        }
      }
      // Checked after the monitor was set up, so that a socket that appears later is noticed.
      if socket != nil, !UnixSocket.exists(path) { return }
    }
    retry = Delay(backoff.next(), loop) { [weak self] in self?.connect() }
  }

  private func serverAppeared() {
    backoff.reset()
    connect()
  }

  // MARK: The window

  private func handle(_ change: XChange) {
    switch change {
    case .property(.activeWindow, let window), .property(.windowManager, let window):
      if window == display?.root { look() }
    case .property(_, let window): if window == followed { look() }
    case .end: look()
    case .size(let size, let window): if window == followed, size != self.size { resized(to: size) }
    case .presence(let now): tell(now)
    }
  }

  /// The active window may fill the screen now, or no longer. Its size is followed for that, and not its state, because
  /// the events of the state come with those of its title.
  private func resized(to size: XSize) {
    self.size = size
    // While a person changes the size with the pointer, events come all the time.
    if settling == nil { look() }
    settle()
  }

  private func settle() {
    settling = Delay(Self.settlingMilliseconds, loop) { [weak self] in
      self?.settling = nil
      self?.look()
    }
  }

  /// Asks for the active window; one question runs at a time, and a change meanwhile causes another.
  private func look() {
    guard let display else { return }
    guard !isLooking else {
      isStale = true
      return
    }
    isLooking = true
    patience = Delay(Self.patienceMilliseconds, loop) { [weak self] in self?.report(.unknown) }
    display.ask([(display.root, .windowManager), (display.root, .activeWindow)]) { [weak self] answers in
      guard let self, let root = self.display?.root else { return }
      // Any client can name the root window in these properties. Following it would replace the root's own selection.
      guard let manager = answers[0]?.window, manager != root else { return found(.unknown) }
      look(at: answers[1]?.window.flatMap { [root, manager].contains($0) ? nil : $0 }, manager)
    }
  }

  /// `manager`: the window manager's own window, which names itself in the same property while the manager runs.
  private func look(at active: UInt32?, _ manager: UInt32) {
    guard let display else { return }
    display.follow(manager, for: [.end])
    // Some window managers go on naming a window that is gone, so its end is followed.
    if let followed, followed != active { display.follow(followed, for: []) }
    if let active, active != followed {
      display.follow(active, for: [.end])
      hearsProperties = false
      size = nil
      settle()
    }
    followed = active
    let questions = active.map { window in XWindow.properties.map { (window, $0) } } ?? []
    display.ask([(manager, .windowManager)] + questions) { [weak self] answers in
      // Weak: the display keeps this handler, so the handler must not keep the display.
      guard let self, let display = self.display else { return }
      guard answers[0]?.window == manager else { return found(.unknown) }
      guard let active else { return found(.none) }
      let window = XWindow(answers.dropFirst(), host: host, isAtom: display.isAtom)
      if window.names.isEmpty { hearProperties(of: active) }
      consider(window, at: active)
    }
  }

  /// A window may set the properties that name its app after it became active.
  private func hearProperties(of window: UInt32) {
    guard !hearsProperties else { return }
    hearsProperties = true
    display?.follow(window, for: [.end, .properties])
    // The window may have set them since it was asked.
    isStale = true
  }

  /// Reports the window's app. A window without a name of its app belongs to the app of its principal.
  private func consider(_ window: XWindow, at id: UInt32, after others: Int = 0) {
    guard !window.isPartOfDesktop else { return found(.none) }
    guard let display, window.names.isEmpty, let next = window.principal, next != id, next != display.root,
      others < Self.mostPrincipals
    else {
      return identified(window)
    }
    display.ask(XWindow.properties.map { (next, $0) }) { [weak self] answers in
      guard let self, let display = self.display else { return }
      var principal = XWindow(answers[...], host: host, isAtom: display.isAtom)
      principal.process = window.process ?? principal.process
      principal.isFullScreen = window.isFullScreen
      consider(principal, at: next, after: others + 1)
    }
  }

  private func identified(_ window: XWindow) {
    guard !window.names.isEmpty || window.process != nil else { return found(.none) }
    let identity = WindowIdentity(names: window.names, process: window.process)
    guard window.isFullScreen, let display, let followed else { return found(.window(identity)) }
    display.askSuspension(of: followed) { [weak self] isOn in
      self?.found(.window(identity, FullScreen(inhibitsIdle: isOn)))
    }
  }

  private func found(_ focus: WindowFocus) {
    isLooking = false
    patience = nil
    // The X server does not see Wayland's own windows.
    report(focus == .none && variables("WAYLAND_DISPLAY") != nil ? .unknown : focus)
    if isStale {
      isStale = false
      look()
    }
  }

  private func report(_ focus: WindowFocus) {
    guard focus != reported else { return }
    reported = focus
    reporting(focus)
  }
}
