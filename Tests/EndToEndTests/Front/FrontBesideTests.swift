import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Servers that serve without the notification name, and are not behind bellhop-bus.
  @Suite struct FrontBeside {
    private struct Desk {
      let bus: PrivateBus
      let rig: DaemonRig

      init() async throws {
        bus = try await PrivateBus()
        rig = try await DaemonRig.started(bus: bus, configuration: FrontDesk.mode)
        try await ownsName()
      }

      func ownsName() async throws {
        try await eventually("the name in Bellhop's hands") {
          try rig.control().examine().findings.contains { $0.subject == .front && $0.verdict == .works }
        }
      }

      /// `modes`: how it serves.
      func server(_ modes: String..., program: String? = nil) async throws -> ScriptedServer {
        let server = try await ScriptedServer(
          on: bus, modes: modes, python: program.map { try NamedPython.path(called: $0) } ?? NamedPython.usual
        )
        try await rig.meetsServer()
        return server
      }

      func notifySend(_ arguments: String...) throws -> ChildProcess {
        try rig.run(["/usr/bin/notify-send"] + arguments)
      }
    }

    @Test func `LXQt's, which has no name at all, is found after the daemon, and by the next daemon`()
      async throws
    {
      let desk = try await Desk()
      let server = try await desk.server("owns", program: "lxqt-notificationd")
      let waiting = try desk.notifySend("--wait", "-A", "default=Open", "Question")
      try await eventually("a banner", holds: { server.notifications.last?.title == "Question" })
      let key = try #require(server.notifications.last?.actions?.first)
      try await server.command("press 1 \(key)")
      #expect(try await waiting.exit() == 0)
      #expect(waiting.output().contains("default"))
      try await eventually(
        "a finding",
        holds: {
          try desk.rig.control().examine().findings.contains {
            $0.subject == .server && $0.text.contains(") serves without the name and answers in ")
          }
        })

      try desk.rig.crash()
      try await desk.rig.start()
      try await desk.ownsName()
      try await desk.rig.meetsServer()
      #expect(try await desk.notifySend("After it").exit() == 0)
      try await eventually("the next banner", holds: { server.notifications.last?.title == "After it" })
    }

    @Test func `that the name is free is said when the front is switched off`() async throws {
      let desk = try await Desk()
      _ = try await desk.server("owns org.kde.plasmashell")
      let (status, output) = try await desk.rig.bellhop("front", "off")
      #expect(status == 0 && output.contains("Nobody has the notification name now."), "\(output)")
      #expect(try await desk.rig.bellhop("front", "off", "--json").output.contains("Nobody") == false)
    }

    @Test func `nobody is spoken of where the bus starts a server for the name`() async throws {
      let desk = try await Desk()
      try await desk.bus.activate("org.freedesktop.Notifications", by: "/bin/false")
      let server = try await desk.server("owns org.kde.plasmashell")
      let (status, output) = try await desk.rig.bellhop("front", "off")
      #expect(status == 0 && output.contains("Nobody") == false, "\(output)")
      #expect(server.process.isRunning)
    }

    @Test func `one that takes the name when it is free is not spoken of`() async throws {
      let desk = try await Desk()
      let server = try await desk.server("owns org.kde.plasmashell", "waits org.freedesktop.Notifications")
      let (status, output) = try await desk.rig.bellhop("front", "off")
      #expect(status == 0 && output.contains("Nobody") == false, "\(output)")
      #expect(server.process.isRunning)
    }
  }
}
