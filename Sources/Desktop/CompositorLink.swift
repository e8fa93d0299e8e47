import SessionBus

/// A connection to a compositor, and what it tells of the window in front. Made again when it is lost: at once when
/// something appears where the compositor's socket is to be, and where a socket is that nobody answers on, after 1,
/// 2, 4 … 60 s.
///
/// Invariant: used on the watch's thread. Where there is no socket, and a place to watch, it does not wake up.
final class CompositorLink {
  enum Attempt {
    case connected
    /// There is a socket, but nobody answers on it.
    case refused
    case nothingThere
  }

  /// What differs between compositors. None of them is called once the link has been let go of.
  struct Ways {
    /// Where a socket may appear; asked again before each wait.
    var directories: () -> [String]
    var connect: () -> Attempt
    var disconnect: () -> Void
  }

  /// A socket's file appears before its owner listens, and files come in flocks.
  private static let settling: UInt32 = 50

  private let ways: Ways
  private let reporting: (WindowFocus) -> Void
  private var reported: WindowFocus?
  private var watches: [DirectoryWatch] = []
  private var delay: Delay?
  private var isSettling = false
  private var failures = 0

  init(_ ways: Ways, reporting: @escaping (WindowFocus) -> Void) {
    self.ways = ways
    self.reporting = reporting
  }

  func connect() {
    isSettling = false
    delay = nil
    report(.unknown)
    // Before looking, or what appears in between would go unseen.
    watch()
    switch ways.connect() {
    case .connected: watches = []
    case .refused: tryAgain()
    case .nothingThere: if watches.isEmpty { tryAgain() }
    }
  }

  /// Passes on what differs from the last.
  func report(_ focus: WindowFocus) {
    // Whoever knows something has answered: the next failure is a first one.
    if focus != .unknown { failures = 0 }
    guard focus != reported else { return }
    reported = focus
    reporting(focus)
  }

  /// The compositor has gone, or talks nonsense.
  func lost() {
    ways.disconnect()
    report(.unknown)
    watch()
    tryAgain()
  }

  private func watch() {
    watches = Set(ways.directories()).filter(UnixSocket.isDirectory).compactMap { directory in
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
    delay = Delay(milliseconds: Self.settling) { [weak self] in self?.connect() }
  }
}

/// A watch that an array can hold.
private final class DirectoryWatch {
  private let watch: FileWatch

  init?(_ path: String, handler: @escaping () -> Void) {
    guard let watch = FileWatch(entriesOf: path, handler: handler) else { return nil }
    self.watch = watch
  }
}
