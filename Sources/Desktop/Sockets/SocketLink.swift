import EventLoop
import Retry

/// The result of an attempt to connect to a desktop's socket.
enum SocketAttempt {
  case connected
  /// The socket exists, but no program answers on it.
  case refused
  case nothingThere
}

/// An observer of one kind of socket, which owns the link to it.
protocol SocketFollower: AnyObject {
  /// The directories where a socket may appear; read again before each wait.
  var directories: [String] { get }
  func connect() -> SocketAttempt
  func disconnect()
}

/// A connection to a compositor or a similar program, and its reports. A lost connection is made again when a file
/// appears in the socket's directories, and, if the socket exists but does not answer, after 1, 2, 4 … 60 s.
///
/// Invariant: used on the desktop thread. Without a socket it does not wake up, as long as a directory can be
/// monitored.
final class SocketLink<Report: Equatable> {
  private let loop: EventLoop
  private weak var follower: (any SocketFollower)?
  /// The report while there is no connection.
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
    // Before connecting, so that no socket appears unseen in between.
    followDirectories()
    switch follower?.connect() {
    case .connected: monitor = nil
    case .refused: tryAgain()
    case .nothingThere: if monitor == nil { tryAgain() }
    case nil: monitor = nil
    }
  }

  /// Passes on a report that differs from the last one.
  func report(_ report: Report) {
    // The other end has answered, so the next failure counts as a first one.
    if report != unknown { backoff.reset() }
    guard report != reported else { return }
    reported = report
    reporting(report)
  }

  /// Called when the socket's owner has gone or sends messages that cannot be understood.
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

/// In milliseconds. A socket's file appears before its owner listens, and several files appear at once.
private let settling: Int64 = 50
