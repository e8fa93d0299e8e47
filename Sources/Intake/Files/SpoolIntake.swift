package import Delivery
package import EventLoop
internal import Glibc
package import NotificationModel
import NotificationProtocol
import Varlink

/// Posts the notifications that root left for the person: at the start, and whenever a new file appears. Lives on the
/// loop's thread.
///
/// Invariant: the transaction that posts a file stores its name. Until the name is forgotten, after the file is gone,
/// the file is not posted again.
package final class SpoolIntake {
  /// Files per iteration; the others follow in the next, so that no other work waits for long.
  private static let batch = 16
  private static let afterFault: Int64 = 5_000
  /// The pause if the time at which the app's quota has room is unknown.
  private static let whileFull: Int64 = 600_000
  private static let mostLogged = 100

  private let loop: EventLoop
  private let engine: DeliveryEngine
  private let spool: Spool
  private let clock: () -> Moment
  private let log: Log
  private var monitor: PathMonitor?
  private var timer: Timer?
  /// Files that the system does not let the daemon read now, until the directory changes.
  private var unreadable: Set<KeptName> = []
  /// Messages about files and the directory that were logged, and are not logged again.
  private var logged: Set<String> = []
  /// True if the current transaction posted or forgot a file.
  private var isInTransaction = false

  /// The result of handling a file.
  private enum Outcome {
    /// The file is posted, rejected or gone.
    case done
    case later(milliseconds: Int64)
  }

  package init(
    _ loop: EventLoop, _ engine: DeliveryEngine, _ spool: Spool, clock: @escaping () -> Moment,
    log: @escaping Log
  ) {
    (self.loop, self.engine, self.spool, self.clock, self.log) = (loop, engine, spool, clock, log)
  }

  deinit { if let timer { loop.cancel(timer) } }

  /// Reads the directory now, and whenever it changes.
  package func start() {
    do throws(SystemError) {
      monitor = try PathMonitor(spool.path, nil, loop) { [unowned self] _ in look() }
    } catch {
      logOnce("what comes to lie in \(spool.path) will be noticed at the next start: \(error)")
    }
    look()
  }

  /// If not `stored`, the transaction changed nothing.
  package func transactionEnded(stored: Bool) {
    if isInTransaction, !stored { look(after: Self.afterFault) }
    isInTransaction = false
  }

  private func look(after milliseconds: Int64) {
    if let timer { loop.cancel(timer) }
    timer = loop.setTimer(at: EventLoop.now().uptime + milliseconds) { [unowned self] in
      timer = nil
      look()
    }
  }

  private func look() {
    unreadable = []
    postNext()
  }

  private func postNext() {
    do throws(Spool.Fault) {
      guard let files = try spool.files() else { return }
      try post(files)
    } catch {
      logOnce("what is left in \(spool.path) is not taken in: \(error)")
    }
  }

  private func post(_ files: [KeptName]) throws(Spool.Fault) {
    do throws(Refusal) {
      let taken = try engine.assumeIsolated { engine in
        Result { () throws(Refusal) in try engine.acceptedFiles() }
      }.get()
      try forget(taken.subtracting(files.map(\.text)))
      let new = files.filter { !taken.contains($0.text) && !unreadable.contains($0) }
      for file in new.prefix(Self.batch) {
        guard case .later(let pause) = try post(file) else { continue }
        // The files behind it keep their order.
        return look(after: pause)
      }
      if new.count > Self.batch { loop.nextIteration { [weak self] in self?.postNext() } }
    } catch {
      // A fault of the storage, which logs it itself.
      look(after: Self.afterFault)
    }
  }

  private func forget(_ gone: Set<String>) throws(Refusal) {
    guard !gone.isEmpty else { return }
    isInTransaction = true
    try engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.forget(files: gone) }
    }.get()
  }

  private func post(_ file: KeptName) throws(Refusal) -> Outcome {
    let request: NotificationRequest
    do throws(Spool.Fault) {
      guard let bytes = try spool.bytes(of: file) else { return .done }
      request = try Self.request(in: bytes)
    } catch {
      guard !error.isTransient else {
        unreadable.insert(file)
        logOnce("\(spool.path)/\(file.text) is not taken in: \(error)")
        return .done
      }
      return try reject(file, because: "\(error)")
    }
    isInTransaction = true
    let now = clock()
    do throws(Refusal) {
      try engine.assumeIsolated { engine in
        Result { () throws(Refusal) in
          try engine.post(request, keptIn: file.text, since: file.time, now: now)
        }
      }.get()
      return .done
    } catch {
      switch error {
      case .notStored: throw error
      case .quotaExceeded(_, _, let wait, _): return .later(milliseconds: max(1, wait ?? Self.whileFull))
      default: return try reject(file, because: error.reason)
      }
    }
  }

  private func reject(_ file: KeptName, because reason: String) throws(Refusal) -> Outcome {
    isInTransaction = true
    try engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.passOver(file: file.text) }
    }.get()
    log(.warning, "nothing comes of \(spool.path)/\(file.text): \(reason)")
    return .done
  }

  private func logOnce(_ text: String) {
    if logged.count > Self.mostLogged { logged = [] }
    if logged.insert(text).inserted { log(.warning, text) }
  }

  private static func request(in bytes: [UInt8]) throws(Spool.Fault) -> NotificationRequest {
    let json: JSON
    do throws(JSONFault) { json = try JSON(parsing: bytes) } catch {
      throw Spool.Fault("byte \(error.offset): \(error.reason)")
    }
    do throws(FieldFault) {
      let request = try NotificationRequest(json: json, path: "notification")
      guard let file = request.imageFiles.first else { return request }
      throw FieldFault.invalid(path: file.field, reason: "must be the name of a theme icon")
    } catch {
      throw Spool.Fault(error.reason)
    }
  }
}

