package import NotificationModel

/// What is known of how this desktop serves, for `bellhop doctor`.
///
/// Invariant: it never blocks. The notification server is asked in the background, and the caller polls.
final class Diagnosis {
  private enum Stage {
    case idle
    case asking(since: Uptime)
    /// Since the last look.
    case found
  }

  /// A desktop that has found nothing by then is not waited for any more.
  private static let patienceMilliseconds: Int64 = 5_000

  private(set) var findings: [DesktopFinding.Subject: DesktopFinding] = [:]
  private var stage = Stage.idle

  func found(_ finding: DesktopFinding) {
    findings[finding.subject] = finding
    if finding.subject == .server, case .asking = stage { stage = .found }
  }

  /// There is nothing to be found any more.
  func forget(_ subject: DesktopFinding.Subject) { findings[subject] = nil }

  /// What is wrong with it, where something is.
  func fault(of subject: DesktopFinding.Subject) -> String? {
    findings[subject].flatMap { $0.verdict == .missing ? $0.text : nil }
  }

  enum Step {
    /// The server is to be asked.
    case begins
    case goesOn
    case isOver
  }

  func step(now: Uptime) -> Step {
    switch stage {
    case .idle:
      stage = .asking(since: now)
      // What it said last time is no answer to this.
      findings[.server] = nil
      return .begins
    case .asking(let since) where now < since.advanced(byMilliseconds: Self.patienceMilliseconds):
      return .goesOn
    case .asking, .found:
      if findings[.server] == nil {
        findings[.server] = DesktopFinding(
          .server, .missing, "Nothing was heard from the notification server, nor from the session bus.")
      }
      stage = .idle
      return .isOver
    }
  }
}

extension DeliveryEngine {
  /// Takes back what was found of it: nobody wants to know any more.
  package func forgetFinding(_ subject: DesktopFinding.Subject) { diagnosis.forget(subject) }

  /// What was found so far, in the order of the subjects, and whether that is all. At the first call the
  /// server is asked; a call after its answer, or after five seconds without one, is the last.
  package func diagnose(now: Moment) -> (findings: [DesktopFinding], isComplete: Bool) {
    let step = diagnosis.step(now: now.uptime)
    if case .begins = step { outbox.add(.desktop(.probeServer)) }
    let isComplete = if case .isOver = step { true } else { false }
    var findings = diagnosis.findings
    if let storageFault {
      findings[.storage] = DesktopFinding(
        .storage, .missing, "Nothing can be stored: \(storageFault.reason).",
        remedy: "What apps post is refused until the disk, or the file, is as it should be.")
    }
    return (DesktopFinding.Subject.allCases.compactMap { findings[$0] }, isComplete)
  }
}
