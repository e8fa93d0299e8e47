import Delivery
import EventLoop
import NotificationModel
import NotificationProtocol
import Synchronization

/// The calls that wait for image files to be looked at: the one thing that no call's answer may be given without, and
/// that nobody knows the duration of.
///
/// Invariant: every call gets one answer; and every copy is either handed to who waits for it, or removed.
final class ImageIntake {
  typealias Answer = (Result<Images, any Error>) -> Void

  /// The images of a call.
  struct Images {
    var copies: [ImageCopy] = []
    /// It names an icon that no theme has.
    var isIconMissing = false
  }

  private struct Waiting {
    let connection: ConnectionID
    let fields: [String]
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
  private static let patienceMilliseconds: Int64 = 10_000
  /// How often it is seen to it that what waits does not wait for others' files alone.
  private static let reliefMilliseconds: Int64 = 2_500

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
  init(
    loop: EventLoop, files: any ImageFiles, clock: @escaping () -> Int64 = { EventLoop.now().uptime }
  ) {
    self.loop = loop
    self.files = files
    self.clock = clock
  }

  /// `answer` is called in a later iteration of the loop.
  func take(
    _ images: [(field: String, path: String)], copies: Bool, from caller: Caller, answer: @escaping Answer
  ) {
    last += 1
    let number = last
    let now = clock()
    var timers = (1...3).map { time in
      loop.setTimer(at: now + time * Self.reliefMilliseconds) { [files] in files.relieve() }
    }
    let deadline = loop.setTimer(at: now + Self.patienceMilliseconds) { [weak self] in
      guard let late = self?.end(number) else { return }
      let seconds = Self.patienceMilliseconds / 1_000
      let reason = "cannot be read within \(seconds) seconds"
      late.answer(.failure(FieldFault.invalid(path: late.fields.first ?? "", reason: reason)))
    }
    timers.append(deadline)
    let isWanted = Wanted()
    waiting[number] = Waiting(
      connection: caller.connection, fields: images.map(\.field), isWanted: isWanted, timers: timers,
      answer: answer)
    files.take(images.map(\.path), for: caller.peer.pid, copies: copies, isWanted: { isWanted.isSo }) {
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

  /// Answers the calls whose files have been looked at.
  func passOn() {
    let results = arrived.results.withLock { all in
      defer { all = [] }
      return all
    }
    for (number, images) in results {
      let copies = images.compactMap { try? $0.get() }
      guard let call = end(number) else {
        remove(copies)
        continue
      }
      if let error = Self.error(of: images, in: call.fields) {
        remove(copies)
        call.answer(.failure(error))
      } else {
        call.answer(.success(Images(copies: copies, isIconMissing: images.contains(.failure(.noIcon)))))
      }
    }
  }

  /// Where none was made, what was looked at is somebody else's.
  func remove(_ copies: [ImageCopy]) {
    let paths = copies.filter { $0.path != $0.source }.map(\.path)
    if !paths.isEmpty { files.remove(paths) }
  }

  /// The first that could not be taken, in words for the app's author.
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
