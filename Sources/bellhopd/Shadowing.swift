import BusWire
import Delivery
import EventLoop
import Front
import Glibc
import Intake
import NotificationModel
import Retry

/// Runs shadow mode (`[Front] Mode=watch`): observes the notifications that programs post to the server.
final class Shadowing {
  private let loop: EventLoop
  private let engine: DeliveryEngine
  private let directory: InstalledApps
  private let clock: () -> Moment
  private let addresses: [BusAddress]
  private var monitor: ShadowMonitor?
  private var backoff = Backoff(first: 5_000)
  private var retry: Timer?
  /// The fact last reported to the engine; an unchanged one is not reported again.
  private var fact: DesktopFact?
  private var isStopped = false

  init(
    _ loop: EventLoop, _ engine: DeliveryEngine, _ directory: InstalledApps, _ environment: [String: String],
    clock: @escaping () -> Moment
  ) {
    (self.loop, self.engine, self.directory, self.clock) = (loop, engine, directory, clock)
    addresses = BusAddress.session { environment[$0] }
  }

  /// After each transaction: the mode may be another.
  func follow() {
    guard !isStopped else { return }
    guard engine.assumeIsolated({ $0.frontMode }) == .shadow else { return leave() }
    if monitor == nil, retry == nil { begin() }
  }

  /// For good.
  func stop() {
    isStopped = true
    end()
  }

  /// Ends shadow mode.
  private func leave() {
    guard monitor != nil || retry != nil || fact != nil else { return }
    end()
    backoff.reset()
    fact = nil
    engine.assumeIsolated { $0.forgetFinding(.front) }
  }

  private func end() {
    monitor?.stop()
    monitor = nil
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  private func begin() {
    directory.readNames()
    do throws(SystemError) {
      monitor = try ShadowMonitor(
        on: addresses, loop, ownProcess: getpid(), directory: directory, now: clock,
        began: { [unowned self] in began() }, told: { [unowned self] in see($0) },
        ended: { [unowned self] in failed($0) })
    } catch {
      failed("the session bus cannot be reached (\(error))")
    }
  }

  private func began() {
    backoff.reset()
    tell(.watching)
  }

  private func see(_ event: ShadowMonitor.Event) {
    let now = clock()
    engine.assumeIsolated { engine in
      switch event {
      // A post that cannot be stored is left out; `bellhop status` tells of the failure.
      case .posted(let post): try? engine.shadow(post, now: now)
      case .closed(let number): engine.shadowClosed(number)
      case .newServer: engine.shadowServerChanged()
      case .dropped(let count): engine.shadowDropped(count)
      }
    }
  }

  private func failed(_ reason: String) {
    let failed = monitor
    monitor = nil
    // Not from within a call of its own.
    loop.nextIteration { failed?.stop() }
    tell(.notWatching(reason: reason))
    retry = loop.setTimer(at: EventLoop.now().uptime + backoff.next()) { [unowned self] in
      retry = nil
      follow()
    }
  }

  private func tell(_ fact: DesktopFact) {
    guard fact != self.fact else { return }
    self.fact = fact
    engine.assumeIsolated { $0.receive(.finding(fact)) }
  }
}
