import BusWire
import Delivery
import EventLoop
import Front
import Glibc
import Intake
import NotificationModel

/// Listens to what other programs post to the notification server, for as long as somebody wants that.
final class Shadowing {
  /// So long after the bus has gone it is tried again.
  private static let pauseMilliseconds: Int64 = 5_000

  private let loop: EventLoop
  private let engine: DeliveryEngine
  private let directory: InstalledApps
  private let clock: () -> Moment
  private let addresses: [BusAddress]
  private var watch: FrontWatch?
  private var retryAt: Int64?

  init(
    _ loop: EventLoop, _ engine: DeliveryEngine, _ directory: InstalledApps, _ environment: [String: String],
    clock: @escaping () -> Moment
  ) {
    (self.loop, self.engine, self.directory, self.clock) = (loop, engine, directory, clock)
    addresses = Self.addresses(environment)
  }

  /// Those of the session bus.
  static func addresses(_ environment: [String: String]) -> [BusAddress] {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let named = environment["DBUS_SESSION_BUS_ADDRESS"].map {
      BusAddress.list($0, runtimeDirectory: runtime)
    }
    let usual = runtime.map { BusAddress.path("\($0)/bus") }
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? [usual].compactMap { $0 }
  }

  /// After each transaction: the mode may be another.
  func follow() {
    guard engine.assumeIsolated({ $0.frontMode }) == .watch else {
      if watch != nil || retryAt != nil { stop() }
      return
    }
    if let retryAt, EventLoop.now().uptime < retryAt { return }
    if watch == nil { begin() }
  }

  func stop() {
    watch?.stop()
    watch = nil
    retryAt = nil
  }

  private func begin() {
    retryAt = nil
    do throws(SystemError) {
      watch = try FrontWatch(
        on: addresses, loop, ownProcess: getpid(), directory: directory,
        now: { [clock] in clock().wall },
        told: { [unowned self] in see($0) }, ended: { [unowned self] in failed($0) })
      tell(
        .works, "What other apps post to the notification server is watched; 'bellhop front off' ends that.")
    } catch {
      failed("the session bus cannot be reached: \(error)")
    }
  }

  private func see(_ sight: FrontWatch.Sight) {
    let now = clock()
    engine.assumeIsolated { engine in
      switch sight {
      // What cannot be stored is not watched; whoever asks for the status hears of it.
      case .posted(let post, let isVouchedFor):
        try? engine.watch(post.request, isVouchedFor: isVouchedFor, now: now)
      case .closed(let number): engine.watchedClosed(number, now: now)
      }
    }
  }

  private func failed(_ reason: String) {
    let failed = watch
    watch = nil
    // Not from within a call of its own.
    loop.nextIteration { failed?.stop() }
    tell(.missing, "What other apps post is not watched: \(reason).")
    retryAt = EventLoop.now().uptime + Self.pauseMilliseconds
    loop.setTimer(at: EventLoop.now().uptime + Self.pauseMilliseconds) {}
  }

  private func tell(_ verdict: DesktopFinding.Verdict, _ text: String) {
    engine.assumeIsolated { $0.receive(.finding(DesktopFinding(.front, verdict, text))) }
  }
}
