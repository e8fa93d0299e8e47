import Glibc
import TestSupport

/// The cost of bellhop-bus: a call through it compared with a direct one, messages a second in either direction, and
/// memory.
struct BusCost {
  private static let barSeconds = 0.000_1
  private static let barRate = 10_000.0
  private static let barMebibytes = 8.0
  private static let messages = 20_000
  private static let inFlight = 64
  /// About the length of a banner's texts.
  private static let text = [UInt8](repeating: UInt8(ascii: "x"), count: 300)

  let options: Options
  let bus: RenamingBus

  func measure(_ report: inout Report) throws {
    let (behind, direct) = (
      try BusConnection(to: bus.socketPath), try BusConnection(to: bus.bus.socketPath)
    )
    try judgeCalls(behind, direct, &report)
    let other = try BusConnection(to: bus.bus.socketPath)
    try judgeRate("bellhop-bus, outward", from: behind, to: direct, &report)
    try judgeRate("bellhop-bus, inward", from: direct, to: behind, &report)
    report.add("without it", try rate(from: other, to: direct), "messages/s", digits: 0)
    let memory = try Footprint(of: bus.process?.pid ?? 0)
    report.add(
      "bellhop-bus, memory after that", memory.resident, "MiB", digits: 1, .atMost(Self.barMebibytes))
  }

  /// A call to the bus itself, so that no other program's speed is measured.
  private func judgeCalls(_ behind: BusConnection, _ direct: BusConnection, _ report: inout Report) throws {
    var (through, without): ([Double], [Double]) = ([], [])
    for _ in 0..<options.rounds {
      for _ in 0..<options.singles {
        without.append(try seconds { try direct.call("GetId") })
        through.append(try seconds { try behind.call("GetId") })
      }
    }
    let added = through.median - without.median
    report.add(
      "bellhop-bus, added to a call", added * 1_000, "ms", digits: 3, .atMost(Self.barSeconds * 1_000))
  }

  private func judgeRate(
    _ what: String, from sender: BusConnection, to receiver: BusConnection, _ report: inout Report
  ) throws {
    let rate = try rate(from: sender, to: receiver)
    report.add(what, rate, "messages/s", digits: 0, .atLeast(Self.barRate))
  }

  /// The median of all rounds.
  private func rate(from sender: BusConnection, to receiver: BusConnection) throws -> Double {
    try (0..<options.rounds).map { _ in
      let seconds = try seconds {
        for _ in 0..<(Self.messages / Self.inFlight) {
          try sender.signal(Self.inFlight, to: receiver.name, Self.text)
          try receiver.waitForSignals(Self.inFlight)
        }
      }
      return Double(Self.messages / Self.inFlight * Self.inFlight) / seconds
    }.median
  }

  private func seconds<R>(_ body: () throws -> R) rethrows -> Double {
    let start = now()
    _ = try body()
    return now() - start
  }
}
