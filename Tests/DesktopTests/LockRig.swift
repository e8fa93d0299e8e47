import Delivery
import Desktop
import Locks
import NotificationModel
import TestSupport
import Wording

/// The lock on buses of a test's own, and its reports.
final class LockRig: Sendable {
  let monitor: OwnDesktop
  private let locks = Mutex<[ScreenLock]>([])
  private let findings = Mutex<[DesktopFinding]>([])
  private let presences = Mutex<[PresenceSource: [Presence?]]>([:])

  init(_ variables: [String: String]) throws {
    monitor = try OwnDesktop(variables: { variables[$0] })
    monitor.start { [weak self] report in
      switch report {
      case .lock(let lock): self?.locks.withLock { $0.append(lock) }
      case .presence(let source, let presence):
        self?.presences.withLock { $0[source, default: []].append(presence) }
      case .finding(let fact) where fact.subject == .lock:
        self?.findings.withLock { $0.append(Wording.english.finding(fact)) }
      default: break
      }
    }
  }

  convenience init(session: PrivateBus? = nil, system: PrivateBus? = nil, sessionID: String? = nil) throws {
    var variables = ["DBUS_SYSTEM_BUS_ADDRESS": system?.address ?? "unix:path=/nonexistent"]
    variables["DBUS_SESSION_BUS_ADDRESS"] = session?.address
    variables["XDG_SESSION_ID"] = sessionID
    try self.init(variables)
  }

  deinit { monitor.stop() }

  var reports: [ScreenLock] { locks.withLock { $0 } }
  func presences(_ source: PresenceSource) -> [Presence?] { presences.withLock { $0[source] ?? [] } }
  var finding: DesktopFinding? { findings.withLock { $0.last } }

  func waits(for lock: ScreenLock, within timeout: Duration = testTimeout) async throws {
    try await eventually("\(lock), after \(reports)", within: timeout, holds: { reports.last == lock })
  }
}
