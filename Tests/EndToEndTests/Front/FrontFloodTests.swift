import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Floods by one caller of the desktop's notification name, and their effect on others.
  ///
  /// `BELLHOP_FLOODS=3`: each flood for this many seconds, by one connection and by 200, compared with a program that
  /// only answers; the results are printed. Run it on an otherwise idle machine.
  @Suite struct FrontFlood {
    private static let asked = getenv("BELLHOP_FLOODS").flatMap { Double(String(cString: $0)) }
    /// The longest time for others' calls beside a flood: many times the usual one, and a fraction of that before
    /// floods were limited.
    private static let bound = 250.0 * Double(burden)
    /// The bound for a requested flood: twice the time beside the same flood of another program, or at least this.
    private static let least = 20.0
    private static let configuration =
      DaemonRig.allowing + "[Limits]\nAlertBurst=1000000\nUnreadPerApp=1000000\n" + FrontDesk.mode

    private struct Opened {
      let desk: FrontDesk
      /// Kept for as long as the desk.
      let server: ScriptedServer
      let flood: BusFlood
    }

    private func opened() async throws -> Opened {
      let desk = try await FrontDesk(configuration: Self.configuration)
      let applications = "\(desk.rig.directory.path)/.local/share/applications"
      _ = shell("mkdir -p \(quoted(applications))")
      for name in ["Mail", "Flood"] {
        writeFile(
          "\(applications)/org.example.\(name).desktop",
          "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
      }
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      return Opened(desk: desk, server: server, flood: try BusFlood(on: desk.renaming.bus))
    }

    @Test(arguments: BusFlood.Kind.allCases)
    func `whatever one caller floods the name with, others are served as before`(kind: BusFlood.Kind)
      async throws
    {
      let opened = try await opened()
      let flood = opened.flood
      let seconds = Self.asked ?? 0.5
      let crowds = Self.asked == nil ? [1] : [1, 200]
      for connections in crowds {
        let alone = Self.asked == nil ? nil : try await beside(flood, kind, connections, seconds, sinks: true)
        let others = try await beside(flood, kind, connections, seconds, sinks: false)
        #expect(Set(others.answers.keys) == ["ok"])
        guard let alone else {
          #expect(others.median < Self.bound && others.long < 4 * Self.bound)
          continue
        }
        print(
          "\(kind) by \(connections): median \(others.median) ms, long \(others.long) ms; to a program that only answers \(alone.median) ms, \(alone.long) ms"
        )
        #expect(others.median <= 2 * alone.median)
        #expect(others.long <= max(2 * alone.long, Self.least))
      }
      withExtendedLifetime(opened) {}
    }

    private func beside(
      _ flood: BusFlood, _ kind: BusFlood.Kind, _ connections: Int, _ seconds: Double, sinks: Bool
    ) async throws -> BusFlood.Others {
      let sink = sinks ? try await flood.sink() : nil
      let running = try flood.flood(
        sink?.name ?? RenamingBus.a, kind, connections: connections, seconds: seconds + 1)
      let others = try await flood.others(seconds: seconds)
      let answers = try await flood.outcome(running)
      #expect((answers["ok"] ?? 0) > 0)
      // An update of a banner that is up is never refused.
      if kind == .replace || kind == .tag { #expect(Set(answers.keys) == ["ok"]) }
      sink?.process.kill()
      return others
    }

    @Test func `slow calls by many connections on the sockets keep no call at the name waiting`() async throws
    {
      let opened = try await opened()
      let rig = opened.desk.rig
      let body = String(repeating: "lorem ipsum ", count: 300)
      func waiting(_ method: String, _ parameters: String) -> [UInt8] {
        let call = Array(#"{"method":"io.bellhop.\#(method)","parameters":\#(parameters)}"#.utf8) + [0]
        return [[UInt8]](repeating: call, count: 30).flatMap { $0 }
      }
      func asking(_ app: String) -> String {
        #""notification":{"app":"\#(app)","title":"NOW!!!","body":"\#(body)"}"#
      }
      let floods = [
        (
          rig.paths.notifications,
          waiting("Notifications.Post", "{\(asking("org.example.Flood")),\"strict\":true}")
        ),
        (rig.paths.notifications, waiting("Notifications.Post", "{\(asking("invented")),\"strict\":true}")),
        (rig.paths.control, waiting("Control.Judge", "{\(asking("invented"))}")),
      ]
      var clients: [WireClient] = []
      for (path, bytes) in floods {
        for _ in 0..<4 {
          let client = try WireClient(path)
          try await client.send(bytes)
          clients.append(client)
        }
      }
      let others = try await opened.flood.others(seconds: 0.5)
      #expect(Set(others.answers.keys) == ["ok"])
      #expect(others.median < Self.bound && others.long < 4 * Self.bound)
      withExtendedLifetime((opened, clients)) {}
    }

    @Test func `a burst is refused in less time than the bus needs for it, and its first part is kept`()
      async throws
    {
      let opened = try await opened()
      let (desk, flood) = (opened.desk, opened.flood)
      let start = ContinuousClock.now
      let burst = try flood.burst(RenamingBus.a, bytes: 4_000, count: Self.asked == nil ? 5_000 : 20_000)
      let others = try await flood.others(seconds: 0.5)
      let answers = try await flood.outcome(burst)
      #expect(Set(others.answers.keys) == ["ok"] && others.median < Self.bound)
      #expect(answers["ExcessNotificationGeneration"] ?? 0 > 1_000 || answers["LimitsExceeded"] ?? 0 > 1_000)
      // At least the calls that may wait until the bus has named their process; at most PostBurst, and
      // PostRefillPerSecond as long as it lasts.
      let kept = try #require(answers["ok"])
      let most = 1_000 + 200 * Int(start.duration(to: .now).components.seconds + 1)
      #expect((256...most).contains(kept))
      #expect(try desk.rig.entries().count { $0.app.text == "org.example.Flood" } == kept)
    }

    @Test func `however many call at once for the first time, none of them is taken for another`()
      async throws
    {
      let opened = try await opened()
      let (desk, flood) = (opened.desk, opened.flood)
      try desk.rig.daemon.signal(SIGSTOP)
      let crowd = try flood.flood(RenamingBus.a, .new, connections: 400, seconds: 0.3)
      let mail = try desk.run("/usr/bin/notify-send", "-h", "string:desktop-entry:org.example.Mail", "Mail's")
      try await eventually("their calls") {
        shell("sleep 0.5").status == 0 ? () : nil
      }
      try desk.rig.daemon.signal(SIGCONT)
      #expect(try await mail.exit() == 0)
      #expect(try await flood.outcome(crowd)["ok"] ?? 0 > 0)
      #expect(Set(try desk.rig.entries().map(\.app.text)) == ["org.example.Mail", "org.example.Flood"])
    }
  }
}
