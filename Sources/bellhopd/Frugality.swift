import CLinux
import EventLoop

/// Gives memory back: what the start or a burst needed, and nothing needs now. Some time after work, and in between
/// where there is much; while nothing happens, nothing wakes the process for it.
///
/// What is used again costs a few tenths of a millisecond, once.
final class Frugality {
  private static let afterMilliseconds: Int64 = 3_000

  private let loop: EventLoop
  private var isWaiting = false
  private var isDue = false

  init(_ loop: EventLoop) { self.loop = loop }

  /// Something was done that may have taken memory, at this time of the loop's.
  func worked(at uptime: Int64) {
    guard !isWaiting else { return }
    isWaiting = true
    loop.setTimer(at: uptime + Self.afterMilliseconds) { [unowned self] in isDue = true }
  }

  /// To be called last of all in an iteration, or the rest of it takes back what was given. `forget`: lets go of what can
  /// be read again.
  func iterationEnds(_ forget: () -> Void) {
    guard isDue else { return }
    (isWaiting, isDue) = (false, false)
    forget()
    clinux_give_back_memory()
  }
}
