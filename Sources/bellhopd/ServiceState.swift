import CSystemd
import EventLoop
import Glibc

/// What the service manager is told (sd_notify(3)); nothing, where there is none.
struct ServiceState {
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }
  /// Before READY; has the manager wait for ten seconds more, whenever it is called.
  func stillStarting(_ status: String) { tell("EXTEND_TIMEOUT_USEC=10000000\nSTATUS=\(status)") }

  /// The same, once in a second however often it is called.
  func signOfLife(_ status: String) -> () -> Void {
    var next: Int64 = 0
    return {
      let now = EventLoop.now().uptime
      guard now >= next else { return }
      next = now + 1_000
      stillStarting(status)
    }
  }

  func status(_ text: String) { tell("STATUS=\(text)") }
  func stopping() { tell("STOPPING=1") }

  func reloading() {
    tell("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
  }

  /// Sent from the loop, so that a loop that is stuck is noticed; at half the time that the manager gives.
  func keepWatchdogFed() {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return }
    feed(every: Int64(clamping: microseconds / 2_000))
  }

  private func feed(every milliseconds: Int64) {
    tell("WATCHDOG=1")
    let next = EventLoop.now().uptime + max(1, milliseconds)
    loop.setTimer(at: next) { feed(every: milliseconds) }
  }

  private func tell(_ text: String) { sd_notify(0, text) }

  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
