import Delivery
import EventLoop
import NotificationModel

/// Follows all sources of the screen's lock, and reports their combination.
///
/// Invariant: used on the desktop thread.
final class LockMonitor {
  private let loop: EventLoop
  private let reporting: (DesktopReport) -> Void
  private var combination: LockCombination
  private var reported: ScreenLock?
  private var fact: DesktopFact?
  private var alarm: Delay?
  private let logind: LogindLock
  private let screenSavers: [ScreenSaverLock]
  private let sharing: ScreenShareMonitor
  /// Called with the programs that keep the session from going idle at logind.
  var whenIdleInhibited: ([IdleInhibitor]) -> Void = { _ in }

  init(
    _ variables: @escaping SessionVariables, _ loop: EventLoop, reporting: @escaping (DesktopReport) -> Void
  ) {
    self.loop = loop
    self.reporting = reporting
    combination = LockCombination(now: Self.now)
    // The sources are created before `self` can be used.
    let relay = Relay()
    logind = LogindLock(sessionID: variables("XDG_SESSION_ID")) { relay.monitor?.heard($0) }
    screenSavers = [.freedesktop, .gnome, .cinnamon].map { (source: LockSource) in
      ScreenSaverLock(source.rawValue) { relay.monitor?.heard($0, from: source) }
    }
    sharing = ScreenShareMonitor(variables, loop) { relay.monitor?.heard($0, from: .sharing) }
    relay.monitor = self
  }

  private final class Relay {
    weak var monitor: LockMonitor?
  }

  var onSessionBus: [any BusFollower] { screenSavers }
  var onSystemBus: [any BusFollower] { [logind] }

  func start() {
    sharing.start()
    timePassed()
  }

  /// The alarm may fire early, since its clock includes the time asleep: then it is set again.
  private func timePassed() {
    report()
    let now = Self.now
    alarm = combination.nextChange(after: now).map { next in
      Delay(next - now, loop) { [weak self] in self?.timePassed() }
    }
  }

  /// In milliseconds, without the time asleep: the time limits of lockers count time awake.
  private static var now: Int64 { EventLoop.nanoseconds() / 1_000_000 }

  private func heard(_ heard: LogindLock.Heard) {
    switch heard {
    case .answer(let answer): self.heard(answer, from: .logind)
    case .idle(let isIdle): reporting(.presence(.logind, isIdle.map { $0 ? .away : .here }))
    case .idleInhibited(let isInhibited): reporting(.presence(.logindInhibitor, isInhibited ? .here : nil))
    case .idleInhibitors(let inhibitors): whenIdleInhibited(inhibitors)
    case .sleeps:
      combination.fallsAsleep()
      report()
    case .wakes:
      guard combination.wakes(now: Self.now) else { return }
      logind.ask()
      screenSavers.forEach { $0.ask() }
      timePassed()
    }
  }

  private func heard(_ answer: LockAnswer, from source: LockSource) {
    combination.heard(answer, from: source, now: Self.now)
    timePassed()
  }

  private func report() {
    let lock = combination.lock(now: Self.now)
    if lock != reported {
      reported = lock
      reporting(.lock(lock))
    }
    if lock != .undecided { reportFact() }
  }

  private func reportFact() {
    let fact = combination.fact
    guard fact != self.fact else { return }
    self.fact = fact
    reporting(.finding(fact))
  }
}
