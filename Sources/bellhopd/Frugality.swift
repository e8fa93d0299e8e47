import CLinux
import EventLoop

/// Gives memory back: what the start or a burst needed, and nothing needs now. Some time after it, and in between where
/// it lasts; while nothing happens, nothing wakes the process for it.
///
/// What is used again has to be read and prepared again, which takes a millisecond or two. So a post now and then, of
/// which each would pay for that, gives nothing back.
final class Frugality {
  private static let afterMilliseconds: Int64 = 3_000
  /// Iterations with work in them: with hundreds of posts a burst has as many.
  private static let burst = 100

  private let loop: EventLoop
  /// Since memory was given back; the start is as much as a burst.
  private var iterations = burst
  private var isWaiting = false
  private var isDue = false

  init(_ loop: EventLoop) { self.loop = loop }

  /// Something was done that may have taken memory, at this time of the loop's.
  func worked(at uptime: Int64) {
    iterations += 1
    guard iterations > Self.burst, !isWaiting else { return }
    isWaiting = true
    loop.setTimer(at: uptime + Self.afterMilliseconds) { [unowned self] in isDue = true }
  }

  /// To be called last of all in an iteration, or the rest of it takes back what was given. `forget`: lets go of what can
  /// be read again.
  func iterationEnds(_ forget: () -> Void) {
    guard isDue else { return }
    (isWaiting, isDue, iterations) = (false, false, 0)
    forget()
    clinux_give_back_memory()
  }
}
