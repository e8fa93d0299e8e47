import EventLoop
import Glibc

/// Reports the daemon's state to the service manager (sd_notify(3)); does nothing without one.
struct ServiceState {
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }
  /// Before READY; has the manager wait for ten seconds more, whenever it is called.
  func stillStarting(_ status: String) { tell("EXTEND_TIMEOUT_USEC=10000000\nSTATUS=\(status)") }

  /// Returns a function that does the same, at most once in a second.
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

  /// Sent from the loop, so that a loop that is stuck is noticed; at half the time that the manager gives. While a
  /// caller waits for longer than that, nothing is sent, and the next look is a second later.
  /// `longestWait`: milliseconds.
  func keepWatchdogFed(longestWait: @escaping () -> Int64) {
    guard let microseconds = ServiceManagerSocket.watchdogMicroseconds else { return }
    feed(every: max(1, microseconds / 2_000), longestWait)
  }

  private func feed(every milliseconds: Int64, _ longestWait: @escaping () -> Int64) {
    let isServing = longestWait() <= milliseconds
    if isServing { tell("WATCHDOG=1") }
    let next = EventLoop.now().uptime + (isServing ? milliseconds : min(1_000, milliseconds))
    loop.setTimer(at: next) { feed(every: milliseconds, longestWait) }
  }

  private func tell(_ text: String) { ServiceManagerSocket.tell(text) }

  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

/// The daemon before this one. If the bus has started this process, the earlier daemon has released its name and may
/// still be finishing calls: this process waits for its end, as the caller at the bus does. A second daemon that a
/// person starts refuses at once; one started from a shell that the bus has started waits first, and then refuses. The
/// locks of a killed daemon are waited for in any case.
struct PreviousInstance {
  /// Longer than an end in order takes.
  private static let milliseconds: Int64 = 5_000
  private static let pauseMilliseconds: Int64 = 5

  private let deadline: Int64?
  private let signals: HeldSignals

  init(_ environment: [String: String], _ signals: HeldSignals) {
    self.signals = signals
    // Told by the bus to each that it starts (D-Bus Specification, "Message Bus Starting Services").
    deadline = environment["DBUS_STARTER_ADDRESS"].map { _ in EventLoop.now().uptime + Self.milliseconds }
  }

  /// After a pause, whether it may have ended by now. `false` at once where it is not waited for any more.
  func mayHaveEnded() -> Bool {
    guard let deadline, EventLoop.now().uptime < deadline else { return false }
    Process.endIfTold(signals, within: Self.pauseMilliseconds)
    return true
  }
}
