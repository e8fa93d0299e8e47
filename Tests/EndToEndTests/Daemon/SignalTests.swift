import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Signals by which the daemon is ended or reloaded, at whatever moment of its life they come.
  @Suite struct Signals {
    private static let heard = [SIGTERM, SIGINT, SIGHUP]
    private static let rounds = 5

    /// The threads by their names, and whether the daemon's signals can interrupt each of them.
    private static func threads(of process: pid_t) -> [(name: String, isOpen: Bool)] {
      let directory = "/proc/\(process)/task"
      return shell("ls \(directory)").output.split(separator: "\n").compactMap { thread in
        guard let text = try? readFile("\(directory)/\(thread)/status") else { return nil }
        var fields: [Substring: Substring] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
          let parts = line.split(separator: "\t", maxSplits: 1)
          if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        guard let name = fields["Name:"], let mask = fields["SigBlk:"].flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        return (String(name), !heard.allSatisfy { mask >> UInt64($0 - 1) & 1 == 1 })
      }
    }

    /// A database whose daemon was killed: the next one checks it, on a thread that begins before all others.
    private func killed(environment: [String: String?] = [:]) async throws -> DaemonRig {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited, environment: environment)
      let client = try rig.notifications()
      for number in 0..<200 {
        _ = try client.post(
          request(identifier: "\(number)", title: "Lunch?", body: String(repeating: "x", count: 4_000)))
      }
      try rig.crash()
      return rig
    }

    /// Waits without a pause for the first thread besides the main one.
    private func begins(_ rig: DaemonRig) throws {
      let deadline = ContinuousClock.now + testTimeout
      var status = stat()
      let directory = "/proc/\(try rig.daemon.pid)/task"
      while stat(directory, &status) == 0, status.st_nlink < 4, ContinuousClock.now < deadline {}
      #expect(status.st_nlink >= 4)
    }

    @Test func `no thread of the daemon can be interrupted, be it a library's`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.isShown(try rig.post("Lunch?").id)
      let threads = Self.threads(of: try rig.daemon.pid)
      #expect(threads.contains { $0.name == "desktop" } && threads.contains { $0.name == "gdbus" })
      #expect(threads.filter(\.isOpen).map(\.name) == [])
      #expect(server.notifications.count == 1)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a daemon that is told to end as soon as it checks its file ends in order`(number: Int32)
      async throws
    {
      let rig = try await killed()
      for _ in 0..<Self.rounds {
        try rig.launch()
        try begins(rig)
        try rig.daemon.signal(number)
        #expect(try await rig.daemon.exit() == 0)
        try rig.launch()
        try await eventually("a daemon that answers", holds: { (try? rig.control().status()) != nil })
        try rig.crash()
      }
    }

    @Test func `one that is told to reload then runs on, and has the new configuration`() async throws {
      let rig = try await killed()
      for round in 0..<Self.rounds {
        try rig.launch()
        try begins(rig)
        let isAllowed = round % 2 == 1
        rig.configure(isAllowed ? DaemonRig.unlimited : "[Consent]\nDefault=deny\n")
        try rig.daemon.signal(SIGHUP)
        try await eventually(
          "the new configuration",
          holds: {
            guard try rig.daemon.isRunning else { throw DaemonRig.Ended(output: try rig.daemon.output()) }
            return (try? rig.control().status()) != nil && ((try? rig.post("Lunch?")) != nil) == isAllowed
          })
        try rig.crash()
      }
    }

    @Test(arguments: [(starter: String?.none, status: Int32(0)), ("unix:path=/nonexistent", 1)])
    func `one that waits for a disk ends when it is told to, in a way that a bus which starts it understands`(
      starter: String?, status: Int32
    ) async throws {
      let rig = try await killed(environment: ["DBUS_STARTER_ADDRESS": starter])
      let fault = DiskFault(call: "pread64", error: "EIO", first: 1, times: .forGood, files: ["bellhop.db"])
      try rig.launch(behind: fault.launcher(rig))
      try await eventually("a daemon that waits", holds: { try rig.daemon.output().contains("until it can") })
      try rig.daemon.signal(SIGTERM)
      #expect(try await rig.daemon.exit() == status)
    }
  }
}
