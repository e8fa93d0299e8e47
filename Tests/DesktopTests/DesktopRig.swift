import Delivery
import Desktop
import EventLoop
import Locks
import NotificationModel
import TestSupport
import Wording

/// A desktop monitor on a thread of its own, which ends with it.
final class OwnDesktop: Sendable {
  private let monitor: DesktopMonitor
  private let thread: LoopThread

  init(
    variables: @escaping SessionVariables, idleMilliseconds: UInt32 = Presence.milliseconds,
    bellhop: [String] = ["bellhop"]
  ) throws {
    monitor = DesktopMonitor(variables: variables, idleMilliseconds: idleMilliseconds, bellhop: bellhop)
    thread = try LoopThread(name: "desktop")
  }

  func start(
    reporting: @escaping @Sendable (DesktopReport) -> Void,
    missingBus: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    monitor.start(on: thread, reporting: reporting, missingBus: missingBus)
  }

  func perform(_ command: DesktopCommand) { monitor.perform(command) }

  func stop() {
    monitor.stop()
    thread.stop()
  }
}

/// The desktop on a bus, and its reports.
final class DesktopRig: Sendable {
  let monitor: OwnDesktop
  private let heard = Mutex<[DesktopFinding]>([])

  init(_ variables: [String: String]) throws {
    monitor = try OwnDesktop(variables: { variables[$0] })
    monitor.start { [weak self] report in
      guard case .finding(let fact) = report else { return }
      self?.heard.withLock { $0.append(Wording.english.finding(fact)) }
    }
  }

  convenience init(on bus: PrivateBus) throws { try self.init(["DBUS_SESSION_BUS_ADDRESS": bus.address]) }

  deinit { monitor.stop() }

  func findings(_ subject: DesktopFinding.Subject) -> [DesktopFinding] {
    heard.withLock { $0.filter { $0.subject == subject } }
  }

  func waits(for verdict: DesktopFinding.Verdict, about subject: DesktopFinding.Subject) async throws {
    try await eventually("\(subject) \(verdict)", holds: { findings(subject).last?.verdict == verdict })
  }
}
