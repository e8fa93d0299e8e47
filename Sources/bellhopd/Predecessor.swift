import EventLoop
import Glibc

/// The daemon before this one. Where the bus has started us, that one has given its name away, and may still be doing
/// what it was asked for before: it is waited for, as whoever called for us waits. Anybody else's second daemon refuses
/// at once, but in a shell that the bus has started, terminal and all: that one waits, too, and refuses then. One that
/// was killed is waited for in any case, where its locks are taken.
struct Predecessor {
  /// Longer than an end in order takes.
  private static let milliseconds: Int64 = 5_000
  private static let pauseMicroseconds: UInt32 = 5_000

  private let deadline: Int64?

  init(_ environment: [String: String]) {
    // Told by the bus to each that it starts (D-Bus Specification, "Message Bus Starting Services").
    deadline = environment["DBUS_STARTER_ADDRESS"].map { _ in EventLoop.now().uptime + Self.milliseconds }
  }

  /// After a pause, whether it may have ended by now. `false` at once where it is not waited for any more.
  func mayHaveEnded() -> Bool {
    guard let deadline, EventLoop.now().uptime < deadline else { return false }
    usleep(Self.pauseMicroseconds)
    return true
  }
}
