internal import Glibc

/// A moment after which waiting is over; or never.
struct Deadline {
  /// On the monotonic clock; `nil` for never.
  private let end: Duration?

  init(after timeout: Duration?) {
    end = timeout.map { Self.now + $0 }
  }

  /// For `poll`: -1 for ever, rounded up lest a wait ends too early and spins. `nil` when the time is over.
  var pollMilliseconds: Int32? {
    guard let end else { return -1 }
    let (seconds, attoseconds) = (end - Self.now).components
    guard seconds >= 0, attoseconds >= 0, seconds > 0 || attoseconds > 0 else { return nil }
    // Waiting is repeated until the time is over, so a day is as good as a year.
    return Int32(min(seconds, 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
