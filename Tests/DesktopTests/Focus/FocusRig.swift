import Delivery
import Desktop
import Locks
import NotificationModel
import TestSupport
import Wording

/// A monitor on a desktop, and when it reported which app in front.
final class FocusRig: Sendable {
  struct Report: Sendable {
    let focus: DesktopFocus
    let time: ContinuousClock.Instant
  }

  private let monitor: OwnDesktop
  private let heard = Mutex<(reports: [Report], findings: [DesktopFinding])>(([], []))
  private let fullScreens = Mutex<[FullScreenWindow?]>([])

  init(_ variables: [String: String]) throws {
    monitor = try OwnDesktop(variables: { variables[$0] })
    monitor.start { [weak self] report in
      let now = ContinuousClock.now
      switch report {
      case .focus(let focus, _): self?.heard.withLock { $0.reports.append(Report(focus: focus, time: now)) }
      case .fullScreen(let window): self?.fullScreens.withLock { $0.append(window) }
      case .finding(let fact) where fact.subject == .focus:
        self?.heard.withLock { $0.findings.append(Wording.english.finding(fact)) }
      default: break
      }
    }
  }

  deinit { monitor.stop() }

  var last: Report? { heard.withLock { $0.reports.last } }
  var finding: DesktopFinding? { heard.withLock { $0.findings.last } }

  var fullScreen: FullScreenWindow? { fullScreens.withLock { $0.last ?? nil } }

  /// `inhibitsIdle`: `nil` waits for a screen that no window fills.
  func waits(forFullScreen inhibitsIdle: Bool?) async throws {
    try await eventually(
      "\(String(describing: inhibitsIdle)), after \(String(describing: fullScreen))",
      holds: { fullScreen?.inhibitsIdle == inhibitsIdle })
  }

  func isInFront(_ name: String) -> Bool {
    guard case .apps(let apps)? = last?.focus else { return false }
    return apps.contains { $0.text == name }
  }

  func waits(for name: String) async throws {
    try await eventually("\(name) in front", holds: { isInFront(name) })
  }

  func waits(for focus: DesktopFocus) async throws {
    try await eventually("\(focus)", holds: { last?.focus == focus })
  }

  func waits(for verdict: DesktopFinding.Verdict) async throws {
    try await eventually("\(verdict)", holds: { finding?.verdict == verdict })
  }
}
