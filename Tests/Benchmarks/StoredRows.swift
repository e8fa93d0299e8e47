/// Whether posts slow down with what is stored.
struct StoredRows {
  private static let barRatio = 0.75

  let options: Options
  let daemon: DaemonUnderTest
  /// Posts a second with little stored.
  let emptyRate: Double

  func measure(_ report: inout Report) throws {
    let connection = try daemon.connection()
    _ = try connection.post(options.stored, inFlight: Benchmark.inFlight)
    let rates = try (0..<options.rounds).map { _ in
      try connection.post(options.posts, inFlight: Benchmark.inFlight)
    }
    report.note("64 in flight, \(options.stored) stored", "\(rates.median.text(0)) posts/s")
    let ratio = rates.median / emptyRate
    report.judge("stored / little stored", ratio.text(2), bar: "at least 0.75", holds: ratio >= Self.barRatio)
    let singles = try connection.postSingly(options.singles)
    report.note("one at a time, \(options.stored) stored", "\((singles.median * 1_000).text(3)) ms")
    report.note("memory with \(options.stored) stored", "\(try daemon.residentMemory().text(1)) MiB")
  }
}
