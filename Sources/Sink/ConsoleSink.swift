package import Delivery
package import EventLoop
import Glibc
import Locks
import NotificationModel

/// Prints banners to a terminal. Every printed banner counts as shown, and none can be pressed. After one failed write
/// the terminal counts as gone for good.
package final class ConsoleSink: ChosenSink {
  package static let name = "console"
  package static let showsOnDesktop = false
  package static var isThere: Bool { isatty(STDOUT_FILENO) == 1 }
  private let lock: any LockReading
  private let output: Int32
  private let layout: ConsoleLayout
  private let running = Mutex<Running?>(nil)
  private let isGone = Mutex(false)

  private struct Running {
    let thread: LoopThread
    let reports: ReportGate
    var shown: UInt32 = 0
  }

  /// On the process's standard output.
  package convenience init(lock: any LockReading, images: String) {
    var size = winsize()
    let hasSize = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(
      lock: lock, colour: Self.isThere && getenv("NO_COLOR") == nil,
      width: hasSize ? Int(size.ws_col) : nil)
  }

  /// `width` in columns; `nil` for 80.
  package init(lock: any LockReading, output: Int32 = 1, colour: Bool, width: Int?) {
    self.lock = lock
    self.output = output
    layout = ConsoleLayout(width: width ?? 80, colour: colour)
  }

  package func start(on loop: EventLoop, reporting: @escaping @Sendable (SinkReport) -> Void) {
    guard let thread = try? LoopThread(name: "sink") else {
      return reporting(.presence(.absent(activatable: false)))
    }
    let reports = ReportGate(reporting)
    running.withLock { $0 = Running(thread: thread, reports: reports) }
    reports.send(.presence(.present(server: server)))
  }

  /// Writes on the sink's own thread, so that a stopped terminal (XOFF) blocks that thread alone.
  package func perform(_ command: SinkCommand) {
    guard let current = running.withLock({ $0 }) else { return }
    current.thread.loop.post { [self] in carryOut(command, current.reports) }
  }

  package func stop() {
    guard let current = running.withLock({ $0.take() }) else { return }
    current.reports.close()
    current.thread.stop()
  }

  /// The terminal counts as one server for as long as the process runs.
  package var server: String { "console/\(getpid())" }

  private func carryOut(_ command: SinkCommand, _ reports: ReportGate) {
    switch command {
    case .describe:
      reports.send(
        .described(
          ServerDescription(server: server, name: "console", version: "", capabilities: ["body", "actions"])))
    case .close, .route: break
    case .show(let banner): show(banner, reports)
    }
  }

  private func show(_ banner: Banner, _ reports: ReportGate) {
    guard !isGone.withLock(\.self) else { return reports.send(.failed(banner.subject, .noServer)) }
    let next = running.withLock { running -> UInt32? in
      guard let shown = running?.shown else { return nil }
      let next = shown == .max ? 1 : shown + 1
      running?.shown = next
      return next
    }
    guard let next else { return }
    let hidden = banner.textWhenLocked != nil && lock.hidesWhenLocked
    let text = hidden ? banner.textWhenLocked ?? banner.text : banner.text
    guard write(layout.lines(appName: banner.sender(of: text).name, text: text, progress: banner.progress))
    else {
      isGone.withLock { $0 = true }
      reports.send(.failed(banner.subject, .noServer))
      return reports.send(.presence(.absent(activatable: false)))
    }
    let handle = BannerHandle(server: server, id: next)
    reports.send(.shown(banner.subject, handle, hidden: hidden, omitted: []))
  }

  /// False when the terminal is gone.
  private func write(_ lines: [String]) -> Bool {
    var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0, errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if written == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}
