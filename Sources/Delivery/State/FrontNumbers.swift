import NotificationModel

/// Numbers by which the apps of the desktop's own interface know their notifications.
///
/// Invariant: none is given twice, also not after a restart: all that were given are below `reserved`, which is stored.
final class FrontNumbers {
  /// By which the store knows the first number that was never given.
  private static let name = "frontNumber"
  /// Servers count from 1: a number of ours, taken to one of them, hits no banner of its own there.
  static let first: UInt32 = 1_000_001
  /// notify-send prints it as a signed number.
  private static let last = UInt32(Int32.max)
  /// So many are reserved with one write.
  private static let batch: UInt32 = 256

  private let store: any RecordStore
  @Transacted private var next: UInt32
  @Transacted private var reserved: UInt32
  /// Whether anything may have one; on most computers nothing ever has.
  @Transacted private(set) var areInUse: Bool

  init(in transaction: Transaction) {
    store = transaction.store
    _next = Transacted(Self.first, in: transaction)
    _reserved = Transacted(Self.first, in: transaction)
    _areInUse = Transacted(false, in: transaction)
  }

  func recover() throws {
    let stored = try store.value(Self.name).flatMap { UInt32($0) } ?? Self.first
    next = (Self.first...Self.last).contains(stored) ? stored : Self.first
    reserved = next
    areInUse = try !store.numberedRecords(limit: 1).isEmpty
  }

  func use() { areInUse = true }

  func new() throws -> UInt32 {
    if next >= reserved {
      if next > Self.last - Self.batch { next = Self.first }
      reserved = next + Self.batch
      try store.set(Self.name, to: "\(reserved)")
    }
    defer { next += 1 }
    return next
  }
}
