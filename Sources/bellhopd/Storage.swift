import Delivery
import EventLoop
import Glibc
import Journal
import NotificationModel
import Retry
import Store
import Synchronization

/// The file that everything is kept in, as the process sees it: how it is opened, and what is heard of it later, from
/// the store, from the file system and from the transactions that it fails.
final class Storage {
  /// Between attempts to read what is stored.
  static let backoff = Backoff(first: 50, most: 1_000)

  private let path: String
  private let loop: EventLoop
  private let reports: StorageReports
  private let predecessor: PreviousInstance
  private var notice: String?
  private var watch: PathWatch?
  /// Whether the last transaction that had something to store failed: what fails is tried again and again, and told
  /// once.
  private var hasFailed = false

  /// `path`: of the state directory.
  init(_ path: String, _ loop: EventLoop, after predecessor: PreviousInstance) {
    self.path = path
    self.predecessor = predecessor
    self.loop = loop
    reports = StorageReports(loop)
  }

  /// Tries again for as long as the disk fails: what is stored there is not given up for that.
  func open(_ service: ServiceState) throws(StartFault) -> sending SQLiteStore {
    var backoff = Self.backoff
    while true {
      do throws(OpeningFault) {
        let (path, reports) = (path, reports)
        let opened = try SQLiteStore.open(
          directory: path, durability: .power, now: Daemon.now().wall,
          progress: service.signOfLife("Reading through \(path)."), report: { reports.tellOfChange() })
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
          usleep(UInt32(backoff.next() * 1_000))
        }
      }
    }
  }

  /// What is stored could not be read; it is about to be tried again.
  func startFailed(_ reason: String, _ service: ServiceState) {
    if !hasFailed {
      log(.error, "what is stored cannot be read, and is left as it is until it can: \(reason)")
    }
    hasFailed = true
    service.stillStarting("What is stored cannot be read: \(reason)")
  }

  /// From here on what happens to the file is looked at.
  func watch(for engine: DeliveryEngine) {
    transactionStored()
    reports.go(to: engine)
    reports.tell(notice.map(DesktopFact.storageNotice) ?? .stores(path: path))
    do throws(SystemError) {
      watch = try PathWatch(path, SQLiteStore.fileNames, loop) { change in
        engine.assumeIsolated { engine in
          switch change {
          case .place: engine.storageChanged()
          case .content: engine.storageWritten()
          }
        }
      }
    } catch {
      log(.warning, "that the storage is gone will be noticed with the next post, and not before: \(error)")
    }
  }

  func transactionFailed(_ fault: StorageFault) {
    if !hasFailed { log(.error, "nothing of this transaction could be stored: \(fault.reason)") }
    hasFailed = true
  }

  func transactionStored() {
    if hasFailed { log(.info, "what comes in is stored again") }
    hasFailed = false
  }
}

/// Brings what the store says, on whatever thread, to the engine.
private final class StorageReports: Sendable {
  private let loop: EventLoop
  private let engine = Mutex<DeliveryEngine?>(nil)

  init(_ loop: EventLoop) { self.loop = loop }

  func go(to engine: DeliveryEngine) { self.engine.withLock { $0 = engine } }

  func tellOfChange() { post { $0.storageChanged() } }

  /// For `bellhop doctor`.
  func tell(_ fact: DesktopFact) { post { $0.receive(.finding(fact)) } }

  private func post(_ body: @escaping @Sendable (isolated DeliveryEngine) -> Void) {
    guard let engine = engine.withLock({ $0 }) else { return }
    loop.post { engine.assumeIsolated(body) }
  }
}
