import NotificationModel
package import Records
import Retry
import Store

/// The health of the storage: the fault of this transaction, the run of failures, and erasures still to be done.
///
/// Invariant: after a failed transaction, the next attempt waits as long as the failures have lasted, for at least a
/// second and at most a minute. What is kept in memory (`SQLiteStore.shortage`) is tried to store every two seconds.
final class StorageHealth {
  /// The fault of this transaction, which cannot be committed.
  private(set) var spoiled: StorageFault?
  /// Whether a call of this transaction is only done if it is stored.
  private(set) var owesStorage = false
  /// The fault of the last transaction that had changes to store, or of the last verification.
  private(set) var fault: StorageFault?
  /// The start of the current run of failures. Reports that are handled again count from then.
  private(set) var failingSince: Uptime?
  /// Whether the last transaction is kept in memory, and only its storing waits for the next attempt.
  private(set) var keepsInMemory = false
  private static let keptPause: Int64 = 2_000
  private(set) var retryAt: Uptime?
  /// Whether the database files may have been moved or replaced, so that they are to be verified.
  private(set) var mayHaveChanged = false
  /// Whether the store's log still holds traces of erased text. `logRetryAt`: when erasing them is tried again.
  private(set) var hasErased = false
  private var logRetryAt: Uptime?
  private static let logPause: Int64 = 10_000
  /// Whether the person has deleted text, so the whole database is to be rewritten. `rebuildAt`: when; `nil` means at
  /// the end of this transaction.
  private(set) var isToBeRebuilt = false
  private var rebuildAt: Uptime?
  /// Whether the deletion goes on, as far as is known.
  private var isErasing = false
  /// Milliseconds between the person's deletion and the first attempt, and the first pause between attempts.
  private static let rebuildPause: Int64 = 10_000
  private var rebuildBackoff = Backoff(first: rebuildPause, most: 3_600_000)
  /// The store's key while traces of ended or deleted texts are not erased yet.
  static let traces = "traces"
  /// When the whole database is to be rewritten because texts have ended that are not kept: at most once an hour.
  private var gapsAt: Uptime?
  private var lastRebuilt: Uptime?
  private static let gapsPause: Int64 = 3_600_000
  /// Whether the store has the `traces` key for certain.
  private var hasTracesMarker = false

  func spoil(_ fault: StorageFault) { spoiled = fault }
  func oweStorage() { owesStorage = true }
  func noteExternalChange() { mayHaveChanged = true }

  /// A text has ended that is not kept: its row is overwritten, and the log is emptied after this transaction. The gaps
  /// of the pages follow, if need be by a later process.
  func erased(from store: SQLiteStore, _ now: Uptime) throws(StorageFault) {
    hasErased = true
    let soon = now.advanced(byMilliseconds: Self.rebuildPause)
    gapsAt = gapsAt ?? max(soon, lastRebuilt?.advanced(byMilliseconds: Self.gapsPause) ?? soon)
    guard !hasTracesMarker else { return }
    try store.set(Self.traces, to: "")
    hasTracesMarker = true
  }

  /// The person deletes notifications, and more may follow. The traces are erased when the deletion is over or has been
  /// broken off.
  func beginErasing(_ now: Uptime) {
    resume(now)
    (isErasing, logRetryAt) = (true, nil)
  }
  func finishedErasing() { (rebuildAt, isErasing) = (nil, false) }
  /// An earlier process has left traces.
  func resume(_ now: Uptime) {
    (hasErased, isToBeRebuilt, hasTracesMarker) = (true, true, true)
    rebuildAt = now.advanced(byMilliseconds: Self.rebuildPause)
  }
  /// Whether the end of this transaction erases the traces.
  var erasesTracesNext: Bool { isToBeRebuilt && rebuildAt == nil }

  /// Whether bytes of ended or deleted texts may be left in the database.
  var owesRebuild: Bool { isToBeRebuilt || gapsAt != nil }
  func mayRebuild(_ now: Uptime) -> Bool {
    isToBeRebuilt ? rebuildAt.map { $0 <= now } ?? true : gapsAt.map { $0 <= now } ?? false
  }
  func rebuilt(_ now: Uptime) {
    (isToBeRebuilt, isErasing, rebuildAt, logRetryAt, gapsAt) = (false, false, nil, nil, nil)
    lastRebuilt = now
    // The log still has the old pages.
    hasErased = true
    rebuildBackoff.reset()
  }
  /// Each attempt waits twice as long as the one before, at most an hour.
  func couldNotRebuild(_ now: Uptime) {
    let next = now.advanced(byMilliseconds: rebuildBackoff.next())
    isErasing = false
    if isToBeRebuilt { rebuildAt = next }
    if gapsAt != nil { gapsAt = next }
  }

  func mayEmptyLog(_ now: Uptime) -> Bool {
    hasErased && !erasesStill(now) && logRetryAt.map { $0 <= now } ?? true
  }
  /// Whether a deletion is under way; the log is emptied once, after it.
  private func erasesStill(_ now: Uptime) -> Bool { isErasing && rebuildAt.map { $0 > now } ?? false }
  func emptiedLog() {
    (hasErased, logRetryAt) = (false, nil)
    if !owesRebuild { hasTracesMarker = false }
  }
  func couldNotEmptyLog(_ now: Uptime) { logRetryAt = now.advanced(byMilliseconds: Self.logPause) }

