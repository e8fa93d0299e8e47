import CLinux
import EventLoop

/// Gives the memory of the start or of a burst back to the system: some time afterwards, and in between while a burst
/// lasts. An idle process is never woken for it.
///
/// Released caches have to be read and prepared again, which takes a millisecond or two. Hence occasional posts, each
/// of which would pay that price, release nothing.
final class MemoryTrimmer {
  private static let afterMilliseconds: Int64 = 3_000
  /// Iterations with work in them: with hundreds of posts a burst has as many.
  private static let burst = 100
  /// Bytes of the database that are read in one iteration: a post reads fewer, a long list more.
  private static let readBytes = 256 * 1_024

  private let loop: EventLoop
  /// Since memory was given back; the start is more than a burst.
  private var iterations = burst + 1
  private var held = 0
  private var isWaiting = false
  private var isDue = false

  init(_ loop: EventLoop) { self.loop = loop }

  /// To be called last in an iteration: later work would fill the memory again. `uptime`: the loop's time in
  /// milliseconds. `worked`: the iteration stored something. `bytes`: the database's memory. `forget`: empties caches.
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
