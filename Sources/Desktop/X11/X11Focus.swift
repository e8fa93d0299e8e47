import EventLoop
import NotificationModel
import Retry

/// The active window of an X server, as its window manager names it, and whether there is input to it.
///
/// Under a Wayland compositor the X server knows of X11's own windows alone: when none of them is active, that
/// says nothing.
final class X11Focus: FocusSource {
  let name = "X11"
  let isNamed = true
  /// As clients of this machine call it.
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
  /// The active window, whose end is heard of.
  private var followed: UInt32?
  /// Whether more is heard of it than its end: the titles of most windows change all the time.
  private var hearsProperties = false
  private var isStale = false
  private var patience: Delay?

  /// A server that takes longer than this for an answer shows nothing else either.
  private static let patienceMilliseconds: Int64 = 5_000
  /// A dialog of a dialog of a window; more would be a circle.
  private static let mostPrincipals = 4

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

  /// The X server of a Wayland compositor hears of input to X11's windows alone: without any, it knows nothing.
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
  }

  /// Tries again in 1, 2, 4 … 60 s where the server's socket is, and at once when one appears. Without a display
  /// that the session names there is nothing to wait for.
  private func waitForServer() {
    guard !isStopped, let address = XAddress(in: variables) else { return }
    if let path = address.socketPath, let directory = UnixSocket.directory(of: path) {
      if socket == nil {
        socket = try? NameMonitor(String(path.dropFirst(directory.count + 1)), in: [directory], loop) {
          [weak self] in
          self?.serverAppeared()
        }
      }
      // Looked for after the monitor was set up: what appears from now on is heard of.
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
    case .presence(let now): tell(now)
    }
  }

  /// Finds out anew what is in front; one look at a time.
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
      // The root is heard of already, and must go on being heard of: any client can name it in these properties.
      guard let manager = answers[0]?.window, manager != root else { return found(.unknown) }
      look(at: answers[1]?.window.flatMap { [root, manager].contains($0) ? nil : $0 }, manager)
    }
  }

  /// `manager` is the window manager's own window, which says so itself for as long as it lives.
  private func look(at active: UInt32?, _ manager: UInt32) {
    guard let display else { return }
    display.follow(manager, for: [.end])
    // Some window managers go on naming a window that is gone.
    if let followed, followed != active { display.follow(followed, for: []) }
    if let active, active != followed {
      display.follow(active, for: [.end])
      hearsProperties = false
    }
    followed = active
    let questions = active.map { window in XWindow.properties.map { (window, $0) } } ?? []
    display.ask([(manager, .windowManager)] + questions) { [weak self] answers in
      // The display must not be kept by what it will do.
      guard let self, let display = self.display else { return }
      guard answers[0]?.window == manager else { return found(.unknown) }
      guard let active else { return found(.none) }
      let window = XWindow(answers.dropFirst(), host: host, isAtom: display.isAtom)
      if window.names.isEmpty { hearProperties(of: active) }
      consider(window, at: active)
    }
  }

  /// A window may say whose it is later than it came to the front.
  private func hearProperties(of window: UInt32) {
    guard !hearsProperties else { return }
    hearsProperties = true
    display?.follow(window, for: [.end, .properties])
    // It may have said so since it was asked.
    isStale = true
  }

  /// A window that does not say whose it is belongs to the one it stands for.
  private func consider(_ window: XWindow, at id: UInt32, after others: Int = 0) {
    guard !window.isPartOfDesktop else { return found(.none) }
    guard let display, window.names.isEmpty, let next = window.principal, next != id, next != display.root,
      others < Self.mostPrincipals
    else {
      let isNobodys = window.names.isEmpty && window.process == nil
      return found(
        isNobodys ? .none : .window(WindowIdentity(names: window.names, process: window.process)))
    }
    display.ask(XWindow.properties.map { (next, $0) }) { [weak self] answers in
      guard let self, let display = self.display else { return }
      var principal = XWindow(answers[...], host: host, isAtom: display.isAtom)
      principal.process = window.process ?? principal.process
      consider(principal, at: next, after: others + 1)
    }
  }

  private func found(_ focus: WindowFocus) {
    isLooking = false
    patience = nil
    // Wayland's own windows are not the X server's.
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
