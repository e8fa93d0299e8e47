/// One post at a time: how long each takes, and how that compares with the bare server.
struct Latency {
  private static let barSeconds = 0.000_5
  private static let barRatio = 1.3

  let options: Options
  let daemon: DaemonUnderTest
  let bare: BareServer

  func measure(_ report: inout Report) throws {
    let (ours, theirs) = (try daemon.connection(), try bare.connection())
    var rounds: [(ours: [Double], theirs: [Double])] = []
    for _ in 0..<options.rounds {
      let bare = try theirs.postSingly(options.singles)
      rounds.append((try ours.postSingly(options.singles), bare))
    }
    let median = rounds.map(\.ours.median).median
    let ratio = rounds.map { $0.ours.median / $0.theirs.median }.median
    report.judge(
      "one at a time, median", "\((median * 1_000).text(3)) ms", bar: "0.5 ms",
      holds: median < Self.barSeconds)
    report.note(
      "one at a time, 99th percentile",
      "\((rounds.map { $0.ours.percentile(0.99) }.median * 1_000).text(3)) ms")
    report.note("bare server, median", "\((rounds.map(\.theirs.median).median * 1_000).text(3)) ms")
    report.judge(
      "one at a time / bare", ratio.text(2), bar: "at most 1.3", holds: ratio <= Self.barRatio)
  }
}
