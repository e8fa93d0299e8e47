package import Delivery
package import EventLoop
internal import Locks
internal import NotificationModel
internal import NotificationProtocol
package import Records

internal import struct Synchronization.Atomic

/// The calls that wait for image files to be read: the only work of unknown duration that an answer waits for.
///
/// Invariant: every call gets one answer, unless it is forgotten; and every copy is either passed on with the answer or
/// removed.
package final class ImageIntake {
  /// A result for each source; `nil` after the deadline.
  package typealias Answer = ([Result<ImageCopy, ImageFault>]?) -> Void

  /// The images of a call.
  struct Images {
    var copies: [ImageCopy] = []
    /// Why there is no copy, by the file's path.
    var faults: [String: ImageFault] = [:]
    /// The request names an icon that no theme has.
    var isIconMissing = false
  }

  private struct Waiting {
    let connection: ConnectionID?
    let isWanted: Wanted
    let timers: [Timer]
    let answer: Answer
  }

  /// True while the call waits.
  private final class Wanted: Sendable {
    private let flag = Atomic(true)
    var isSo: Bool { flag.load(ordering: .relaxed) }
    func end() { flag.store(false, ordering: .relaxed) }
  }

  /// Enough for a sleeping disk to spin up.
  package static let patienceMilliseconds: Int64 = 10_000

  private let loop: EventLoop
  private let files: any ImageFiles
  private let clock: () -> Int64
  private let arrived = Arrived()
  private var waiting: [UInt64: Waiting] = [:]
  private var last: UInt64 = 0

  /// Results on their way from another thread.
  private final class Arrived: Sendable {
    let results = Mutex<[(number: UInt64, images: [Result<ImageCopy, ImageFault>])]>([])
  }

  /// `clock`: milliseconds on the loop's clock.
  package init(
    loop: EventLoop, files: any ImageFiles, clock: @escaping () -> Int64 = { EventLoop.now().uptime }
  ) {
    self.loop = loop
    self.files = files
    self.clock = clock
  }

  /// Reads, and with `copies` copies, the sources. Calls `answer` in a later iteration of the loop, after `patience`
  /// milliseconds at the latest. `connection`: the one to forget the call by.
  package func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool = true,
    within patience: Int64 = patienceMilliseconds, of connection: ConnectionID? = nil,
    answer: @escaping Answer
  ) {
    last += 1
    let number = last
    let now = clock()
    // At each quarter, stuck threads are replaced, so that waiting jobs do not depend on other jobs' files.
    var timers = (1...3).map { quarter in
      loop.setTimer(at: now + quarter * patience / 4) { [files] in files.bypassStuckFiles() }
    }
    timers.append(loop.setTimer(at: now + patience) { [weak self] in self?.end(number)?.answer(nil) })
    let isWanted = Wanted()
    waiting[number] = Waiting(connection: connection, isWanted: isWanted, timers: timers, answer: answer)
    files.prepare(sources, for: process, copies: copies, isWanted: { isWanted.isSo }) {
      [arrived, loop] results in
      let isFirst = arrived.results.withLock { all in
        all.append((number, results))
        return all.count == 1
      }
      // Posting begins an iteration, whose end passes the results on.
      if isFirst { loop.post {} }
    }
  }

  /// The call of this connection was answered in another way.
  func forget(_ connection: ConnectionID) {
    for (number, call) in waiting where call.connection == connection { _ = end(number) }
  }

  /// `nil` if the call has ended before.
  private func end(_ number: UInt64) -> Waiting? {
    guard let call = waiting.removeValue(forKey: number) else { return nil }
    call.isWanted.end()
    call.timers.forEach(loop.cancel)
    return call
  }

  /// Answers the calls whose images are ready. Called at the end of an iteration, before its transaction ends.
  package func deliverResults() {
    let results = arrived.results.withLock { all in
      defer { all = [] }
      return all
    }
    for (number, images) in results {
      if let call = end(number) { call.answer(images) } else { remove(images.compactMap { try? $0.get() }) }
    }
  }

  /// Removes copies. A source that was not copied belongs to the app, and stays.
  func remove(_ copies: [ImageCopy]) {
    let paths = copies.filter { $0.path != $0.source }.map(\.path)
    if !paths.isEmpty { files.remove(paths) }
  }

  /// The images of a request by the results for their sources, `nil` after the deadline.
  static func images(_ results: [Result<ImageCopy, ImageFault>]?, of paths: [String]) -> Images {
    var images = Images()
    for (index, path) in paths.enumerated() {
      switch results?[index] {
      case .success(let copy): images.copies.append(copy)
      case .failure(.noIcon): images.isIconMissing = true
      case .failure(let fault): images.faults[path] = fault
      case nil: images.faults[path] = .silent
      }
    }
    return images
  }
}
