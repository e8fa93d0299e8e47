package import Delivery
package import EventLoop
import Locks
import NotificationModel

/// A sink that the daemon can be told to use.
package protocol ChosenSink: Sink {
  /// To be made before any other thread runs. `images`: the directory of the image files that banners name.
  init(lock: any LockReading, images: String)
  /// Called once, before anything else. `loop`: one that nothing blocks. Reports may come from any thread, also before
  /// this returns.
  func start(on loop: EventLoop, reporting: @escaping @Sendable (SinkReport) -> Void)
}

/// Shows banners on the desktop's notification server: through libnotify when the server has its usual name on the
/// session bus, else by a connection of our own.
package final class DesktopSink: ChosenSink {
  package static let name = "libnotify"
  package static let showsOnDesktop = true
  package static var isThere: Bool { LibnotifySink.isThere }
  private let lock: any LockReading
  private let images: String
  private let patienceMilliseconds: Int64
  private let closeMilliseconds: Int64
  private let running = Mutex<Running?>(nil)

  private struct Running {
    let libnotify: LibnotifySink
    let bus: BusSink
    let gate: ReportGate
    var route = ServerRoute.usual
  }

  package convenience init(lock: any LockReading, images: String) {
    self.init(lock: lock, images: images, patienceMilliseconds: 25_000)
  }

  /// `patienceMilliseconds`: after this time a server that has not answered a banner is probed with another question.
  /// libnotify's own timeout is 25 s. `closeMilliseconds`: a banner waits no longer for the answers to closes.
  package init(
    lock: any LockReading, images: String, patienceMilliseconds: Int64, closeMilliseconds: Int64 = 1_000
  ) {
    self.lock = lock
    self.images = images
    self.patienceMilliseconds = patienceMilliseconds
    self.closeMilliseconds = closeMilliseconds
    LibnotifySink.prepareEnvironment()
  }

  package func start(on loop: EventLoop, reporting: @escaping @Sendable (SinkReport) -> Void) {
    let gate = ReportGate(reporting)
    let context = SinkContext(
      lock: lock, images: images, patienceMilliseconds: patienceMilliseconds,
      closeMilliseconds: closeMilliseconds, report: gate.send)
    let started = Running(libnotify: LibnotifySink(context), bus: BusSink(context, loop), gate: gate)
    running.withLock { $0 = started }
  }

  package func perform(_ command: SinkCommand) {
    running.withLock { running in
      guard let current = running else { return }
      if case .route(let route) = command {
        running?.route = route
        current.libnotify.perform(command)
        current.bus.perform(command)
      } else if current.route == .usual {
        current.libnotify.perform(command)
      } else {
        current.bus.perform(command)
      }
    }
  }

  package func stop() {
    guard let current = running.withLock({ $0.take() }) else { return }
    current.gate.close()
    current.bus.stop()
    current.libnotify.stop()
  }
}

/// Shows nothing, so that every notification is held.
package struct NoSink: ChosenSink {
  package static let name = "none"
  package static let showsOnDesktop = false
  /// Only where it is asked for.
  package static let isThere = false

  package init(lock: any LockReading, images: String) {}

  package func start(on loop: EventLoop, reporting: @escaping @Sendable (SinkReport) -> Void) {
    reporting(.presence(.absent(activatable: false)))
  }

  package func perform(_ command: SinkCommand) {}
  package func stop() {}
}

/// Lets reports through until it is closed. Its hearer must not close it from within a report.
final class ReportGate: Sendable {
  private let hearer: Mutex<(@Sendable (SinkReport) -> Void)?>

  init(_ hearer: @escaping @Sendable (SinkReport) -> Void) { self.hearer = Mutex(hearer) }

  @Sendable func send(_ report: SinkReport) { hearer.withLock { $0?(report) } }

  /// Nothing is reported after this returns.
  func close() { hearer.withLock { $0 = nil } }
}
