import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Doctor {
    @Test func `with a server that answers the doctor has nothing to say about it`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let (_, output) = try await rig.bellhop("doctor")
      #expect(output.contains("works    server"), "\(output)")
      #expect(output.contains("scripted"), "\(output)")
      #expect(output.contains("works    configuration"), "\(output)")
      server.kill()
    }

    @Test func `a server that hangs makes it fail, soon enough, and by name`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["hang"])
      let rig = try await DaemonRig.started(bus: bus)
      let (status, output) = try await rig.bellhop("doctor")
      #expect(status == 1)
      #expect(output.contains("missing  server"), "\(output)")
      #expect(output.contains("→ Start it anew"), "\(output)")
      server.kill()
    }

    @Test func `on a desktop that lacks nothing it succeeds, and fails over a server that hangs alone`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let logind = try await MockLogind(on: bus, user: getuid())
      let dock = try await ScriptedDock(on: bus)
      dock.own()
      let screen = try await VirtualScreen()
      let manager = try await screen.manager()
      let rig = try await DaemonRig.started(
        bus: bus,
        environment: [
          "DISPLAY": screen.display, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
          "XDG_SESSION_ID": MockLogind.sessionID,
        ])
      var output = ""
      try await eventually("a doctor with nothing to say, after \(output)") {
        let visit = try await rig.bellhop("doctor")
        output = visit.output
        return visit.status == 0 ? () : nil
      }
      #expect(!output.contains("missing"), "\(output)")
      server.process.signal(SIGSTOP)
      let (status, found) = try await rig.bellhop("doctor")
      server.process.signal(SIGCONT)
      #expect(status == 1)
      #expect(found.contains("missing: server\n"), "\(found)")
      rig.configure("[Consent]\nDefault=perhaps\n")
      #expect(try await rig.bellhop("reload").status == 1)
      let (again, both) = try await rig.bellhop("doctor")
      #expect(again == 1)
      #expect(both.contains("missing: configuration\n"), "\(both)")
      withExtendedLifetime((logind, dock, manager)) {}
    }

    @Test func `a configuration that was not taken is found, and so is one that is right again`() async throws
    {
      let rig = try await DaemonRig.started()
      rig.configure("[Consent]\nDefault=perhaps\n")
      #expect(try await rig.bellhop("reload").status == 1)
      let (status, output) = try await rig.bellhop("doctor")
      #expect(status == 1)
      #expect(output.contains("missing  configuration"), "\(output)")
      #expect(output.contains("bellhop.conf:2"), "\(output)")
      rig.configure(DaemonRig.allowing)
      #expect(try await rig.bellhop("reload").status == 0)
      #expect(try await rig.bellhop("doctor").output.contains("works    configuration"))
    }

    @Test func `without a daemon the status says so`() async throws {
      #expect(try await DaemonRig().bellhop("doctor").status == 3)
    }
  }
}
