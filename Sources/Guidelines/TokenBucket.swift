package import NotificationModel

/// A token bucket: starts full, loses a token with every use, and is refilled evenly. Whole numbers throughout, so that
/// no time is lost to rounding.
package struct TokenBucket: Hashable, Sendable {
  private var millitokens: Int64
  private var filledAt: Uptime
  private let capacity: Int64
  /// Milliseconds in which a thousand tokens come back; at least 1.
  private let interval: Int64

  /// A full bucket. `capacity`: 1 to 8,000,000 tokens. `count` tokens come back in `perMilliseconds`.
  package init(capacity: Int, refill count: Int, perMilliseconds: Int64, now: Uptime) {
    self.capacity = Int64(clamping: max(1, capacity)) * Self.unit
    self.interval = max(1, perMilliseconds * Self.unit / Int64(max(1, count)))
    millitokens = self.capacity
    filledAt = now
  }

  private static let unit: Int64 = 1_000

  package mutating func refill(_ now: Uptime) {
    let elapsed = Int128(max(0, now.milliseconds - filledAt.milliseconds))
    let scale = Int128(Self.unit * Self.unit)
    let gained = elapsed * scale / Int128(interval)
    guard gained > 0 else { return }
    guard gained < Int128(capacity - millitokens) else {
      millitokens = capacity
      filledAt = now
      return
    }
    millitokens += Int64(gained)
    // The remainder of the division is kept for the next refill.
    filledAt = filledAt.advanced(byMilliseconds: Int64(gained * Int128(interval) / scale))
  }

  /// Whether there is no token at this time.
  package func isEmpty(at now: Uptime) -> Bool { !holds(1, at: now) }

  /// Whether there are `count` tokens at this time. `count`: at most 8,000,000.
  package func holds(_ count: Int, at now: Uptime) -> Bool {
    var later = self
    later.refill(now)
    return later.millitokens >= Int64(clamping: count) * Self.unit
  }

  package func isFull(at now: Uptime) -> Bool {
    var later = self
    later.refill(now)
    return later.millitokens == capacity
  }

  package mutating func consume(at now: Uptime) {
    refill(now)
    millitokens = max(0, millitokens - Self.unit)
  }

  /// Milliseconds until there is a token; 0 if there is one.
  package func wait(at now: Uptime) -> Int64 {
    var later = self
    later.refill(now)
    let missing = max(0, Self.unit - later.millitokens)
    let scale = Int128(Self.unit * Self.unit)
    return Int64((Int128(missing) * Int128(interval) + scale - 1) / scale)
  }
}
