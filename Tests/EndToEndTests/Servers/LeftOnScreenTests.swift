import TestSupport
import Testing

extension EndToEndTests {
  /// The daemon is killed while the server is drawing.
  @Suite struct LeftOnScreen {
    @Test func `killed before the server has answered, it leaves no banner that nobody knows`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.meetsServer()
      try await isKilled(rig, server)
    }

    @Test func `the same with the server behind bellhop-bus, also where nothing is shown any more`()
      async throws
    {
      let desk = try await FrontDesk(configuration: DaemonRig.allowing + FrontDesk.mode)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      try await isKilled(desk.rig, server)
      try await server.command("hang")
      try await desk.notifySend("-e", "In passing")
      try await eventually("a call", holds: { server.notifications.last?.title == "In passing" })
      try desk.rig.crash()
      try await server.command("resume")
      try await eventually("the other banner alone", holds: { server.live.map(\.id) == [2] })
    }

    private func isKilled(_ rig: DaemonRig, _ server: ScriptedServer) async throws {
      try await server.command("hang")
      #expect(try rig.post("Left").outcome == .presented)
      try await eventually("a call", holds: { server.notifications.count == 1 })
      try rig.crash()
      try await server.command("resume")
      try await rig.start()
      try await eventually("the second banner alone") {
        server.notifications.count == 2 && server.live.map(\.id) == [2] ? () : nil
      }
    }
  }
}
