public import NotificationModel

/// How fast something may happen: a bucket that starts full, loses one with every use, and is refilled
/// evenly. Whole numbers throughout, so that nothing is lost to rounding.
public struct TokenBucket: Hashable, Sendable {
  private var millitokens: Int64
  private var filledAt: Uptime
  private let capacity: Int64
  /// One token comes back in so many milliseconds; never zero.
  private let interval: Int64

  /// Full. `capacity` from 1 to 2,000,000; `count` tokens come back in `perMilliseconds`.
  public init(capacity: Int, refill count: Int, perMilliseconds: Int64, now: Uptime) {
    self.capacity = Int64(clamping: max(1, capacity)) * Self.unit
    self.interval = max(1, perMilliseconds * Self.unit / Int64(max(1, count)))
    millitokens = self.capacity
    filledAt = now
  }

  private static let unit: Int64 = 1_000

  public mutating func refill(_ now: Uptime) {
    let elapsed = max(0, now.milliseconds - filledAt.milliseconds)
    // After this long the bucket is full whatever it held; the bound keeps the product representable.
    let enough = capacity / Self.unit * interval / Self.unit + 1
    let gained = elapsed >= enough ? capacity : elapsed * Self.unit * Self.unit / interval
    guard gained > 0 else { return }
    millitokens = min(capacity, millitokens + gained)
    filledAt = now
  }

  /// Whether one could be taken at this time.
  public func isEmpty(at now: Uptime) -> Bool {
    var later = self
    later.refill(now)
    return later.millitokens < Self.unit
  }

  public func isFull(at now: Uptime) -> Bool {
    var later = self
    later.refill(now)
    return later.millitokens == capacity
  }

  public mutating func take(at now: Uptime) {
    refill(now)
    millitokens = max(0, millitokens - Self.unit)
  }

  /// Milliseconds until one can be taken; 0 when one can.
  public func wait(at now: Uptime) -> Int64 {
    var later = self
    later.refill(now)
    let missing = max(0, Self.unit - later.millitokens)
    return (missing * interval + Self.unit * Self.unit - 1) / (Self.unit * Self.unit)
  }
}
