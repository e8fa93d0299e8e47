package import NotificationModel
package import Wording

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

  private(set) var facts: [DesktopFinding.Subject: DesktopFact] = [:]
  private var stage = Stage.idle

  func found(_ fact: DesktopFact) {
    facts[fact.subject] = fact
    if fact.subject == .server, case .asking = stage { stage = .found }
  }

  /// There is nothing to be found any more.
  func forget(_ subject: DesktopFinding.Subject) { facts[subject] = nil }

  /// What is wrong with it, where something is.
  func fault(of subject: DesktopFinding.Subject, _ wording: Wording) -> String? {
    facts[subject].flatMap { $0.verdict == .missing ? wording.finding($0).text : nil }
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
      facts[.server] = nil
      return .begins
    case .asking(let since) where now < since.advanced(byMilliseconds: Self.patienceMilliseconds):
      return .goesOn
    case .asking, .found:
      if facts[.server] == nil { facts[.server] = .nothingHeardOfServer }
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
  package func diagnose(_ wording: Wording = .english, now: Moment) -> (
    findings: [DesktopFinding], isComplete: Bool
  ) {
    let step = diagnosis.step(now: now.uptime)
    if case .begins = step { outbox.add(.desktop(.probeServer)) }
    let isComplete = if case .isOver = step { true } else { false }
    var facts = diagnosis.facts
    if let storageFault { facts[.storage] = .nothingStored(reason: storageFault.reason) }
    return (
      DesktopFinding.Subject.allCases.compactMap { facts[$0] }.map(wording.finding), isComplete
    )
  }
}
