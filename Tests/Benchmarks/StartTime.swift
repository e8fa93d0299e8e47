/// The time from spawning the daemon until its socket answers, with a new database.
struct StartTime {
  private static let barSeconds = 0.050

  let rounds: Int

  func measure(_ report: inout Report) async throws {
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let daemon = try DaemonUnderTest(durability: "power")
      seconds.append(daemon.secondsToAnswer)
      try await daemon.stop()
    }
    report.add("start", seconds.median * 1_000, "ms", digits: 1, .atMost(Self.barSeconds * 1_000))
  }
}
