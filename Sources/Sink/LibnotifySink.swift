package import Delivery
import Glibc
import SessionBus
import Synchronization

/// Shows banners through libnotify, on a thread that does nothing else and may be stuck in it for 25 s.
package final class LibnotifySink: Sink {
  package static let name = "libnotify"
  package static let showsOnDesktop = true
  package static var isThere: Bool { SessionBusAddress.current() != nil }
  private let lock: any LockReading
  private let images: String
  private let patienceMilliseconds: UInt32
  private let running = Mutex<LibnotifyWorker?>(nil)

  package convenience init(lock: any LockReading, images: String) {
    self.init(lock: lock, images: images, patienceMilliseconds: 25_000)
  }

  /// Writes the environment. `patienceMilliseconds`: after that a server that does not answer is asked whether it answers
  /// others; libnotify has its own, which is as long as usual.
  package init(lock: any LockReading, images: String, patienceMilliseconds: UInt32) {
    self.lock = lock
    self.images = images
    self.patienceMilliseconds = patienceMilliseconds
    // Inside what looks like a sandbox libnotify would talk to a portal, which knows no ids.
    setenv("NOTIFY_IGNORE_PORTAL", "1", 1)
    SessionBusVariable.define()
  }

  package func start(reporting: @escaping @Sendable (SinkReport) -> Void) {
    let worker = LibnotifyWorker(
      thread: GLibThread(name: "sink"), lock: lock, images: images, patience: patienceMilliseconds,
      reports: ReportGate(reporting))
    running.withLock { $0 = worker }
  }

  package func perform(_ command: SinkCommand) {
    guard let worker = running.withLock({ $0 }) else { return }
    worker.thread.run { worker.assumeIsolated { $0.perform(command) } }
  }

  package func stop() {
    guard let worker = running.withLock({ $0.take() }) else { return }
    worker.reports.close()
    worker.thread.run { worker.assumeIsolated { $0.shutDown() } }
    worker.thread.stop()
  }
}
