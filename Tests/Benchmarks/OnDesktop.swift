import Glibc
import TestSupport

/// An app that notifies by libnotify, compared with one that posts to Bellhop: new notifications a second, the time
/// until a banner reaches the server, and the daemon's memory beside mako's.
struct OnDesktop {
  private static let barOfMako = 5.0
  private static let barOfDunst = 150.0
  private static let barOfNotify = 1.8
  private static let barOfNotifyInCrash = 1.4
  private static let barWritten = 3.0
  /// A timeout longer than any measured call. Nothing else runs during a measurement.
  private static let pauseMicroseconds: UInt32 = 20_000
  private static let posts = 10_000

  let options: Options
  /// The daemon's posts a second, with 64 in flight.
  let rate: Double

  func measure(_ report: inout Report) async throws {
    let bus = try await PrivateBus()
    // libnotify keeps one connection in a process.
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
    let instant = try InstantServer(on: bus)
    let client = try LibnotifyClient()
    let atOnce = try client.rate(options.notified)
    report.add("libnotify, server that answers at once", atOnce, "posts/s", digits: 0)
    report.add("64 in flight / that", rate / atOnce, digits: 2)
    try await judgeLatency(client, instant, bus, durability: "power", Self.barOfNotify, &report)
    try await judgeLatency(client, instant, bus, durability: "crash", Self.barOfNotifyInCrash, &report)
    _ = consume client
    instant.end()
    try await judge("dunst", ["/usr/bin/dunst", "/usr/bin/Xvfb"], Self.barOfDunst, &report) {
      try await DunstServer(on: bus)
    }
    try await judge("mako", ["/usr/bin/mako", "/usr/bin/sway"], Self.barOfMako, &report) {
      let mako = try await MakoServer(on: bus)
      return mako
    } then: { mako, report in
      try await judgeMemory(beside: mako, bus, &report)
    }
  }

  /// `server`: a server with an empty list.
  private func judge(
    _ name: String, _ programs: [String], _ bar: Double, _ report: inout Report,
    _ server: () async throws -> some ObservedServer,
    then: (any ObservedServer, inout Report) async throws -> Void = { _, _ in }
  ) async throws {
    if let missing = programs.first(where: { access($0, X_OK) != 0 }) {
      return report.omit(name, because: "there is no \(missing)")
    }
    let server = try await server()
    let theirs = try LibnotifyClient().rate(options.notified)
    report.add("libnotify, \(name)", theirs, "posts/s", digits: 0)
    report.add("64 in flight / \(name)", rate / theirs, digits: 1, .atLeast(bar))
    try await then(server, &report)
    server.process.kill()
    _ = try? await server.process.exit()
  }

  /// Seconds from the app's call until the server is called.
  private func judgeLatency(
    _ client: borrowing LibnotifyClient, _ server: InstantServer, _ bus: PrivateBus, durability: String,
    _ bar: Double,
    _ report: inout Report
  ) async throws {
    let daemon = try DaemonUnderTest(durability: durability, bus: bus)
    let connection = try daemon.connection()
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for number in 0..<(options.notified + 10) {
      for isOurs in [false, true] {
        usleep(Self.pauseMicroseconds)
        let count = server.count
        let start = isOurs ? try connection.begin() : now()
        if !isOurs { try client.post(number) }
        let seconds = try server.arrival(count) - start
        while isOurs, try !connection.finish() {}
        // The first calls set up connections.
        guard number >= 10 else { continue }
        if isOurs { ours.append(seconds) } else { theirs.append(seconds) }
      }
    }
    let name = durability == "power" ? "post to Notify" : "post to Notify, crash"
    report.add("\(name)", ours.median * 1_000, "ms", digits: 3)
    report.add("\(name), libnotify's own call", theirs.median * 1_000, "ms", digits: 3)
    report.add("\(name) / libnotify's own call", ours.median / theirs.median, digits: 2, .atMost(bar))
    try await daemon.stop()
  }

  private func judgeMemory(
    beside server: any ObservedServer, _ bus: PrivateBus, _ report: inout Report
  ) async throws {
    let screen = try await VirtualScreen()
    let daemon = try DaemonUnderTest(durability: "power", bus: bus, display: screen.display)
    let connection = try daemon.connection()
    _ = try connection.postSingly(5)
    sleep(options.settling)
    // Measured before ten thousand notifications, after which mako's memory does not always shrink again.
    let theirs = try Footprint(of: server.process.pid)
    try judge("idle with a desktop", daemon, theirs, &report)
    _ = try connection.post(Self.posts, inFlight: Benchmark.inFlight)
    sleep(options.settling)
    try judge("\(options.settling) s after 10,000 posts", daemon, theirs, &report)
    try await daemon.stop()
  }

  /// `theirs`: mako's idle memory.
  private func judge(
    _ when: String, _ daemon: DaemonUnderTest, _ theirs: Footprint, _ report: inout Report
  ) throws {
    let ours = try Footprint(of: daemon.pid)
    report.add("\(when), resident", ours.resident, "MiB", digits: 1, .atMost(theirs.resident))
    report.add("\(when), proportional", ours.proportional, "MiB", digits: 1, .atMost(theirs.proportional))
    report.add("\(when), private and written", ours.written, "MiB", digits: 1, .atMost(Self.barWritten))
  }
}
