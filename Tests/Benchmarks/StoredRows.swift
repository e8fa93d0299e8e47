/// Throughput with many stored notifications, compared with few.
struct StoredRows {
  private static let barRatio = 0.9

  let options: Options
  let daemon: DaemonUnderTest
  /// Posts a second with few stored notifications.
  let emptyRate: Double

  func measure(_ report: inout Report) throws {
    // Stored by another app, since one app may not have a million unread ones.
    _ = try daemon.connection(of: "org.example.Stored").post(options.stored, inFlight: Benchmark.inFlight)
    let connection = try daemon.connection()
    let rates = try (0..<options.rounds).map { _ in
      try connection.post(options.posts, inFlight: Benchmark.inFlight)
    }
    report.add("64 in flight, \(options.stored) stored", rates.median, "posts/s", digits: 0)
    report.add("stored / little stored", rates.median / emptyRate, digits: 2, .atLeast(Self.barRatio))
    let singles = try connection.postSingly(options.singles)
    report.add("one at a time, \(options.stored) stored", singles.median * 1_000, "ms", digits: 3)
    report.add("memory with \(options.stored) stored", try daemon.residentMemory(), "MiB", digits: 1)
  }
}
