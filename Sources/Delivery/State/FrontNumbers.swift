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

  /// `stored`: what was reserved before.
  init(after stored: UInt32 = first) {
    next = (Self.first...Self.last).contains(stored) ? stored : Self.first
    reserved = next
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
