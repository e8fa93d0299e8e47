/// A failure of the storage: the disk is full or fails, or the file is gone. Everything since the last commit is lost,
/// and no request of that transaction is answered as accepted. Never contains private text.
package struct StorageFault: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// A retry may succeed.
    case failed
    /// The whole file was read and is damaged; the next start sets it aside.
    case damaged
    /// The file was removed, moved or replaced; the next start uses the file in its place.
    case replaced
    /// Transactions that were kept in memory, because the disk had no room, are lost.
    case lost
  }

  package let reason: String
  package let cause: Cause
  package init(_ reason: String, cause: Cause = .failed) {
    self.reason = reason
    self.cause = cause
  }

  /// Whether nothing more can be stored before a restart.
  package var isFinal: Bool { cause != .failed }
}
