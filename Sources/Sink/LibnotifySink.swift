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
  private let running = Mutex<LibnotifyWorker?>(nil)

  /// Writes the environment.
  package init(lock: any LockReading, images: String) {
    self.lock = lock
    self.images = images
    // Inside what looks like a sandbox libnotify would talk to a portal, which knows no ids.
    setenv("NOTIFY_IGNORE_PORTAL", "1", 1)
  }

  package func start(reporting: @escaping @Sendable (SinkReport) -> Void) {
    let worker = LibnotifyWorker(
      thread: GLibThread(name: "sink"), lock: lock, images: images, reports: ReportGate(reporting))
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
