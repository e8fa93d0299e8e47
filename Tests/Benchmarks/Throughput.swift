/// Posts a second with 64 in flight, and the processor time of a post.
struct Throughput {
  private static let barOfBare = 0.65
  private static let barOfLimit = 0.35
  /// The longest time for a post of the limit server; a slower one proves nothing.
  private static let barMicroseconds = 15.0

  let options: Options
  let contestants: Contestants

  /// Returns the daemon's posts a second.
  func measure(_ report: inout Report) throws -> Double {
    let before = try contestants.daemon.processorSeconds()
    let rates = try contestants.inTurn(options.rounds) {
      try $0.post(options.posts, inFlight: Benchmark.inFlight)
    }
    let spent = try contestants.daemon.processorSeconds() - before
    let (ours, bare, limit) = (rates.ours.median, rates.bare.median, rates.limit.median)
    report.add("64 in flight", ours, "posts/s", digits: 0)
    report.add("64 in flight, bare server", bare, "posts/s", digits: 0)
    report.add("64 in flight, limit", limit, "posts/s", digits: 0)
    report.add(
      "64 in flight / bare server", ratio(rates.ours, rates.bare), digits: 2, .atLeast(Self.barOfBare))
    report.add("64 in flight / limit", ratio(rates.ours, rates.limit), digits: 2, .atLeast(Self.barOfLimit))
    report.add(
      "64 in flight, processor time a post", spent / Double(options.rounds * options.posts) * 1e6, "µs",
      digits: 1
    )
    try judgeLimit(&report)
    return ours
  }

  /// The ratio within each round, since the disk's speed changes between rounds.
  private func ratio(_ ours: [Double], _ theirs: [Double]) -> Double { zip(ours, theirs).map(/).median }

  private func judgeLimit(_ report: inout Report) throws {
    let limit = try PlainServer { try LimitStore(at: $0, waits: false) }
    let connection = try limit.connection()
    _ = try connection.post(1_000, inFlight: Benchmark.inFlight)
    let before = limit.processorSeconds
    _ = try connection.post(options.posts, inFlight: Benchmark.inFlight)
    let microseconds = (limit.processorSeconds - before) / Double(options.posts) * 1e6
    report.add(
      "limit without the sync, processor time a post", microseconds, "µs", digits: 1,
      .atMost(Self.barMicroseconds))
  }
}
