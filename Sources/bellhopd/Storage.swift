import Delivery
import EventLoop
import Glibc
import Journal
import Locks
import NotificationModel
import Records
import Retry
import Store

/// The database file as the process sees it: opens it, and follows later reports from the store, the file system and
/// failed transactions.
final class Storage {
  /// Delays between attempts to read the database.
  static let backoff = Backoff(first: 50, most: 1_000)

  private let path: String
  private let loop: EventLoop
  private let signals: HeldSignals
  private let reports: StorageReports
  private let predecessor: PreviousInstance
  private var notice: String?
  private var monitors: [PathMonitor] = []
  /// Whether the last transaction failed: a failed one is tried again and again, and logged once.
  private var hasFailed = false

  /// `path`: of the state directory.
  init(_ path: String, _ loop: EventLoop, _ signals: HeldSignals, after predecessor: PreviousInstance) {
    self.path = path
    self.signals = signals
    self.predecessor = predecessor
    self.loop = loop
    reports = StorageReports(loop)
  }

  /// Opens the database, and tries again for as long as the disk fails: a failing disk is no reason to begin anew. Ends
  /// the process where a signal says so.
  func open(_ service: ServiceState) throws(StartFault) -> sending SQLiteStore {
    var backoff = Self.backoff
    while true {
      do throws(OpeningFault) {
        let (path, reports, signals) = (path, reports, signals)
        let signOfLife = service.signOfLife("Reading through \(path).")
        let opened = try SQLiteStore.open(
          directory: path, durability: .power, now: Daemon.now().wall,
          progress: {
            signOfLife()
            Process.endIfTold(signals)
          }, report: { reports.tellOfChange() })
        notice = opened.notice
        if let notice { log(.error, notice) }
        return opened.store
      } catch {
        switch error {
        case .tooNew(let found, let supported, let path):
          throw StartFault(
            "\(path) has version \(found), and this bellhopd knows versions up to \(supported); "
              + "run the newer one", status: StartFault.tooNew)
        case .unusable(let reason): throw StartFault(reason)
        case .inUse(let reason): guard predecessor.mayHaveEnded() else { throw StartFault(reason) }
        case .unreadable(let reason):
          startFailed(reason, service)
          Process.endIfTold(signals, within: backoff.next())
        }
      }
    }
  }

  /// The database could not be read, and is about to be tried again.
  func startFailed(_ reason: String, _ service: ServiceState) {
    if !hasFailed {
      log(.error, "what is stored cannot be read, and is left as it is until it can: \(reason)")
    }
    hasFailed = true
    service.stillStarting("What is stored cannot be read: \(reason)")
  }

  /// Watches the file from here on.
  func monitor(for engine: DeliveryEngine) {
    transactionStored()
    reports.go(to: engine)
    reports.tell(notice.map(DesktopFact.storageNotice) ?? .stores(path: path))
    do throws(SystemError) {
      monitors = [
        try PathMonitor(path, SQLiteStore.fileNames, loop) { change in
          if change == .place { engine.assumeIsolated { $0.storageChanged() } }
        },
        try PathMonitor(path, [SQLiteStore.contentName], loop) { change in
          if change == .content { engine.assumeIsolated { $0.storageWritten() } }
        },
      ]
    } catch {
      log(.warning, "the loss of the storage will not be noticed before the next post: \(error)")
    }
  }

  func transactionFailed(_ fault: StorageFault) {
    if !hasFailed { log(.error, "nothing of this transaction could be stored: \(fault.reason)") }
    hasFailed = true
  }

  func transactionKept(_ shortage: StorageFault) {
    if !hasFailed {
      log(.error, "what comes in is kept in memory, and nothing is stored: \(shortage.reason)")
    }
    hasFailed = true
  }

  func transactionStored() {
    if hasFailed { log(.info, "what comes in is stored again") }
    hasFailed = false
  }
}

/// Brings the store's reports from any thread to the engine.
private final class StorageReports: Sendable {
  private let loop: EventLoop
  private let engine = Mutex<DeliveryEngine?>(nil)

  init(_ loop: EventLoop) { self.loop = loop }

  func go(to engine: DeliveryEngine) { self.engine.withLock { $0 = engine } }

  func tellOfChange() { post { $0.storageChanged() } }

  /// Reports a fact, which `bellhop doctor` shows.
  func tell(_ fact: DesktopFact) { post { $0.receive(.finding(fact)) } }

  private func post(_ body: @escaping @Sendable (isolated DeliveryEngine) -> Void) {
    guard let engine = engine.withLock({ $0 }) else { return }
    loop.post { engine.assumeIsolated(body) }
  }
}
