package import Delivery
package import EventLoop
internal import NotificationModel
internal import NotificationProtocol
internal import Synchronization

/// The calls that wait for pictures to be looked at: the one thing that no call's answer may be given without, and
/// whose duration is not known.
///
/// Invariant: every call gets one answer, unless it is forgotten; and every copy is either handed over with the answer,
/// or removed.
package final class ImageIntake {
  /// A result for each source; `nil` when they took too long.
  package typealias Answer = ([Result<ImageCopy, ImageFault>]?) -> Void

  /// The images of a call.
  struct Images {
    var copies: [ImageCopy] = []
    /// It names an icon that no theme has.
    var isIconMissing = false
  }

  private struct Waiting {
    let connection: ConnectionID?
    let isWanted: Wanted
    let timers: [Timer]
    let answer: Answer
  }

  /// Whether a call still waits.
  private final class Wanted: Sendable {
    private let flag = Atomic(true)
    var isSo: Bool { flag.load(ordering: .relaxed) }
    func end() { flag.store(false, ordering: .relaxed) }
  }

  /// A disk that has fallen asleep answers within it.
  package static let patienceMilliseconds: Int64 = 10_000

  private let loop: EventLoop
  private let files: any ImageFiles
  private let clock: () -> Int64
  private let arrived = Arrived()
  private var waiting: [UInt64: Waiting] = [:]
  private var last: UInt64 = 0

  /// What has been looked at, on its way from another thread.
  private final class Arrived: Sendable {
    let results = Mutex<[(number: UInt64, images: [Result<ImageCopy, ImageFault>])]>([])
  }

  /// `clock`: the loop's, in milliseconds.
  package init(
    loop: EventLoop, files: any ImageFiles, clock: @escaping () -> Int64 = { EventLoop.now().uptime }
  ) {
    self.loop = loop
    self.files = files
    self.clock = clock
  }

  /// `answer` is called in a later iteration of the loop, after so many milliseconds at the latest. `connection`: where
  /// the call came by, as far as it may be forgotten.
  package func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool = true,
    within patience: Int64 = patienceMilliseconds, of connection: ConnectionID? = nil,
    answer: @escaping Answer
  ) {
    last += 1
    let number = last
    let now = clock()
    // What waits does not wait for others' files alone.
    var timers = (1...3).map { quarter in
      loop.setTimer(at: now + quarter * patience / 4) { [files] in files.relieve() }
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
      // The end of the iteration that this begins passes them on.
      if isFirst { loop.post {} }
    }
  }

  /// Its call has been answered otherwise.
  func forget(_ connection: ConnectionID) {
    for (number, call) in waiting where call.connection == connection { _ = end(number) }
  }

  /// `nil` when it has ended before.
  private func end(_ number: UInt64) -> Waiting? {
    guard let call = waiting.removeValue(forKey: number) else { return nil }
    call.isWanted.end()
    call.timers.forEach(loop.cancel)
    return call
  }

  /// Answers the calls whose pictures have been looked at. At the end of an iteration, before its transaction ends.
  package func passOn() {
    let results = arrived.results.withLock { all in
      defer { all = [] }
      return all
    }
    for (number, images) in results {
      if let call = end(number) { call.answer(images) } else { remove(images.compactMap { try? $0.get() }) }
    }
  }

  /// Where none was made, what was looked at is somebody else's.
  func remove(_ copies: [ImageCopy]) {
    let paths = copies.filter { $0.path != $0.source }.map(\.path)
    if !paths.isEmpty { files.remove(paths) }
  }

  /// The copies of what these fields of a request name. The first that could not be taken is an error, in words for the
  /// app's author, and the others are removed.
  func copies(_ images: [Result<ImageCopy, ImageFault>]?, of fields: [String]) throws -> Images {
    guard let images else {
      let seconds = Self.patienceMilliseconds / 1_000
      throw FieldFault.invalid(
        path: fields.first ?? "", reason: "cannot be read within \(seconds) seconds")
    }
    let copies = images.compactMap { try? $0.get() }
    guard let error = Self.error(of: images, in: fields) else {
      return Images(copies: copies, isIconMissing: images.contains(.failure(.noIcon)))
    }
    remove(copies)
    throw error
  }

  private static func error(of images: [Result<ImageCopy, ImageFault>], in fields: [String]) -> (any Error)? {
    for (image, field) in zip(images, fields) {
      guard case .failure(let fault) = image else { continue }
      switch fault {
      case .unusable(let reason): return FieldFault.invalid(path: field, reason: "the file \(reason)")
      case .tooLarge(let bytes):
        return FieldFault.tooLarge(field: field, limit: Limits.imageBytes, given: bytes)
      case .busy(let limit):
        return Refusal.quotaExceeded(quota: "imagesWaiting", limit: limit, retryAfterMilliseconds: 1_000)
      case .notKept(let reason): return Refusal.notStored("the image cannot be copied: \(reason)")
      case .noIcon: continue
      }
    }
    return nil
  }
}
