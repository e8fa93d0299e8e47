import Delivery
import NotificationModel
import Records
import Sink
import TestSupport
import Testing

extension SinkTests {
  @Suite struct Faults {
    @Test(arguments: Way.allCases)
    func `without a server, and without a bus, there is none`(way: Way) async throws {
      let rig = try await SinkRig(way)
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      rig.bus.stop()
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      #expect(try await rig.answer(.describe) == .failed(.description, .noServer))
    }

    @Test(arguments: Way.allCases)
    func `a server that dies of a banner is told from one that was not there`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["exit-on POISON"])
      #expect(try await rig.answer(.show(testBanner(body: "POISON"))) == failed(.serverDied))
      try await server.process.exit()
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
    }

    @Test(
      arguments: [
        (
          "error org.freedesktop.DBus.Error.AccessDenied", .refused("org.freedesktop.DBus.Error.AccessDenied")
        ),
        ("error org.example.Own", .refused("org.example.Own")),
        ("error org.freedesktop.DBus.Error.LimitsExceeded", .busy),
        ("error org.freedesktop.DBus.Error.NoReply", .unanswered),
        ("id-0", .refused("io.bellhop.Error.ShownWithoutNumber")),
        ("spec none", .refused("io.bellhop.Error.NotANotificationServer")),
        ("spec 4294967296.2", .refused("io.bellhop.Error.NotANotificationServer")),
      ] as [(String, SinkFailure)])
    func `each way to refuse is told apart`(mode: String, failure: SinkFailure) async throws {
      for way in Way.allCases { try await isRefused(mode, as: failure, way) }
    }

    private func isRefused(_ mode: String, as failure: SinkFailure, _ way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: [mode])
      #expect(try await rig.answer(.show(testBanner())) == failed(failure))
      try await server.command("ok")
      try await server.command("spec 1.2")
      _ = try await rig.shown(testBanner())
    }

    @Test(arguments: Way.allCases)
    func `an answer of the wrong type is a refusal`(way: Way) async throws {
      let rig = try await SinkRig(way)
      _ = try await ScriptedServer(on: rig.bus, modes: ["wrong-types"])
      let server = try await ScriptedServer(on: rig.bus, modes: ["wrong-types"])
      guard case .failed(_, .refused) = try await rig.answer(.show(testBanner())) else {
        Issue.record("\(rig.reports)")
        return
      }
      #expect(server.notifications.count == 1)
    }

    @Test(arguments: Way.allCases)
    func `the same banner too soon is refused for now`(way: Way) async throws {
      let rig = try await SinkRig(way)
      _ = try await ScriptedServer(on: rig.bus)
      let server = try await ScriptedServer(on: rig.bus, modes: ["refuse-identical"])
      _ = try await rig.shown(testBanner())
      #expect(try await rig.answer(.show(testBanner())) == failed(.busy))
      #expect(server.notifications.count == 2)
    }

    @Test(arguments: Way.allCases)
    func `a slow server is waited for`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["slow 300"])
      _ = try await rig.shown(testBanner())
      #expect(server.notifications.count == 1)
    }

    @Test(arguments: Way.allCases)
    func `a server that hangs before it has said what it is gets the banner when it wakes`(way: Way)
      async throws
    {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["hang"])
      rig.sink.perform(.show(try testBanner()))
      try await eventually(
        "a question", holds: { server.entries.contains { $0.method == "GetServerInformation" } })
      #expect(rig.reports.isEmpty && server.notifications.isEmpty)
      try await server.command("resume")
      try await eventually(
        "the banner", holds: { rig.reports.contains { if case .shown = $0 { true } else { false } } })
      #expect(server.notifications.count == 1)
    }

    @Test(arguments: Way.allCases)
    func `a server that dies while it hangs was not there`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["hang"])
      rig.sink.perform(.show(try testBanner()))
      try await eventually(
        "a question", holds: { server.entries.contains { $0.method == "GetServerInformation" } })
      server.kill()
      try await rig.waits(for: failed(.noServer))
    }

    @Test(arguments: Way.allCases)
    func `after a restart of the bus the next command finds the new one`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let first = try await ScriptedServer(on: rig.bus)
      let before = try await rig.shown(testBanner(1))
      rig.bus.stop()
      first.kill()
      try await rig.bus.start()
      let second = try await ScriptedServer(on: rig.bus)
      let after = try await rig.shown(testBanner(2))
      #expect(before.server != after.server)
      #expect(second.notifications.count == 1)
    }

    /// libnotify gives up after 25 s, which nothing can shorten.
    @Test(.enabled(if: isNightly, "25 seconds: Tests/nightly.sh runs it"))
    func `an answer later than libnotify waits still counts, and presses with it`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus)
      let earlier = try await rig.shown(testBanner(1))
      try await server.command("hang")
      rig.sink.perform(.show(try testBanner(2)))
      try await eventually("the second call", holds: { server.notifications.count == 2 })
      // The question that follows means that libnotify has given up.
      let asked = server.entries.count { $0.method == "GetServerInformation" }
      try await eventually("libnotify's giving up", within: .seconds(125)) {
        server.entries.count { $0.method == "GetServerInformation" } > asked
      }
      try await server.command("press \(earlier.id) default")
      try await server.command("resume")
      try await rig.waits(for: .pressed(earlier, action: .defaultAction, activationToken: nil))
      guard case .shown(_, let handle, _, _)? = rig.reports.dropLast().last else {
        Issue.record("\(rig.reports)")
        return
      }
      #expect(handle.server == earlier.server && handle.id != earlier.id)
      #expect(server.notifications.count == 2)
    }
  }
}

func failed(_ failure: SinkFailure) -> SinkReport {
  .failed(.notification(NotificationID(1)), failure)
}
