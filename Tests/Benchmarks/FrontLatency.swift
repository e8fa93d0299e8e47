import BusWire
import Glibc
import TestSupport

/// The time from an app's call at the desktop's notification name until the notification server is called: by the
/// front, and by the server alone. Each in turn, on buses of their own, before servers of the same kind.
struct FrontLatency {
  private static let barRatio = 2.0
  private static let barOfBus = 0.000_1
  /// A timeout longer than any measured call. Nothing else runs during a measurement.
  private static let pauseMicroseconds: UInt32 = 30_000

  let options: Options
  /// The `bellhop-bus` in front of the server.
  let renaming: RenamingBus

  private struct Way {
    let bus: PrivateBus
    let server: ScriptedServer
    let connection: BusConnection

    init(on bus: PrivateBus) async throws {
      self.bus = bus
      // The number of banners must not grow.
      server = try await ScriptedServer(on: bus, modes: ["evict 5"])
      connection = try BusConnection(to: bus.socketPath)
    }
  }

  func measure(_ report: inout Report) async throws {
    let direct = try await Way(on: try await PrivateBus())
    let fronted = try await Way(on: renaming.bus)
    let daemon = try DaemonUnderTest(durability: "power", front: renaming)
    try await eventually("the name in Bellhop's hands") {
      try await renaming.bus.owner(of: RenamingBus.a) == daemon.pid ? () : nil
    }
    for number in 0..<10 {
      for way in [direct, fronted] { _ = try notifySend("Before \(number)", way) }
    }
    try judge("notify-send", &report, direct, fronted, Self.barRatio) { try notifySend($0, $1) }
    try judge("a call alone", &report, direct, fronted, nil) { try call($0, $1) }
    report.add("bellhopd with the front, memory", try daemon.residentMemory(), "MiB", digits: 1)
    try await daemon.stop()
    try judgeBus(&report)
  }

  /// A call to the bus itself, so that no other program's speed is measured.
  private func judgeBus(_ report: inout Report) throws {
    let direct = try BusConnection(to: renaming.bus.socketPath)
    let behind = try BusConnection(to: renaming.socketPath)
    func seconds(_ connection: BusConnection) throws -> Double {
      let start = now()
      try connection.call("GetId")
      return now() - start
    }
    let calls = options.rounds * options.singles
    let rounds = try (0..<calls).map { _ in (direct: try seconds(direct), behind: try seconds(behind)) }
    let added = rounds.map(\.behind).median - rounds.map(\.direct).median
    report.add("bellhop-bus, added to a call", added * 1_000, "ms", digits: 3, .atMost(Self.barOfBus * 1_000))
  }

  private func judge(
    _ what: String, _ report: inout Report, _ direct: Way, _ fronted: Way, _ bar: Double?,
    _ post: (String, Way) throws -> Double
  ) throws {
    var rounds: [(direct: Double, fronted: Double)] = []
    for number in 0..<options.fronted {
      let alone = try post("\(what) \(number)", direct)
      rounds.append((alone, try post("\(what) \(number)", fronted)))
    }
    let ratio = rounds.map { $0.fronted / $0.direct }.median
    report.add("\(what), by the front", rounds.map(\.fronted).median * 1_000, "ms", digits: 2)
    report.add("\(what), to the server alone", rounds.map(\.direct).median * 1_000, "ms", digits: 2)
    report.add("\(what), front / server", ratio, digits: 2, bar.map { .atMost($0) })
  }

  /// Seconds from the start of the process.
  private func notifySend(_ title: String, _ way: Way) throws -> Double {
    let start = now()
    let process = try ChildProcess(
      ["/usr/bin/notify-send", title], environment: ["DBUS_SESSION_BUS_ADDRESS": way.bus.address])
    let arrival = try arrival(of: title, way)
    while process.isRunning, now() - start < 10 { usleep(Self.pauseMicroseconds) }
    guard process.exitStatus == 0 else { throw Unmeasurable("notify-send: \(process.output())") }
    return arrival - start
  }

  /// Seconds from a call by an open connection.
  private func call(_ title: String, _ way: Way) throws -> Double {
    let name = Array(RenamingBus.a.utf8)
    let text = { (text: String) in MessageWriter.Argument.string(Array(text.utf8)) }
    let start = now()
    try way.connection.call(
      "Notify",
      [text("app"), .uint32(0), text(""), text(title), text(""), .strings([]), .noHints, .int32(-1)],
      to: .object(name, path: "/org/freedesktop/Notifications", interface: name))
    return try arrival(of: title, way) - start
  }

  /// The time of the server's call, by the same monotonic clock.
  private func arrival(of title: String, _ way: Way) throws -> Double {
    for _ in 0..<100 {
      usleep(Self.pauseMicroseconds)
      if let entry = way.server.notifications.last(where: { $0.title == title }) { return entry.time }
    }
    throw Unmeasurable("the server was never called with \(title)")
  }
}
