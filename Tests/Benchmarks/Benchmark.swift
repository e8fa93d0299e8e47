import TestSupport

/// The measurements in their order.
struct Benchmark {
  /// What the connections of the daemon take at once.
  static let inFlight = 64

  let options: Options

  init(_ options: Options) { self.options = options }

  func run() async throws -> Report {
    var report = Report()
    if options.isAboutTheFront {
      let bus = try await RenamingBus()
      try await FrontLatency(options: options, renaming: bus).measure(&report)
      try BusCost(options: options, bus: bus).measure(&report)
      return report
    }
    if !options.isAboutFloodsAlone { try JudgingCost(rounds: options.rounds).measure(&report) }
    if options.isWithoutDaemon { return report }
    if options.isAboutFloodsAlone {
      try await BesideFlood(posts: options.flooded).measure(&report)
      return report
    }
    let template = try DaemonUnderTest(durability: "power")
    _ = try template.connection().postSingly(1)
    try await template.stop()
    let bare = try BareServer(like: template)

    try await StartTime(rounds: 9).measure(&report)
    let daemon = try DaemonUnderTest(durability: "power")
    try Memory(daemon: daemon).measure(&report)
    try Latency(options: options, daemon: daemon, bare: bare).measure(&report)
    let rate = try Throughput(options: options, daemon: daemon, bare: bare).measure(&report)
    try StoredRows(options: options, daemon: daemon, emptyRate: rate).measure(&report)
    try await daemon.stop()
    try CrashDurability(options: options).measure(&report)
    try await BesideFlood(posts: options.flooded).measure(&report)
    return report
  }
}
