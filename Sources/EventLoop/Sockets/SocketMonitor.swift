internal import Glibc
internal import Retry

/// Sees to it that a listening socket is found at its path: where its file is gone, says so and has another opened
/// there, as soon as the directory that it stood in can be had again.
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

    /// Whether others can connect again.
    package var isMended: Bool { if case .back = self { true } else { false } }
  }

  /// Milliseconds to wait: `rm -r` empties a directory before removing it, and a socket made anew meanwhile would make
  /// that fail.
  package static let moment: Int64 = 1_000

  private let loop: EventLoop
  private let moment: Int64
  private let open: (() throws(SocketFault) -> Void)?
  private let changed: (Change) -> Void
  private var file: PlacedFile
  private var monitor: PathMonitor?
  private var isGone = false
  private var fault: SocketFault?
  /// For one that cannot be opened though its directory is there, as when that is another user's still.
  private var backoff: Backoff
  private var timer: (timer: Timer, time: Int64)?

  /// `file`: that of the socket, by an absolute path. `open`: opens another there, and serves it; `nil` where only the one
  /// who has passed it to us can. Lives on the loop's thread.
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

  /// Keeps an earlier deadline: endless changes there must not put it off.
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
      // The directory may have gone again before it was monitored.
      wait(moment)
    } catch {
      // The monitor tells of a directory that comes; the timer is for one that came while it was being monitored.
      let isMissing = if case .system(let cause, _) = error { cause.code == ENOENT } else { false }
      if !isMissing, error != fault { changed(.notBack(error)) }
      fault = error
      wait(backoff.next())
    }
  }
}
