import NotificationModel

/// What the engine is told, handled in order at the end of a transaction.
enum Input: Hashable, Sendable {
  case report(SinkReport)
  case desktop(DesktopReport)
  /// A new configuration, and its text.
  case policy(Policy, text: String)
  /// The person's word on the lock came in a transaction that failed.
  case lock
  /// What triggers were computed from may be otherwise now.
  case reschedule
  /// What held something may be over.
  case review
  /// The person may have turned to another app.
  case attend
  /// Nothing is to be handed over any more.
  case stop

  /// Whether it was told from outside, rather than by the engine itself.
  fileprivate var isFromOutside: Bool {
    switch self {
    case .report, .desktop, .policy: true
    case .lock, .reschedule, .review, .attend, .stop: false
    }
  }

  fileprivate var isPolicy: Bool { if case .policy = self { true } else { false } }
}

/// What was told and is not committed yet.
///
/// Invariant: an input leaves with the commit of what it brought, and with nothing else: a transaction that fails puts
/// it back where it was. However long nothing can be stored, it grows no further than the sink's answers, one for each
/// thing asked, `SinkReport.mostWaiting` signals, some reports of the desktop, and one of each of the others.
final class Inbox {
  private var pending: ArraySlice<Input> = []
  /// Inputs of the open transaction; put back if it fails.
  private var handled: [Input] = []
  /// Reports of one kind from the desktop. The last one says how things are; those between count for what comes
  /// between them.
  private static let mostOfDesktop = 64

  var isEmpty: Bool { pending.isEmpty }
  var hasPolicy: Bool { pending.contains(where: \.isPolicy) }
  func contains(_ input: Input) -> Bool { pending.contains(input) }

  func add(_ report: SinkReport) {
    guard report.isAnswer || pending.count < SinkReport.mostWaiting else { return }
    pending.append(.report(report))
  }

  func add(_ report: DesktopReport) {
    if case .desktop(let last)? = pending.last, report.replaces(last) { pending.removeLast() }
    let alike = pending.indices.filter { index in
      if case .desktop(let other) = pending[index] { report.replaces(other) } else { false }
    }
    if alike.count >= Self.mostOfDesktop, let first = alike.first { pending.remove(at: first) }
    pending.append(.desktop(report))
  }

  /// In the place of one that was not adopted yet.
  func add(_ policy: Policy, text: String) {
    pending.removeAll(where: \.isPolicy)
    pending.append(.policy(policy, text: text))
  }

  func addOnce(_ input: Input) { if !pending.contains(input) { pending.append(input) } }

  func popFirst() -> Input? {
    guard let input = pending.popFirst() else { return nil }
    handled.append(input)
    return input
  }

  func popWhatIsFromOutside() -> [Input] {
    let reports = pending.filter(\.isFromOutside)
    pending.removeAll(where: \.isFromOutside)
    handled += reports
    return reports
  }

  func commit() { handled.removeAll() }

  func rollBack() {
    let later = pending
    pending = handled[...]
    handled.removeAll()
    for input in later {
      if case .policy(let policy, let text) = input {
        add(policy, text: text)
      } else if input.isFromOutside {
        pending.append(input)
      } else {
        addOnce(input)
      }
    }
  }
}

/// What this transaction is to bring about outside.
///
/// Invariant: it comes out after a commit, whole, and goes with what is rolled back.
final class Outbox {
  private var outputs: [Output] = []
  private var changed: Set<NotificationID> = []

  func add(_ output: Output) { outputs.append(output) }
  func noteChange(of id: NotificationID) { changed.insert(id) }
  func noteChanges(of ids: [NotificationID]) { changed.formUnion(ids) }

  func commit() -> [Output] {
    if !changed.isEmpty { outputs.append(.changed(changed)) }
    defer { rollBack() }
    return outputs
  }

  func rollBack() {
    outputs.removeAll(keepingCapacity: true)
    changed.removeAll()
  }
}
