import Delivery
import EventLoop
import Front
import Images
import Synchronization

/// Pictures of what comes by the desktop's own interface, copied before anything of it is posted: the app's own file may
/// be gone a moment later. What cannot be copied in time is left out.
final class FrontPictures {
  private final class Wanted: Sendable {
    private let flag = Atomic(true)
    var isSo: Bool { flag.load(ordering: .relaxed) }
    func end() { flag.store(false, ordering: .relaxed) }
  }

  private struct Waiting {
    let isWanted: Wanted
    let timers: [Timer]
    let then: (ImageCopy?) -> Void
  }

  /// What a picture in the call is called in its request.
  static let inCall = "/picture"
  /// An app waits for its answer, and none for long.
  private static let patienceMilliseconds: Int64 = 2_000

  private let copies: ImageCopies
  private let loop: EventLoop
  /// On their way from the thread that copies: at most one for each that waits.
  private let arrived = Mailbox<(UInt64, ImageCopy?)>(bound: 0)
  private var waiting: [UInt64: Waiting] = [:]
  private var last: UInt64 = 0

  init(_ copies: ImageCopies, _ loop: EventLoop) {
    self.copies = copies
    self.loop = loop
  }

  /// `then` gets the copy, which is the caller's to remove; `nil` where none could be made. Told once, and never from
  /// within this.
  func copy(_ source: ImageSource, for process: Int32, then: @escaping (ImageCopy?) -> Void) {
    last += 1
    let number = last
    let isWanted = Wanted()
    let now = EventLoop.now().uptime
    let timers = [
      loop.setTimer(at: now + Self.patienceMilliseconds / 2) { [copies] in copies.relieve() },
      loop.setTimer(at: now + Self.patienceMilliseconds) { [weak self] in self?.end(number, nil) },
    ]
    waiting[number] = Waiting(isWanted: isWanted, timers: timers, then: then)
    copies.copy(source, for: process, isWanted: { isWanted.isSo }) { [arrived, loop] result in
      guard arrived.post((number, try? result.get()), always: true) else { return }
      // The end of the iteration that this begins passes them on.
      loop.post {}
    }
  }

  /// Tells of those that have arrived. At the end of each iteration, before its transaction ends.
  func passOn() {
    for (number, copy) in arrived.empty() {
      // Too late: nobody names it.
      if !end(number, copy), let copy { copies.remove([copy.path]) }
    }
  }

  @discardableResult
  private func end(_ number: UInt64, _ copy: ImageCopy?) -> Bool {
    guard let call = waiting.removeValue(forKey: number) else { return false }
    call.isWanted.end()
    call.timers.forEach(loop.cancel)
    call.then(copy)
    return true
  }
}
