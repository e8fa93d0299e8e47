/// The same posts with `Durability=crash`, so that a commit does not wait for the disk.
struct CrashDurability {
  let options: Options

  func measure(_ report: inout Report) throws {
    let daemon = try DaemonUnderTest(durability: "crash")
    let connection = try daemon.connection()
    let rates = try (0..<options.rounds).map { _ in
      try connection.post(options.posts, inFlight: Benchmark.inFlight)
    }
    let singles = try connection.postSingly(options.singles)
    report.add("crash: 64 in flight", rates.median, "posts/s", digits: 0)
    report.add("crash: one at a time, median", singles.median * 1_000, "ms", digits: 3)
    report.add("crash: one at a time, 99th percentile", singles.percentile(0.99) * 1_000, "ms", digits: 3)
  }
}
