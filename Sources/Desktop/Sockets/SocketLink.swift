import EventLoop
import Retry

/// How a connection to a desktop's socket went.
enum SocketAttempt {
  case connected
  /// There is a socket, but nobody answers on it.
  case refused
  case nothingThere
}

/// Who follows one kind of socket, and owns the link to it.
protocol SocketFollower: AnyObject {
  /// Where a socket may appear; asked again before each wait.
  var directories: [String] { get }
  func connect() -> SocketAttempt
  func disconnect()
}

/// A connection to a compositor or the like, and what it tells. Made again when it is lost: at once when something
/// appears where its socket is to be, and where a socket is that nobody answers on, after 1, 2, 4 … 60 s.
///
/// Invariant: used on the desktop thread. Where there is no socket, and a place to monitor, it does not wake up.
final class SocketLink<Report: Equatable> {
  private let loop: EventLoop
  private weak var follower: (any SocketFollower)?
  /// What is reported while there is no connection.
  private let unknown: Report
  private let reporting: (Report) -> Void
  private var reported: Report?
  private var monitor: NameMonitor?
  private var delay: Delay?
  private var isSettling = false
  private var backoff = Backoff()

  init(
    _ follower: any SocketFollower, _ loop: EventLoop, unknown: Report, reporting: @escaping (Report) -> Void
  ) {
    self.loop = loop
    self.follower = follower
    self.unknown = unknown
    self.reporting = reporting
  }

  func connect() {
    isSettling = false
    delay = nil
    report(unknown)
    // Before looking, or what appears in between would go unseen.
    followDirectories()
    switch follower?.connect() {
    case .connected: monitor = nil
    case .refused: tryAgain()
    case .nothingThere: if monitor == nil { tryAgain() }
    case nil: monitor = nil
    }
  }

  /// Passes on what differs from the last.
  func report(_ report: Report) {
    // Whoever knows something has answered: the next failure is a first one.
    if report != unknown { backoff.reset() }
    guard report != reported else { return }
    reported = report
    reporting(report)
  }

  /// Its owner has gone, or talks nonsense.
  func lost() {
    follower?.disconnect()
    report(unknown)
    followDirectories()
    tryAgain()
  }

  private func followDirectories() {
    monitor = try? NameMonitor(nil, in: follower?.directories ?? [], loop) { [weak self] in
      self?.somethingAppeared()
    }
  }

  private func tryAgain() {
    delay = Delay(backoff.next(), loop) { [weak self] in self?.connect() }
  }

  private func somethingAppeared() {
    guard !isSettling else { return }
    isSettling = true
    backoff.reset()
    delay = Delay(settling, loop) { [weak self] in self?.connect() }
  }
}

/// In milliseconds. A socket's file appears before its owner listens, and files come in flocks.
private let settling: Int64 = 50
