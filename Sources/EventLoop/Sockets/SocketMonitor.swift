internal import Glibc
internal import Retry

/// Keeps a listening socket reachable at its path: reports when its file is gone, and opens another one as soon as its
/// directory can be used again.
package final class SocketMonitor {
  package enum Change: Hashable, CustomStringConvertible {
    case gone(path: String)
    case back(path: String)
    case notBack(SocketFault)

    package var description: String {
      switch self {
      case .gone(let path): "\(path) is gone, and nobody can connect there until it is back"
      case .back(let path): "\(path) is back"
      case .notBack(let fault): "a socket cannot be opened again: \(fault)"
      }
    }

    /// Whether clients can connect again.
    package var isMended: Bool { if case .back = self { true } else { false } }
  }

  /// In milliseconds. `rm -r` empties a directory before removing it, and would fail if a new socket were made
  /// meanwhile.
  package static let moment: Int64 = 1_000

  private let loop: EventLoop
  private let moment: Int64
  private let open: (() throws(SocketFault) -> Void)?
  private let changed: (Change) -> Void
  private var file: PlacedFile
  private var monitor: PathMonitor?
  private var isGone = false
  private var fault: SocketFault?
  /// Pauses between attempts while a socket cannot be opened, for example because the directory still belongs to
  /// another user.
  private var backoff: Backoff
  private var timer: (timer: Timer, time: Int64)?

  /// `file`: the socket's file, by an absolute path. `open`: opens and serves another socket there; `nil` if only the
  /// service manager that passed the socket can. Lives on the loop's thread.
  package init(
    _ file: PlacedFile, _ loop: EventLoop, moment: Int64 = moment,
    open: (() throws(SocketFault) -> Void)?, changed: @escaping (Change) -> Void
  ) throws(SystemError) {
    self.file = file
    self.loop = loop
    self.moment = moment
    self.open = open
    self.changed = changed
    backoff = Backoff(first: 2 * moment)
    let parts = file.path.split(separator: "/")
    monitor = try PathMonitor(
      "/" + parts.dropLast().joined(separator: "/"), [parts.last.map(String.init) ?? ""], loop
    ) { [unowned self] _ in look() }
    loop.nextIteration { [weak self] in self?.look() }
  }

  deinit { if let timer { loop.cancel(timer.timer) } }

  private func look() {
    guard !file.isInPlace else { return settle() }
    if !isGone {
      isGone = true
      changed(.gone(path: file.path))
    }
    backoff.reset()
    wait(moment)
  }

  private func settle() {
    if let timer { loop.cancel(timer.timer) }
    (timer, fault) = (nil, nil)
    backoff.reset()
    if isGone { changed(.back(path: file.path)) }
    isGone = false
  }

  /// Keeps an earlier deadline, so that endless changes cannot postpone it.
  private func wait(_ milliseconds: Int64) {
    guard open != nil else { return }
    let time = EventLoop.now().uptime + milliseconds
    if let timer {
      guard time < timer.time else { return }
      loop.cancel(timer.timer)
    }
    timer = (loop.setTimer(at: time) { [unowned self] in openAgain() }, time)
  }

  private func openAgain() {
    timer = nil
    guard let open, !file.isInPlace else { return settle() }
    if !isGone { return look() }
    do throws(SocketFault) {
      try open()
      file = PlacedFile(file.path)
      settle()
      // The directory may have gone again before it had a watch.
      wait(moment)
    } catch {
      // The monitor reports a new directory; the timer covers one that appeared while the watches were being set.
      let isMissing = if case .system(let cause, _) = error { cause.code == ENOENT } else { false }
      if !isMissing, error != fault { changed(.notBack(error)) }
      fault = error
      wait(backoff.next())
    }
  }
}
