package import NotificationModel
package import Wording

/// Findings about this desktop, for `bellhop doctor`.
///
/// Invariant: a call never blocks. The notification server is asked in the background, and the caller polls.
final class Diagnosis {
  private enum Stage {
    case idle
    case asking(since: Uptime)
    /// The server has answered since the last call.
    case found
  }

  /// The longest wait for the server's answer.
  private static let patienceMilliseconds: Int64 = 5_000

  private(set) var facts: [DesktopFinding.Subject: DesktopFact] = [:]
  private var stage = Stage.idle

  func found(_ fact: DesktopFact) {
    facts[fact.subject] = fact
    if fact.subject == .server, case .asking = stage { stage = .found }
  }

  /// The subject does not apply any more.
  func forget(_ subject: DesktopFinding.Subject) { facts[subject] = nil }

  /// The fault found about the subject; `nil` if there is none.
  func fault(of subject: DesktopFinding.Subject, _ wording: Wording) -> String? {
    facts[subject].flatMap { $0.verdict == .missing ? wording.finding($0).text : nil }
  }

  enum Step {
    /// The server has to be asked.
    case begins
    case goesOn
    case isOver
  }

  func step(now: Uptime) -> Step {
    switch stage {
    case .idle:
      stage = .asking(since: now)
      // An earlier answer is no answer to this question.
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
  /// Drops the finding about a subject that does not apply any more.
  package func forgetFinding(_ subject: DesktopFinding.Subject) { diagnosis.forget(subject) }

  /// The findings so far, in the order of the subjects, and whether they are complete. The first call asks the server.
  /// The call after the server's answer, or after five seconds without one, is the last.
  package func diagnose(_ wording: Wording = .english, now: Moment) -> (
    findings: [DesktopFinding], isComplete: Bool
  ) {
    let step = diagnosis.step(now: now.uptime)
    if case .begins = step { outbox.add(.desktop(.probeServer)) }
    let isComplete = if case .isOver = step { true } else { false }
    var facts = diagnosis.facts
    if let storageFault {
      facts[.storage] = shortage == nil ? .nothingStored(reason: storageFault.reason) : .noRoom
    }
    return (
      DesktopFinding.Subject.allCases.compactMap { facts[$0] }.map(wording.finding), isComplete
    )
  }
}
