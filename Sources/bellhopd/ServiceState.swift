import EventLoop
import Glibc

/// What the service manager is told; nothing, where there is none.
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
    guard let microseconds = ServiceManagerSocket.watchdogMicroseconds else { return }
    feed(every: microseconds / 2_000)
  }

  private func feed(every milliseconds: Int64) {
    tell("WATCHDOG=1")
    let next = EventLoop.now().uptime + max(1, milliseconds)
    loop.setTimer(at: next) { feed(every: milliseconds) }
  }

  private func tell(_ text: String) { ServiceManagerSocket.tell(text) }

  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
