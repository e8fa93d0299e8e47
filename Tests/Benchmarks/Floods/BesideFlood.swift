import Glibc
import TestSupport

/// The latency of one app's posts while another app floods the daemon, for every kind of flood.
struct BesideFlood {
  private static let bar = 2.0
  private static let runs = 5
  /// The number of flooding processes, and the calls that each has in flight.
  private static let sizes = [(processes: 1, inFlight: 60), (processes: 4, inFlight: 32)]

  /// Posts in each run.
  let posts: Int

  func measure(_ report: inout Report) async throws {
    let daemon = try await Self.filled()
    // An app of its own for each run, so that no app meets its limits.
    var apps = (1...).lazy.map { "org.example.Other\($0)" }.makeIterator()
    for flood in Flood.allCases {
      for size in Self.sizes {
        var middles: [Double] = []
        var tails: [Double] = []
        for _ in 0..<Self.runs {
          let quiet = try await seconds(of: apps.next() ?? "", beside: nil, size, daemon)
          let flooded = try await seconds(of: apps.next() ?? "", beside: flood, size, daemon)
          middles.append(flooded.median / quiet.median)
          tails.append(flooded.percentile(0.99) / quiet.percentile(0.99))
        }
        let name =
          "beside \(flood.rawValue), \(size.processes == 1 ? "1 process" : "\(size.processes) processes")"
        judge("\(name): median", middles.median, &report)
        judge("\(name): 99th percentile", tails.median, &report)
      }
    }
    try await daemon.stop()
  }

  private func judge(_ what: String, _ ratio: Double, _ report: inout Report) {
    report.add(what, ratio, digits: 2, .atMost(Self.bar))
  }

  /// A daemon with a long history and the default limits.
  private static func filled() async throws -> DaemonUnderTest {
    let filling = try DaemonUnderTest(durability: "power")
    filling.install([Flood.app])
    let first = try filling.connection()
    for _ in 0..<Flood.decisions { try first.call(Flood.post(Flood.app)) }
    _ = try first.post(Flood.history, inFlight: Benchmark.inFlight)
    _ = try filling.connection(of: Flood.app).post(Flood.listed - 1, inFlight: Benchmark.inFlight)
    try await filling.stop()
    return try DaemonUnderTest(durability: "power", limits: "", after: filling)
  }

  /// The latencies of the app's posts. `flood`: nil for as many processes that only compute.
  private func seconds(
    of app: String, beside flood: Flood?, _ size: (processes: Int, inFlight: Int), _ daemon: DaemonUnderTest
  ) async throws -> [Double] {
    daemon.install([app])
    let path = flood?.isControl == true ? daemon.controlPath : daemon.socketPath
    let flooders = try (0..<size.processes).map { _ in
      try ChildProcess(
        [CommandLine.arguments[0]] + Flood.arguments(flood, path: path, inFlight: size.inFlight))
    }
    defer { flooders.forEach { $0.kill() } }
    for flooder in flooders {
      try await eventually(
        "a flood", within: .seconds(60), holds: { flooder.output().contains(Flooder.ready) })
    }
    let connection = try daemon.connection(of: app)
    return try connection.postSingly(posts)
  }
}
