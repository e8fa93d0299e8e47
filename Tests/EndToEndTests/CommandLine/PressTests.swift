import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Presses {
    /// A daemon, and a server that shows one banner with a button.
    private func shown() async throws -> (DaemonRig, ScriptedServer, NotificationID) {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let receipt = try rig.post("Lunch?", actions: [.button("reply", "Reply")])
      try await rig.isShown(receipt.id)
      return (rig, server, receipt.id)
    }

    private func expectPress(of id: NotificationID, _ client: WireClient) async throws {
      let event = try await client.event(.activated)
      #expect(event.id == id)
      #expect(event.action == .literal("reply"))
      #expect(client.events().count { $0.kind == .activated } == 1)
    }

    @Test func `a press reaches the app that posted, and no other`() async throws {
      let (rig, server, id) = try await shown()
      let app = try await WireClient.subscribed(to: rig)
      let other = try await WireClient.subscribed(to: rig, app: .literal("org.example.Other"))
      try await server.command("press 1 a.reply")
      try await expectPress(of: id, app)
      #expect(try rig.unread().isEmpty)
      #expect(!other.events().contains { $0.kind == .activated })
    }

    @Test func `a press reaches an app that subscribes only afterwards, until it acknowledges`() async throws
    {
      let (rig, server, id) = try await shown()
      try await server.command("press 1 a.reply")
      try await eventually("a press", holds: { try rig.unread().isEmpty })
      let first = try await WireClient.subscribed(to: rig)
      try await expectPress(of: id, first)
      let second = try await WireClient.subscribed(to: rig)
      let event = try await second.event(.activated)
      try rig.notifications().acknowledge(app: DaemonRig.app, through: event.sequence)
      let third = try await WireClient.subscribed(to: rig)
      #expect(third.events().map(\.kind) == [.ready])
    }

    @Test(arguments: [false, true])
    func `the button of a command that waited and has ended leads nowhere, and the person is told`(
      byRestart: Bool
    ) async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let command = try rig.follow(["post", "--wait", "--action", "delete=Delete", "Old Files"])
      try await eventually("its banner", holds: { server.notifications.count == 1 })
      let id = try #require(try rig.unread().first?.id)
      try await rig.isShown(id)
      #expect(try rig.entry(id)?.actions.map(\.title) == ["Delete"])
      if byRestart {
        try rig.crash()
        #expect(try await command.exit() == 3)
        try await rig.start()
        try await rig.meetsServer()
      } else {
        command.kill()
      }
      try await eventually("its end", holds: { try rig.entry(id)?.actions.isEmpty == true })
      try await server.command("press 1 a.delete")
      try await eventually("the notice") {
        server.notifications.contains { $0.title == "The Button Had No Effect" } ? () : nil
      }
      #expect(
        try rig.control().explain(id).decisions.last?.decision.why.hasPrefix("The command that waited")
          == true)
      #expect(try await rig.bellhop("activate", "\(id)", "delete").status == 1)
    }

    @Test func `a press survives the daemon, killed before anyone subscribed`() async throws {
      let (rig, server, id) = try await shown()
      try await server.command("press 1 a.reply")
      try await eventually("a press", holds: { try rig.unread().isEmpty })
      try rig.crash()
      try await rig.start()
      try await expectPress(of: id, try await WireClient.subscribed(to: rig))
    }

    @Test func `a banner from before the daemon was killed can be pressed afterwards`() async throws {
      let (rig, server, id) = try await shown()
      try rig.crash()
      try await rig.start()
      try await rig.meetsServer()
      // Its server tells presses to everybody on the bus, and has been sent no banner again.
      #expect(server.notifications.count == 1)
      let app = try await WireClient.subscribed(to: rig)
      try await server.command("press 1 a.reply")
      try await expectPress(of: id, app)
    }
  }
}
