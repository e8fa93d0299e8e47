import NotificationModel

/// Numbers by which the apps of the desktop's own interface know their notifications.
///
/// Invariant: none is given twice, also not after a restart: all that were given are below `reserved`, which is stored.
struct FrontNumbers {
  /// Servers count from 1: a number of ours, taken to one of them, hits no banner of its own there.
  static let first: UInt32 = 1_000_001
  /// notify-send prints it as a signed number.
  private static let last = UInt32(Int32.max)
  /// So many are reserved with one write.
  private static let batch: UInt32 = 256

  private var next = first
  private(set) var reserved = first
  /// Whether anything may have one; on most computers nothing ever has.
  private var areInUse: Bool
  /// Whose banner has gone in this transaction.
  private var bannerless: Set<NotificationID> = []

  /// `stored`: what was reserved before. `areInUse`: whether something that is stored has one.
  init(after stored: UInt32 = first, areInUse: Bool = false) {
    self.areInUse = areInUse
    next = (Self.first...Self.last).contains(stored) ? stored : Self.first
    reserved = next
  }

  mutating func use() { areInUse = true }

  mutating func bannerGone(_ id: NotificationID) { if areInUse { bannerless.insert(id) } }

  /// In the order in which they came.
  mutating func takeBannerless() -> [NotificationID] {
    defer { bannerless = [] }
    return bannerless.sorted()
  }

  var isUsedUp: Bool { next >= reserved }

  mutating func reserve() {
    if next > Self.last - Self.batch { next = Self.first }
    reserved = next + Self.batch
  }

  mutating func take() -> UInt32 {
    defer { next += 1 }
    return next
  }
}
