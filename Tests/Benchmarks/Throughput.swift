/// Posts a second with 64 in flight, and how that compares with the bare server.
struct Throughput {
  private static let barRatio = 0.5

  let options: Options
  let daemon: DaemonUnderTest
  let bare: BareServer

  /// Returns the daemon's posts a second.
  func measure(_ report: inout Report) throws -> Double {
    let (ours, theirs) = (try daemon.connection(), try bare.connection())
    var rounds: [(ours: Double, theirs: Double)] = []
    for _ in 0..<options.rounds {
      let bare = try theirs.post(options.posts, inFlight: Benchmark.inFlight)
      rounds.append((try ours.post(options.posts, inFlight: Benchmark.inFlight), bare))
    }
    let rate = rounds.map(\.ours).median
    let ratio = rounds.map { $0.ours / $0.theirs }.median
    report.note("64 in flight", "\(rate.text(0)) posts/s")
    report.note("bare server, 64 in flight", "\(rounds.map(\.theirs).median.text(0)) posts/s")
    report.judge("64 in flight / bare", ratio.text(2), bar: "at least 0.5", holds: ratio >= Self.barRatio)
    return rate
  }
}
