import TestSupport

/// Memory of the daemon without a desktop: after the start, after posts, and its growth.
struct Memory {
  private static let posts = 10_000
  private static let barGrowth = 2.0

  let options: Options
  let daemon: DaemonUnderTest

  func measure(_ report: inout Report) throws {
    let connection = try daemon.connection()
    try add("after the start", &report)
    _ = try connection.post(Self.posts, inFlight: Benchmark.inFlight)
    try add("after 10,000 posts", &report)
    let before = try daemon.residentMemory()
    _ = try connection.post(options.growing, inFlight: Benchmark.inFlight)
    report.add(
      "growth over \(options.growing) more posts", max(0, try daemon.residentMemory() - before), "MiB",
      digits: 2,
      .atMost(Self.barGrowth))
  }

  private func add(_ when: String, _ report: inout Report) throws {
    let memory = try Footprint(of: daemon.pid)
    report.add("without a desktop \(when), resident", memory.resident, "MiB", digits: 1)
    report.add("without a desktop \(when), proportional", memory.proportional, "MiB", digits: 1)
    report.add("without a desktop \(when), private and written", memory.written, "MiB", digits: 1)
  }
}

/// The memory of a process, in MiB.
struct Footprint {
  private(set) var resident = 0.0
  /// The proportional set size: each page divided by the number of processes that map it.
  private(set) var proportional = 0.0
  /// Private dirty pages, which could be taken from the process only by writing them to swap.
  private(set) var written = 0.0

  init(of process: Int32) throws {
    let lines = String(decoding: try readFile("/proc/\(process)/smaps_rollup"), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let kibibytes = Double(words[1]) else { continue }
      switch words[0] {
      case "Rss:": resident = kibibytes / 1_024
      case "Pss:": proportional = kibibytes / 1_024
      case "Private_Dirty:": written = kibibytes / 1_024
      default: break
      }
    }
  }
}
