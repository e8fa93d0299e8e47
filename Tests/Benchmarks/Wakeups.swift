import Glibc
import TestSupport

/// Wake-ups of the idle daemon with 100 subscribers and both buses, without systemd's watchdog.
struct Wakeups {
  private static let subscribers = 100
  private static let seconds: UInt32 = 10

  func measure(_ report: inout Report) async throws {
    let bus = try await PrivateBus()
    let daemon = try DaemonUnderTest(durability: "power", bus: bus)
    let connections = try (0..<Self.subscribers).map { number in
      let connection = try daemon.connection()
      try connection.call(
        #"{"method":"io.bellhop.Notifications.Subscribe","parameters":{"app":"org.example.A\#(number)"},"more":true}"#
      )
      return connection
    }
    // The desktop monitors search for the desktop at ever longer intervals.
    sleep(5)
    let before = try switches(of: daemon.pid)
    sleep(Self.seconds)
    let woken = try switches(of: daemon.pid) - before
    withExtendedLifetime(connections) {}
    report.add(
      "wake-ups with 100 subscribers and nothing to do", woken * 60 / Double(Self.seconds), "a minute",
      digits: 0,
      .atMost(0))
    try await daemon.stop()
  }

  /// Voluntary context switches of all threads: one for each wake-up.
  private func switches(of process: Int32) throws -> Double {
    let tasks = "/proc/\(process)/task"
    let names = fileNames(in: tasks)
    guard !names.isEmpty else { throw Unmeasurable("process \(process) is gone") }
    var sum = 0.0
    for name in names {
      guard let status = try? readFile("\(tasks)/\(name)/status") else { continue }
      for line in String(decoding: status, as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        sum += line.split(whereSeparator: \.isWhitespace).last.flatMap { Double($0) } ?? 0
      }
    }
    return sum
  }
}
