import TestSupport

/// The measurements in their order.
struct Benchmark {
  /// The calls in flight that the daemon's connections allow.
  static let inFlight = 64

  let options: Options

  init(_ options: Options) { self.options = options }

  func run() async throws -> Report {
    var report = Report(isJSON: options.isJSON)
    let machine = try Self.machine()
    if !options.isJSON { report.write("       on \(machine)") }
    defer { report.finish(machine) }
    switch options.part {
    case .all:
      try await measureDaemon(&report)
    case .floods:
      try await BesideFlood(posts: options.flooded).measure(&report)
    case .front:
      try await FrontLatency(options: options, renaming: RenamingBus()).measure(&report)
    case .desktop:
      let daemon = try DaemonUnderTest(durability: "power")
      let rate = try daemon.connection().post(options.posts, inFlight: Self.inFlight)
      try await daemon.stop()
      try await OnDesktop(options: options, rate: rate).measure(&report)
    case .budget:
      try await Budget().measure(&report)
    }
    return report
  }

  private func measureDaemon(_ report: inout Report) async throws {
    try await StartTime(rounds: 9).measure(&report)
    let daemon = try DaemonUnderTest(durability: "power")
    try Memory(options: options, daemon: daemon).measure(&report)
    let contestants = try await Contestants(daemon)
    try Latency(options: options, contestants: contestants).measure(&report)
    let rate = try Throughput(options: options, contestants: contestants).measure(&report)
    try Crowd(options: options, daemon: daemon).measure(&report)
    try await daemon.stop()
    try await OnDesktop(options: options, rate: rate).measure(&report)
    try await ProcessCost(options: options).measure(&report)
  }

  /// How many processors, and which.
  private static func machine() throws -> String {
    let lines = String(decoding: try readFile("/proc/cpuinfo"), as: UTF8.self).split(separator: "\n")
    let names = lines.filter { $0.hasPrefix("model name") }
    let name = names.first?.split(separator: ":").last?.drop(while: \.isWhitespace) ?? "unknown"
    return "\(max(1, names.count)) processors, \(name)"
  }
}