  /// When the log or the rebuild is tried again.
  var tracesRetryAt: Uptime? { [logRetryAt, isToBeRebuilt ? rebuildAt : gapsAt].compactMap { $0 }.min() }

  /// Begins a transaction. Returns whether it is the retry that was due.
  func attempt(now: Uptime) -> Bool {
    let isRetry = retryAt.map { $0 <= now } ?? false
    if isRetry || fault == nil { retryAt = nil }
    return isRetry
  }

  func verified() { mayHaveChanged = false }

  /// `shortage`: why the transaction is kept in memory.
  func committed(something: Bool, shortage: StorageFault?, now: Uptime) {
    failingSince = nil
    owesStorage = false
    keepsInMemory = shortage != nil
    if let shortage {
      fault = shortage
      retryAt = retryAt ?? now.advanced(byMilliseconds: Self.keptPause)
    } else if something {
      (fault, retryAt) = (nil, nil)
    }
  }

  /// The `traces` key may have been part of the transaction: it is stored again.
  func rollBack() { (spoiled, owesStorage, hasTracesMarker) = (nil, false, false) }

  func failed(_ fault: StorageFault, now: Uptime) {
    self.fault = fault
    let since = failingSince ?? now
    failingSince = since
    keepsInMemory = false
    retryAt = now.advanced(byMilliseconds: min(max(now.milliseconds - since.milliseconds, 1_000), 60_000))
  }
}

extension DeliveryEngine {
  /// Runs a body on the engine at once, and throws its error as it is; `assumeIsolated` forgets the error's type. To be
  /// called on the loop's thread alone.
  @inlinable
  package nonisolated func callAsFunction<Value: Sendable, Fault: Error>(
    _ body: (isolated DeliveryEngine) throws(Fault) -> Value
  ) throws(Fault) -> Value {
    do {
      return try assumeIsolated(body)
    } catch let fault as Fault {
      throw fault
    } catch {
      preconditionFailure("the body throws its own errors alone")
    }
  }
}

// Storage faults in the engine: a failed write spoils the whole transaction, a failed read its call alone. Moved or
// replaced database files are verified before the transaction ends.

extension DeliveryEngine {
  /// Runs one call: a storage fault spoils the whole transaction, a refusal only this call. `inMemory`: whether the call
  /// is done also while transactions are kept in memory; other calls are refused meanwhile.
  func call<T>(inMemory: Bool = false, _ body: () throws -> T) throws(Refusal) -> T {
    entries.forgetRecentJudgement()
    return try query {
      do {
        if !inMemory { try requireRoom() }
        return try body()
      } catch let fault as StorageFault {
        health.spoil(fault)
        throw fault
      }
    }
  }

  private func requireRoom() throws {
    try store.begin()
    if let shortage = store.shortage { throw Refusal.notStored(shortage.reason) }
    health.oweStorage()
  }

  /// Runs a read, inside a transaction or outside: a storage fault refuses only this read.
  func query<T>(_ body: () throws -> T) throws(Refusal) -> T {
    do {
      return try body()
    } catch let refusal as Refusal {
      throw refusal
    } catch let storage as StorageFault {
      throw .notStored(storage.reason)
    } catch {
      throw .notStored("unexpected failure")
    }
  }

  /// The fault of the last transaction that had changes to store, or of the last verification.
  package var storageFault: StorageFault? { health.fault }

  /// Why transactions are kept in memory.
  package var shortage: StorageFault? { store.shortage }

  /// Whether this transaction is stored, or fails, so that a caller may be told that its change is stored.
  package func isStoredOrFails() -> Bool {
    guard store.shortage == nil else { return false }
    health.oweStorage()
    return true
  }

  /// The database files may have been moved or replaced; they are verified before the transaction ends.
  package func storageChanged() { health.noteExternalChange() }

  /// Another process wrote to the database file, so the store checks it for damage.
  package func storageWritten() { store.doubt() }

  func verifyIfChanged() throws {
    guard health.mayHaveChanged else { return }
    try store.verify()
    health.verified()
  }

  /// Erases the traces after the transaction is done. A failure is tried again, also by a later process.
  func eraseTraces(_ now: Moment) {
    if health.mayRebuild(now.uptime) {
      do {
        try store.rebuild()
        health.rebuilt(now.uptime)
      } catch { health.couldNotRebuild(now.uptime) }
    }
    // The log is emptied even if the database could not be written anew.
    guard health.mayEmptyLog(now.uptime) else { return }
    do {
      try store.eraseTraces()
      if !health.owesRebuild, try store.value(StorageHealth.traces) != nil {
        try store.set(StorageHealth.traces, to: nil)
        try store.commit()
      }
      health.emptiedLog()
    } catch {
      store.rollback()
      health.couldNotEmptyLog(now.uptime)
    }
  }

  /// Writes a value to learn whether storing works again, because no other write may be due.
  func probeStorage(_ now: Moment) throws {
    if health.fault != nil { try store.set("storageTried", to: "\(now.wall.milliseconds)") }
  }
}