/// The directory in which root leaves notifications for a person without a running daemon, as that daemon reads it:
/// only files that no other user could have written or changed.
package struct Spool {
  /// The reason for not reading a file or the directory. Holds no text of the file.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// True if a later attempt may succeed: the system is at fault, not the file.
    let isTransient: Bool

    init(_ description: String, isTransient: Bool = false) {
      self.description = description
      self.isTransient = isTransient
    }

    init(_ error: SystemError) { self.init("\(error)", isTransient: true) }
  }

  /// More than root ever leaves there. All names must be known to tell which files are gone.
  private static let mostNames = 1_000

  package let path: String
  private let owner: UInt32

  /// `base`: the parent of each person's directory; `owner`: the user that must own the directory and its files.
  package init(in base: String = KeptName.directory, for user: UInt32 = geteuid(), owner: UInt32 = 0) {
    path = "\(base)/\(user)"
    self.owner = owner
  }

  /// The files in it, the oldest first; `nil` without the directory.
  func files() throws(Fault) -> [KeptName]? {
    guard let directory = try directory() else { return nil }
    let names: [String]
    do throws(SystemError) { names = try directory.names(atMost: Self.mostNames + 1) } catch {
      throw Fault(error)
    }
    guard names.count <= Self.mostNames else { throw Fault("more than \(Self.mostNames) files are in it") }
    return names.compactMap(KeptName.init).sorted()
  }

  /// The bytes of the file; `nil` if it is gone.
  func bytes(of file: KeptName) throws(Fault) -> [UInt8]? {
    guard let directory = try directory() else { return nil }
    // These flags keep the opening of a FIFO, a device or a link from having a side effect.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = try Self.unlessGone({ openat(directory.raw, file.text, flags) }) else { return nil }
    let status = try status(of: file)
    guard status.st_mode & S_IFMT == S_IFREG else { throw Fault("it is not a regular file") }
    guard status.st_size <= KeptName.bytes else { throw Self.tooLong }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    do throws(SystemError) {
      while bytes.count <= KeptName.bytes {
        let count = try systemCall("read") { read(file.raw, &part, part.count) }
        guard count > 0 else { break }
        bytes += part[..<count]
      }
    } catch {
      throw Fault(error)
    }
    guard bytes.count <= KeptName.bytes else { throw Self.tooLong }
    return bytes
  }

  private static var tooLong: Fault { Fault("it is longer than \(KeptName.bytes) bytes") }

  private func directory() throws(Fault) -> FileDescriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    guard let directory = try Self.unlessGone({ open(path, flags) }) else { return nil }
    _ = try status(of: directory)
    return directory
  }

  /// The status of a file that only its owner can change.
  private func status(of file: borrowing FileDescriptor) throws(Fault) -> stat {
    var status = stat()
    let raw = file.raw
    do throws(SystemError) { try systemCall("fstat") { fstat(raw, &status) } } catch { throw Fault(error) }
    guard status.st_uid == owner else { throw Fault("it belongs to another user") }
    guard status.st_mode & 0o022 == 0 else { throw Fault("others can write to it") }
    return status
  }

  private static func unlessGone(_ open: () -> Int32) throws(Fault) -> FileDescriptor? {
    do throws(SystemError) { return FileDescriptor(owning: try systemCall("open", open)) } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: throw Fault("it is a link")
      // With O_DIRECTORY, the system reports a link like any file that is no directory.
      case ENOTDIR: throw Fault("it is a link, or no directory")
      case ENXIO: throw Fault("it is not a regular file")
      default: throw Fault(error)
      }
    }
  }
}
