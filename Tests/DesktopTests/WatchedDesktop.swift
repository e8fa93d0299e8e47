import Delivery
import Desktop
import NotificationModel
import Synchronization
import TestSupport
import Wording

/// A watch on a bus, and what it has found.
final class WatchedDesktop: Sendable {
  let watch: DesktopWatch
  private let heard = Mutex<[DesktopFinding]>([])

  init(_ variables: [String: String]) {
    watch = DesktopWatch(variables: { variables[$0] })
    watch.start { [weak self] report in
      guard case .finding(let fact) = report else { return }
      self?.heard.withLock { $0.append(Wording.english.finding(fact)) }
    }
  }

  convenience init(on bus: PrivateBus) { self.init(["DBUS_SESSION_BUS_ADDRESS": bus.address]) }

  deinit { watch.stop() }

  func findings(_ subject: DesktopFinding.Subject) -> [DesktopFinding] {
    heard.withLock { $0.filter { $0.subject == subject } }
  }

  func waits(for verdict: DesktopFinding.Verdict, about subject: DesktopFinding.Subject) async throws {
    try await eventually("\(subject) \(verdict)", holds: { findings(subject).last?.verdict == verdict })
  }
}
