import NotificationModel
import Store

/// The store, the inbox, the outbox and the share of work of one iteration. Every owner of state has it.
///
/// Invariant: after a rollback, every `Transacted` value is as the last commit left it.
final class Transaction {
  let store: SQLiteStore
  let inbox = Inbox()
  let outbox = Outbox()
  let share: WorkShare
  let health = StorageHealth()
  /// Members of every transaction, and values that this one has changed so far.
  private var members: [any Revertible] = []
  fileprivate var changed: [any Revertible] = []

  init(_ store: SQLiteStore, rowsPerTransaction: Int) {
    self.store = store
    share = WorkShare(rowsPerTransaction)
  }

  func add(_ member: any Revertible) { members.append(member) }

  func commit() {
    for member in members { member.commit() }
    for value in changed { value.commit() }
    changed.removeAll(keepingCapacity: true)
  }

  func rollBack() {
    store.rollback()
    for member in members { member.rollBack() }
    for value in changed { value.rollBack() }
    changed.removeAll(keepingCapacity: true)
    inbox.rollBack()
    outbox.rollBack()
    health.rollBack()
  }
}

/// State that takes part in transactions: a commit keeps its changes, a rollback reverts them.
protocol Revertible: AnyObject {
  func commit()
  func rollBack()
}

/// A value that a rollback reverts to its last commit. Private to the type that changes it.
@propertyWrapper
final class Transacted<Value>: Revertible {
  private unowned let transaction: Transaction
  private var present: Value
  private var committed: Value
  private var isChanged = false

  /// Accessed in place, because it may be large and is read at every step.
  var wrappedValue: Value {
    _read { yield present }
    _modify {
      if !isChanged {
        isChanged = true
        transaction.changed.append(self)
      }
      yield &present
    }
  }

  init(_ value: Value, in transaction: Transaction) {
    self.transaction = transaction
    present = value
    committed = value
  }

  func commit() {
    committed = present
    isChanged = false
  }

  func rollBack() {
    present = committed
    isChanged = false
  }
}

/// How many rows a transaction may still change of the engine's own accord.
final class WorkShare {
  let whole: Int
  private(set) var left: Int
  /// Whether work was left undone because the share was used up.
  private(set) var leavesWork = false

  init(_ rows: Int) {
    whole = rows
    left = rows
  }

  var isUsedUp: Bool { left == 0 }
  func use(_ rows: Int) { left = max(0, left - rows) }
  func leaveWork() { leavesWork = true }
  /// Refills the share for work that must not be split.
  func refill() { left = max(left, whole) }
  /// Sets another share for a while; returns the present one, to be put back.
  func exchange(for rows: Int) -> Int {
    defer { left = rows }
    return left
  }
  /// The work left undone is done by this transaction.
  func begin() { leavesWork = false }
  func end() { left = whole }
}

/// Inputs of the engine, handled in order at the end of a transaction.
enum Input: Hashable, Sendable {
  case report(SinkReport)
  case desktop(DesktopReport)
  /// A new configuration, and its text.
  case policy(Policy, text: String)
  /// The person's lock is to be stored, because the transaction with the call failed.
  case storeLock
  /// Clocks or time zones may have changed, so due times are computed anew.
  case reschedule
  /// A hold may have ended.
  case reviewHeld
  /// Another app may be in the foreground.
  case foregroundChanged
  /// Commands that waited for an answer have ended.
  case answersUnheard
  /// No more banners are handed over.
  case stop

  /// Whether the input is from outside, rather than from the engine itself.
  fileprivate var isFromOutside: Bool {
    switch self {
    case .report, .desktop, .policy: true
    case .storeLock, .reschedule, .reviewHeld, .foregroundChanged, .answersUnheard, .stop: false
    }
  }

  fileprivate var isPolicy: Bool { if case .policy = self { true } else { false } }
}

/// Inputs that are not committed yet.
///
/// Invariant: an input leaves with the commit of its effects; a failed transaction puts it back in its place. Bounded
/// even while storing fails: one answer of the sink for each request, `SinkReport.mostWaiting` signals, some reports of
/// the desktop, and one of each other input.
final class Inbox {
  private var pending: ArraySlice<Input> = []
  /// Inputs of the open transaction; a rollback puts them back.
  private var handled: [Input] = []
  /// The most waiting desktop reports of one kind. The last one gives the present state; the earlier ones matter only
  /// for inputs between them.
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

  /// Replaces a configuration that was not adopted yet.
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

  func popReports() -> [Input] {
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

/// The outputs of this transaction.
///
/// Invariant: they leave after its commit, all of them, and a rollback drops them.
final class Outbox {
  private var outputs: [Output] = []
  private var changed: Set<NotificationID> = []

  func add(_ output: Output) { outputs.append(output) }
  /// The banners that the server is to close.
  var closings: [BannerHandle] {
    outputs.compactMap { if case .sink(.close(let handle)) = $0 { handle } else { nil } }
  }
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
