/// The store, the inbox, the outbox and the share of work of one iteration: every owner of state has it.
///
/// Invariant: after a rollback every `Transacted` value is as the last commit left it.
final class Transaction {
  let store: any RecordStore
  let inbox = Inbox()
  let outbox = Outbox()
  let share: WorkShare
  let health = StorageHealth()
  /// Those that take part in each transaction, and the values that this one has changed so far.
  private var members: [any Revertible] = []
  fileprivate var changed: [any Revertible] = []

  init(_ store: any RecordStore, rowsPerTransaction: Int) {
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

/// State that takes part in transactions: a commit keeps it, a rollback leads it back to the last commit.
protocol Revertible: AnyObject {
  func commit()
  func rollBack()
}

/// A value that a transaction changes, and that a rollback leads back to its last commit. Private to the one type that
/// changes it.
@propertyWrapper
final class Transacted<Value>: Revertible {
  private unowned let transaction: Transaction
  private var present: Value
  private var committed: Value
  private var isChanged = false

  /// Accessed in place: it may be large, and is read at every step.
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
  /// Whether something was left undone for want of it.
  private(set) var leavesWork = false

  init(_ rows: Int) {
    whole = rows
    left = rows
  }

  var isUsedUp: Bool { left == 0 }
  func use(_ rows: Int) { left = max(0, left - rows) }
  func leaveWork() { leavesWork = true }
  /// For what has to be whole, however much it is.
  func refill() { left = max(left, whole) }
  /// Another share for a while; returns this one, to be put back.
  func exchange(for rows: Int) -> Int {
    defer { left = rows }
    return left
  }
  /// What was left undone is seen to now.
  func begin() { leavesWork = false }
  func end() { left = whole }
}
