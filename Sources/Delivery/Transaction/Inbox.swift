import NotificationModel

/// What the engine is told, handled in order at the end of a transaction.
enum Input: Hashable, Sendable {
  case report(SinkReport)
  case desktop(DesktopReport)
  /// A new configuration, and its text.
  case policy(Policy, text: String)
  /// The screen was locked in a transaction that failed.
  case lock
  /// What triggers were computed from may be otherwise now.
  case reschedule
  /// What held something may be over.
  case review
  /// Nothing is to be handed over any more.
  case stop

  /// Whether it was told from outside, rather than by the engine itself.
  fileprivate var isFromOutside: Bool {
    switch self {
    case .report, .desktop, .policy: true
    case .lock, .reschedule, .review, .stop: false
    }
  }

  fileprivate var isPolicy: Bool { if case .policy = self { true } else { false } }
}

/// What was told and is not committed yet.
///
/// Invariant: an input leaves with the commit of what it brought, and with nothing else: a transaction that fails puts
/// it back where it was. However long nothing can be stored, it grows no further than the sink's answers, one for each
/// thing asked, `SinkReport.mostWaiting` signals, and one of each of the others.
final class Inbox {
  private var pending: [Input] = []
  /// By the calls of this transaction, or by its end.
  private var takenUp: [Input] = []

  var isEmpty: Bool { pending.isEmpty }
  var hasPolicy: Bool { pending.contains(where: \.isPolicy) }
  func contains(_ input: Input) -> Bool { pending.contains(input) }

  func add(_ report: SinkReport) {
    guard report.isAnswer || pending.count < SinkReport.mostWaiting else { return }
    pending.append(.report(report))
  }

  func add(_ report: DesktopReport) {
    if case .desktop(let last)? = pending.last, report.replaces(last) { pending.removeLast() }
    pending.append(.desktop(report))
  }

  /// In the place of one that was not adopted yet.
  func add(_ policy: Policy, text: String) {
    pending.removeAll(where: \.isPolicy)
    pending.append(.policy(policy, text: text))
  }

  func addOnce(_ input: Input) { if !pending.contains(input) { pending.append(input) } }
  func remove(_ input: Input) { pending.removeAll { $0 == input } }

  func takeAll() -> [Input] {
    defer { pending.removeAll() }
    takenUp += pending
    return pending
  }

  func takeWhatIsFromOutside() -> [Input] {
    let reports = pending.filter(\.isFromOutside)
    pending.removeAll(where: \.isFromOutside)
    takenUp += reports
    return reports
  }

  func commit() { takenUp.removeAll() }

  func rollBack() {
    let later = pending
    pending = takenUp
    takenUp.removeAll()
    for input in later where input.isFromOutside || !pending.contains(input) { pending.append(input) }
  }
}
