import EventLoop
import Glibc
import NotificationProtocol
import Wording

/// Prints a line for a bar at once, and then whenever it would be another; for as long as somebody reads them.
///
/// The loop owns the state. What the daemon says comes from a thread of its own, which waits there as long as it takes.
final class BarWatch {
  private let format: BarFormat
  private let session: Session
  private let words: BarWording
  private let loop: EventLoop
  private let feed: WatchFeed
  private var state: BarState?
  private var printed: String?
  private var isAway = false

  /// A daemon that is there answers sooner; one that is being started, or does not answer, counts as none meanwhile.
  private static let patience: Int64 = 500

  init(_ format: BarFormat, session: Session) throws(Failure) {
    self.format = format
    self.session = session
    words = BarWording(locale: session.wording.locale)
    do throws(SystemError) { loop = try EventLoop() } catch { throw .failed("\(error)") }
    feed = WatchFeed(session: session, loop: loop, withRead: false)
  }

  func run() throws(Failure) {
    var failure: Failure?
    loop.onIterationEnd = { [unowned self] in
      for news in feed.take() {
        switch news {
        case .reply(let reply): take(reply)
        // Unread ones alone are told anew by themselves.
        case .turned: break
        case .away(let reason): lose(reason)
        case .ended(let reason):
          failure = reason
          loop.stop()
        }
      }
      // Until the first reply, or a while without one, there is nothing to say.
      if state != nil || printed != nil || isAway { tell() }
    }
    loop.setTimer(at: EventLoop.now().uptime + Self.patience) { [unowned self] in
      if printed == nil { tell() }
    }
    // A bar that has gone shows at once, not only with the next line.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [loop] _ in loop.stop() }
    feed.start()
    loop.run()
    if let failure { throw failure }
  }

  private func take(_ reply: WatchReply) {
    if isAway { session.terminal.remark("bellhop: the daemon is back\n") }
    isAway = false
    var state = state ?? BarState()
    state.take(reply)
    self.state = state
  }

  private func lose(_ reason: String) {
    state = nil
    guard !isAway else { return }
    isAway = true
    session.terminal.complain("bellhop: waiting for the daemon: \(reason)\n")
  }

  private func tell() {
    let line = format.line(state, words: words)
    guard line != printed else { return }
    printed = line
    session.terminal.write(line + "\n")
  }
}
