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

  private let outbox: Outbox
  private let passing: PassingBanners

  init(_ passing: PassingBanners, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.passing = passing
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

  private func new() throws -> UInt32 {
    if next >= reserved {
      if next > Self.last - Self.batch { next = Self.first }
      reserved = next + Self.batch
      try store.set(Self.name, to: "\(reserved)")
    }
    defer { next += 1 }
    return next
  }

  /// The number that it is known by from now on: the one that its app names, whatever that is; that of the same thing, if
  /// it is there; else a new one.
  func numbered(_ origin: DesktopOrigin, existing: DesktopOrigin?) throws -> DesktopOrigin {
    areInUse = true
    var numbered = origin
    if numbered.number == 0 { numbered.number = existing?.number ?? 0 }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // Two who posted the same, or changed it, wait for what becomes of it: everybody is told.
    if let existing, existing.number != 0 {
      numbered.isShared = existing.isShared || existing.caller != origin.caller
    }
    return numbered
  }

  private func nextNumber() throws -> UInt32 {
    while true {
      let number = try new()
      // An app may have named it first.
      if try !isTaken(number) { return number }
    }
  }

  private func isTaken(_ number: UInt32) throws -> Bool {
    try passing[number] != nil || store.record(numbered: number) != nil
  }

  /// The person does not want it. Its app is told as by a server that shows nothing, and nothing about what is there.
  func refuse(_ origin: DesktopOrigin) throws -> UInt32 {
    var refused = origin
    if try refused.number == 0 || isTaken(refused.number) { refused.number = try nextNumber() }
    outbox.add(.front(.closed(.undefined), number: refused.number, caller: refused.caller))
    return refused.number
  }
}
