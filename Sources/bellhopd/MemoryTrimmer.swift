import CLinux
import EventLoop

/// Gives memory back: what the start or a burst needed, and nothing needs now. Some time after it, and in between where
/// it lasts; while nothing happens, nothing wakes the process for it.
///
/// What is used again has to be read and prepared again, which takes a millisecond or two. So a post now and then, of
/// which each would pay for that, gives nothing back.
final class MemoryTrimmer {
  private static let afterMilliseconds: Int64 = 3_000
  /// Iterations with work in them: with hundreds of posts a burst has as many.
  private static let burst = 100
  /// Of the database, read at once: a post reads less, a long list more.
  private static let readBytes = 256 * 1_024

  private let loop: EventLoop
  /// Since memory was given back; the start is more than a burst.
  private var iterations = burst + 1
  private var held = 0
  private var isWaiting = false
  private var isDue = false

  init(_ loop: EventLoop) { self.loop = loop }

  /// To be called last of all in an iteration, at this time of the loop's, or the rest of it takes back what was given.
  /// `worked`: something was stored; `bytes`: of the database in memory. `forget`: lets go of what can be read again.
  func iterationEnds(at uptime: Int64, worked: Bool, holding bytes: Int, _ forget: () -> Void) {
    let read = bytes - held
    held = bytes
    if worked { iterations += 1 }
    if !isWaiting, iterations > Self.burst || read > Self.readBytes {
      isWaiting = true
      loop.setTimer(at: uptime + Self.afterMilliseconds) { [unowned self] in isDue = true }
    }
    guard isDue else { return }
    (isWaiting, isDue, iterations, held) = (false, false, 0, 0)
    forget()
    clinux_give_back_memory()
  }
}
