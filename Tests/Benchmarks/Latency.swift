/// Posts one at a time: the latency and the processor time of each.
struct Latency {
  private static let barSeconds = 0.000_5
  private static let barOfLimit = 1.4

  let options: Options
  let contestants: Contestants

  func measure(_ report: inout Report) throws {
    let before = try contestants.daemon.processorSeconds()
    let rounds = try contestants.inTurn(options.rounds) { try $0.postSingly(options.singles) }
    let spent = try contestants.daemon.processorSeconds() - before
    for (name, seconds) in [
      ("one at a time", rounds.ours), ("one at a time, bare server", rounds.bare),
      ("one at a time, limit", rounds.limit),
    ] {
      let isOurs = name == "one at a time"
      report.add(
        "\(name), median", seconds.map(\.median).median * 1_000, "ms", digits: 3,
        isOurs ? .atMost(Self.barSeconds * 1_000) : nil)
      report.add(
        "\(name), 99th percentile", seconds.map { $0.percentile(0.99) }.median * 1_000, "ms", digits: 3)
    }
    let ratios = { (theirs: [[Double]]) in zip(rounds.ours, theirs).map { $0.median / $1.median }.median }
    report.add("one at a time / bare server", ratios(rounds.bare), digits: 2)
    report.add("one at a time / limit", ratios(rounds.limit), digits: 2, .atMost(Self.barOfLimit))
    report.add(
      "one at a time, processor time a post", spent / Double(options.rounds * options.singles) * 1e6, "µs",
      digits: 1)
  }
}
