import FoundationEssentials

/// Programs that flood a name of the bus, and programs beside them (`bus-flood.py`).
package struct BusFlood: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case same, replace, invented, new, tag, transient
  }

  /// The latencies of the other programs' calls, in milliseconds.
  package struct Others: Decodable, Sendable {
    private let open: [Double]
    private let new: [Double]
    package let answers: [String: Int]

    package var median: Double { Self.sorted(open, 0.5) }
    /// The 99th percentile; for the few calls by new connections, the maximum.
    package var long: Double { max(Self.sorted(open, 0.99), new.max() ?? 0) }

    private static func sorted(_ times: [Double], _ part: Double) -> Double {
      let place = min(Int(Double(times.count) * part), times.count - 1)
      return place < 0 ? .infinity : times.sorted()[place]
    }
  }

  private let bus: PrivateBus
  private let script: String

  package init(on bus: PrivateBus) throws {
    self.bus = bus
    script = try TemporaryDirectory.shared.file("bus-flood.py")
    writeFile(script, String(decoding: PackageResources.bus_flood_py, as: UTF8.self))
  }

  /// Starts a program that answers every call, and returns its name: the cost of the bus alone.
  package func sink() async throws -> (process: ChildProcess, name: String) {
    let process = try start(["sink", bus.address])
    let name = try await eventually("its name") {
      process.output().split(separator: "\n").first.map(String.init)
    }
    return (process, name)
  }

  /// Floods a name for this many seconds, at low priority, so that only the calls slow others down.
  package func flood(_ name: String, _ kind: Kind, connections: Int, seconds: Double) throws -> ChildProcess {
    try start(["flood", bus.address, name, kind.rawValue, "\(connections)", "\(seconds)"], idle: true)
  }

  /// Sends this many calls in one write, each with this many bytes of text.
  package func burst(_ name: String, bytes: Int, count: Int) throws -> ChildProcess {
    try start(["burst", bus.address, name, "\(bytes)", "\(count)"], idle: true)
  }

  /// The number of calls by answer, once the flood has ended.
  package func outcome(_ flood: ChildProcess) async throws -> [String: Int] { try await decoded(flood) }

  package func others(seconds: Double) async throws -> Others {
    try await decoded(try start(["others", bus.address, "\(seconds)"]))
  }

  private func start(_ words: [String], idle: Bool = false) throws -> ChildProcess {
    try ChildProcess((idle ? ["/usr/bin/chrt", "-i", "0"] : []) + ["/usr/bin/python3", script] + words)
  }

  private func decoded<Value: Decodable>(_ process: ChildProcess) async throws -> Value {
    let status = try await process.exit()
    let output = process.output()
    guard status == 0 else { throw TimedOut(description: "bus-flood.py: \(output)") }
    return try JSONDecoder().decode(Value.self, from: Data(output.utf8))
  }
}
