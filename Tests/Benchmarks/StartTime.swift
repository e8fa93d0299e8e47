/// From spawning the daemon until its socket has answered, on a new database.
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
    report.judge(
      "start", "\((seconds.median * 1_000).text(1)) ms", bar: "50 ms", holds: seconds.median < Self.barSeconds
    )
  }
}
