import TestSupport

/// Resident memory of the daemon: after the start, under posts, and whether it goes on growing.
struct Memory {
  private static let barMebibytes = 16.0
  private static let posts = 10_000

  let daemon: DaemonUnderTest

  func measure(_ report: inout Report) throws {
    try judge("memory after the start", &report)
    let connection = try daemon.connection()
    _ = try connection.post(Self.posts, inFlight: Benchmark.inFlight)
    try judge("memory after 10,000 posts", &report)
    let before = try daemon.residentMemory()
    _ = try connection.post(4 * Self.posts, inFlight: Benchmark.inFlight)
    let growth = try daemon.residentMemory() - before
    report.judge(
      "growth over 40,000 more posts", "\(max(0, growth).text(2)) MiB", bar: "1 MiB", holds: growth < 1)
  }

  private func judge(_ what: String, _ report: inout Report) throws {
    let resident = try daemon.residentMemory()
    report.judge(
      what, "\(resident.text(1)) MiB", bar: "\(Self.barMebibytes.text(0)) MiB",
      holds: resident < Self.barMebibytes)
  }
}

/// Resident memory of a process in MiB.
func residentMebibytes(of process: Int32) throws -> Double {
  let status = String(decoding: try readFile("/proc/\(process)/status"), as: UTF8.self)
  for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
    let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    if let kilobytes = kilobytes.flatMap({ Double($0) }) { return kilobytes / 1_024 }
  }
  throw Unmeasurable("process \(process) is gone")
}
