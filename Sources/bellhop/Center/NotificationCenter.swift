import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let settings = Option("--settings", "APP", "open at once what this app may do")

extension Subcommand {
  static let center = Subcommand(
    name: "center", summary: "Read and answer notifications on a screen of the terminal.",
    options: [settings],
    notes: """
      What was missed comes first, then all else by app and thread, the newest first, as it changes. It needs a terminal, and the library libncursesw. While the \
      screen is locked, the text is shown as it may be seen then. A click selects a line, another opens it. \
      A screen cannot be plain: 'bellhop list --plain' says what is there in lines, 'bellhop watch --plain' what changes.
      Keys:
      \(keys)
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.has(.plain) else {
      throw .usage(
        "a screen cannot be plain; 'bellhop list --plain' says what is there, 'bellhop watch --plain' what changes"
      )
    }
    guard isatty(STDOUT_FILENO) == 1 else {
      throw .failed("standard output is no terminal; 'bellhop list' prints what is there")
    }
    guard isatty(STDIN_FILENO) == 1 else {
      throw .failed("standard input is no terminal; 'bellhop list' prints what is there")
    }
    let app: AppID?
    do throws(FieldFault) { app = try arguments.text(settings).map(AppID.init(operand:)) } catch {
      throw .refused(error.callError)
    }
    try NotificationCenter(session, settings: app).run()
  }

  /// Indented, so that the manual page keeps the lines.
  private static var keys: String {
    let rows = KeyTable.lines(CenterWording(locale: "en")).map { ["  " + $0.keys, $0.meaning] }
    return String(Table(rows: rows).text(style: Style(isColoured: false)).dropLast())
  }
}

/// The notification centre on a terminal: gets keys, the daemon's replies and news, and draws the screen.
///
/// The loop owns state and screen. Calls to the daemon and its news wait on threads of their own.
final class NotificationCenter {
  private let loop: EventLoop
  private let feed: WatchFeed
  private let calls: CenterCalls
  private var state: CenterState
  private var screen: Screen
  private var isStale = true
  private var failure: Failure?
  /// Runs while a missed notification is on screen.
  private var look: Timer?
  /// A notification that is on screen for less than this was skipped, not looked at.
  private static let lookMilliseconds: Int64 = 1_000
  /// The signal that ended the centre, if any.
  private var signal: Int32?

  /// `settings`: the app whose settings open at once.
  init(_ session: Session, settings: AppID? = nil) throws(Failure) {
    do throws(SystemError) { loop = try EventLoop() } catch { throw .failed("\(error)") }
    feed = WatchFeed(session: session, loop: loop, withRead: true)
    calls = CenterCalls(session: session, loop: loop)
    state = CenterState(
      words: CenterWording(locale: session.wording.locale), clock: session.clock,
      size: Picture.Size(rows: 24, columns: 80), settings: settings)
    screen = try Screen()
  }

  func run() throws(Failure) {
    // Before the first thread.
    let signals = HeldSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH])
    do throws(SystemError) {
      try loop.onSignals(signals) { [unowned self] in handle($0) }
      _ = try loop.monitor(STDIN_FILENO, for: .readable) { [unowned self] readiness in
        for input in screen.read() { handle(input) }
        // The terminal is gone.
        if readiness.contains(.hangup) { loop.stop() }
      }
    } catch {
      throw .failed("\(error)")
    }
    loop.onIterationEnd = { [unowned self] in finish() }
    handle(.resized(screen.resize()))
    draw()
    feed.start()
    loop.run()
    screen.close()
    if let signal { endProcess(as: .signal(signal)) }
    if let failure { throw failure }
  }

  /// Handles the input of other threads, then draws once.
  private func finish() {
    // A long list comes in hundreds of replies; those that are there are applied together, and arranged once.
    var replies: [WatchReply] = []
    for news in feed.drain() {
      if case .reply(let reply) = news {
        replies.append(reply)
        continue
      }
      if !replies.isEmpty { handle(.news(replies)) }
      replies = []
      switch news {
      case .reply: break
      case .lockChanged: handle(.lockChanged)
      case .away: handle(.away)
      case .ended(let reason):
        failure = reason
        loop.stop()
      }
    }
    if !replies.isEmpty { handle(.news(replies)) }
    for answer in calls.drain() { handle(.answered(answer)) }
    draw()
  }

  private func draw() {
    guard isStale, !state.isFilling else { return }
    isStale = false
    screen.draw(state.picture)
  }

  private func handle(_ event: CenterEvent) {
    isStale = true
    state.clock = LocalClock()
    for effect in state.apply(event) {
      switch effect {
      case .leave: loop.stop()
      case .redraw: screen.redraw()
      case .look(let id): startLook(at: id)
      case .call(let call): if !calls.ask(call) { state.fail(call, state.words.isBusy) }
      }
    }
  }

  private func startLook(at id: NotificationID?) {
    if let look { loop.cancel(look) }
    look = id.map { id in
      loop.setTimer(at: EventLoop.now().uptime + Self.lookMilliseconds) { [unowned self] in
        handle(.looked(id))
      }
    }
  }

  private func handle(_ input: Input) {
    switch input {
    case .key(let key): handle(CenterEvent.key(key))
    case .pasted(let text): handle(CenterEvent.pasted(text))
    case .click(let row, let column):
      if let target = state.picture.target(row: row, column: column) { handle(.clicked(target)) }
    }
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH: handle(.resized(screen.resize()))
    case SIGTSTP:
      screen.pause()
      handle(.resized(screen.resize()))
    default:
      self.signal = signal
      loop.stop()
    }
  }
}
