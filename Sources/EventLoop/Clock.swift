internal import Glibc

extension EventLoop {
  /// Milliseconds since 1970 as the person's clock shows them, and milliseconds since the machine started,
  /// suspended time included, which never jump.
  package static func now() -> (wall: Int64, uptime: Int64) {
    (milliseconds(of: CLOCK_REALTIME), milliseconds(of: CLOCK_BOOTTIME))
  }

  /// Nanoseconds of a clock that never jumps, to measure how long something takes.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func milliseconds(of clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension itimerspec {
  /// An absolute time that is never zero, because zero would disarm: what lies in the past is due at once.
  /// `nil` disarms.
  init(milliseconds: Int64?) {
    self.init()
    guard let milliseconds else { return }
    guard milliseconds > 0 else {
      it_value.tv_nsec = 1
      return
    }
    it_value.tv_sec = Int(milliseconds / 1_000)
    it_value.tv_nsec = Int(milliseconds % 1_000) * 1_000_000
  }
}
