package import Delivery
package import EventLoop
package import NotificationModel
import NotificationProtocol

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
      let taken = try engine { engine throws(Refusal) in try engine.acceptedFiles() }
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
    try engine { engine throws(Refusal) in try engine.forget(files: gone) }
  }

  private func post(_ file: KeptName) throws(Refusal) -> Outcome {
    let request: NotificationRequest
    do throws(Spool.Fault) {
      guard let bytes = try spool.bytes(of: file) else { return .done }
      request = try Spool.request(in: bytes)
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
      try engine { engine throws(Refusal) in
        try engine.post(request, keptIn: file.text, since: file.time, now: now)
      }
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
    try engine { engine throws(Refusal) in try engine.passOver(file: file.text) }
    log(.warning, "nothing comes of \(spool.path)/\(file.text): \(reason)")
    return .done
  }

  private func logOnce(_ text: String) {
    if logged.count > Self.mostLogged { logged = [] }
    if logged.insert(text).inserted { log(.warning, text) }
  }
}
