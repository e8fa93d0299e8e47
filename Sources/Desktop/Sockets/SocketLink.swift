import SessionBus

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
/// Invariant: used on the watch's thread. Where there is no socket, and a place to watch, it does not wake up.
final class SocketLink<Report: Equatable> {
  private weak var follower: (any SocketFollower)?
  /// What is reported while there is no connection.
  private let unknown: Report
  private let reporting: (Report) -> Void
  private var reported: Report?
  private var watches: [DirectoryWatch] = []
  private var delay: Delay?
  private var isSettling = false
  private var failures = 0

  init(_ follower: any SocketFollower, unknown: Report, reporting: @escaping (Report) -> Void) {
    self.follower = follower
    self.unknown = unknown
    self.reporting = reporting
  }

  func connect() {
    isSettling = false
    delay = nil
    report(unknown)
    // Before looking, or what appears in between would go unseen.
    watch()
    switch follower?.connect() {
    case .connected: watches = []
    case .refused: tryAgain()
    case .nothingThere: if watches.isEmpty { tryAgain() }
    case nil: watches = []
    }
  }

  /// Passes on what differs from the last.
  func report(_ report: Report) {
    // Whoever knows something has answered: the next failure is a first one.
    if report != unknown { failures = 0 }
    guard report != reported else { return }
    reported = report
    reporting(report)
  }

  /// Its owner has gone, or talks nonsense.
  func lost() {
    follower?.disconnect()
    report(unknown)
    watch()
    tryAgain()
  }

  private func watch() {
    watches = Set(follower?.directories ?? []).filter(UnixSocket.isDirectory).compactMap { directory in
      DirectoryWatch(directory) { [weak self] in self?.somethingAppeared() }
    }
  }

  private func tryAgain() {
    delay = Delay(milliseconds: Backoff.milliseconds(after: failures)) { [weak self] in self?.connect() }
    failures += 1
  }

  private func somethingAppeared() {
    guard !isSettling else { return }
    isSettling = true
    failures = 0
    delay = Delay(milliseconds: settling) { [weak self] in self?.connect() }
  }
}

/// In milliseconds. A socket's file appears before its owner listens, and files come in flocks.
private let settling: UInt32 = 50

/// A watch that an array can hold.
private final class DirectoryWatch {
  private let watch: FileWatch

  init?(_ path: String, handler: @escaping () -> Void) {
    guard let watch = FileWatch(entriesOf: path, handler: handler) else { return nil }
    self.watch = watch
  }
}
