package import Delivery
package import EventLoop
package import NotificationModel
import NotificationProtocol
import Varlink

/// Takes in what root has left for the person: at the start, and whenever something new lies there. Lives on the loop's
/// thread.
///
/// Invariant: a file is taken in by the transaction that remembers its name, or by none. Until its name is forgotten,
/// which is after the file is gone, it is not taken in again.
package final class SpoolIntake {
  /// Files that one iteration takes in; the others come with the next, so that nobody waits for long.
  private static let batch = 16
  private static let afterFault: Int64 = 5_000
  /// Where no time is known at which there is room again.
  private static let whileFull: Int64 = 600_000
  private static let mostTold = 100

  private let loop: EventLoop
  private let engine: DeliveryEngine
  private let spool: Spool
  private let clock: () -> Moment
  private let log: Log
  private var watch: PathWatch?
  private var timer: Timer?
  /// Files that the system does not let be read now, until something changes.
  private var unreadable: Set<KeptName> = []
  /// What was said of them and of the directory, and is not said again.
  private var told: Set<String> = []
  /// Whether the transaction that is under way took something in, or forgot it.
  private var isInTransaction = false

  /// What becomes of a file.
  private enum Fate {
    /// It is taken in, passed over, or gone.
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

  /// Looks, and goes on to look when something changes there.
  package func start() {
    do throws(SystemError) {
      watch = try PathWatch(spool.path, nil, loop) { [unowned self] _ in look() }
    } catch {
      tellOnce("what comes to lie in \(spool.path) will be noticed at the next start: \(error)")
    }
    look()
  }

  /// Without it being `stored` nothing of the transaction has happened.
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
    goOn()
  }

  private func goOn() {
    do throws(Spool.Fault) {
      guard let files = try spool.files() else { return }
      try take(files)
    } catch {
      tellOnce("what is left in \(spool.path) is not taken in: \(error)")
    }
  }

  private func take(_ files: [KeptName]) throws(Spool.Fault) {
    do throws(Refusal) {
      let taken = try engine.assumeIsolated { engine in
        Result { () throws(Refusal) in try engine.acceptedFiles() }
      }.get()
      try forget(taken.subtracting(files.map(\.text)))
      let new = files.filter { !taken.contains($0.text) && !unreadable.contains($0) }
      for file in new.prefix(Self.batch) {
        guard case .later(let pause) = try take(file) else { continue }
        // Those behind it come after it.
        return look(after: pause)
      }
      if new.count > Self.batch { loop.nextIteration { [weak self] in self?.goOn() } }
    } catch {
      // Of the storage, which says so itself.
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

  private func take(_ file: KeptName) throws(Refusal) -> Fate {
    let request: NotificationRequest
    do throws(Spool.Fault) {
      guard let bytes = try spool.bytes(of: file) else { return .done }
      request = try Self.request(in: bytes)
    } catch {
      guard !error.mayPass else {
        unreadable.insert(file)
        tellOnce("\(spool.path)/\(file.text) is not taken in: \(error)")
        return .done
      }
      return try passOver(file, because: "\(error)")
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
      default: return try passOver(file, because: error.reason)
      }
    }
  }

  private func passOver(_ file: KeptName, because reason: String) throws(Refusal) -> Fate {
    isInTransaction = true
    try engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.passOver(file: file.text) }
    }.get()
    log(.warning, "nothing comes of \(spool.path)/\(file.text): \(reason)")
    return .done
  }

  private func tellOnce(_ text: String) {
    if told.count > Self.mostTold { told = [] }
    if told.insert(text).inserted { log(.warning, text) }
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
