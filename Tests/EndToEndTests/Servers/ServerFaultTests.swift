import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  /// Nothing that happens to the desktop keeps an app waiting, and nothing accepted is lost to it.
  @Suite struct ServerFaults {
    /// Far below the 25 s of a call on the bus, and far above the delay of a busy disk.
    private static let promptness = Duration.seconds(2)
    private static let titles = ["First", "Second", "Third"]

    /// Posts each, and expects every answer in time.
    @discardableResult
    private func postPromptly(_ titles: [String] = titles, to rig: DaemonRig) throws -> [Receipt] {
      let client = try rig.notifications()
      return try titles.map { title in
        let begin = ContinuousClock.now
        let receipt = try client.post(request(title: title))
        #expect(ContinuousClock.now - begin < Self.promptness)
        return receipt
      }
    }

    private func expectShown(
      _ titles: [String] = titles, by server: ScriptedServer, within timeout: Duration = testTimeout
    ) async throws {
      try await eventually("\(titles.count) banners", within: timeout) {
        server.notifications.count >= titles.count ? () : nil
      }
      #expect(server.notifications.map(\.title) == titles)
    }

    @Test func `a server that answers nothing delays no app, and shows all once it answers`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["hang"])
      let rig = try await DaemonRig.started(bus: bus)
      try postPromptly(to: rig)
      try await eventually("a call", holds: { !server.entries.filter { $0.method != nil }.isEmpty })
      try postPromptly(["Fourth"], to: rig)
      #expect(server.notifications.isEmpty)
      try await server.command("resume")
      try await expectShown(Self.titles + ["Fourth"], by: server)
    }

    @Test func `a server that stops answering in the middle of a banner delays no app`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.meetsServer()
      try await server.command("hang")
      try postPromptly(["First"], to: rig)
      try await eventually("a call", holds: { server.notifications.count == 1 })
      try postPromptly(["Second", "Third"], to: rig)
      #expect(server.notifications.count == 1)
      try await server.command("resume")
      try await expectShown(by: server)
    }

    @Test func `told to end while a banner is on its way, the daemon learns what became of it`() async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.meetsServer()
      try await server.command("slow 400")
      try postPromptly(["First"], to: rig)
      try await eventually("a call", holds: { server.notifications.count == 1 })
      #expect(try await rig.terminate() == 0)
      try await server.command("slow 0")
      try await rig.start()
      try postPromptly(["Second"], to: rig)
      // The banners that the server has are known by their numbers, and are not sent again.
      try await eventually("two banners", holds: { server.notifications.count == 2 })
      #expect(server.notifications.map(\.title) == ["First", "Second"])
    }

    @Test func `without a server everything is held, and shown in order when one comes`() async throws {
      let bus = try await PrivateBus()
      let rig = try await DaemonRig.started(bus: bus)
      try await eventually("an absent server") {
        let client = try rig.notifications()
        let probe = try client.post(request(title: "Probe"))
        try client.withdraw(app: DaemonRig.app, ids: [probe.id])
        return probe.outcome == .held ? () : nil
      }
      let receipts = try postPromptly(to: rig)
      #expect(receipts.allSatisfy { $0.outcome == .held })
      let server = try await ScriptedServer(on: bus)
      try await expectShown(by: server)
      try await eventually("no more held", holds: { try rig.control().status().held == 0 })
    }

    @Test func `a server that takes two seconds to start is started once, and waited for by no app`()
      async throws
    {
      let script = try ScriptedServer.script()
      let log = try ScriptedServer.logPath()
      let bus = try await PrivateBus(services: [
        "org.freedesktop.Notifications":
          #"/bin/sh -c "sleep 2; SCRIPTED_SERVER_ACTIVATED=1 exec /usr/bin/python3 \#(script) \#(log)""#
      ])
      let rig = try await DaemonRig.started(bus: bus)
      let begin = ContinuousClock.now
      try postPromptly(to: rig)
      try await eventually("all banners") {
        ScriptedServer.entries(in: log).count { $0.method == "Notify" } >= Self.titles.count ? () : nil
      }
      #expect(ContinuousClock.now - begin > .seconds(1))
      let entries = ScriptedServer.entries(in: log)
      #expect(entries.filter { $0.method == "Notify" }.map(\.title) == Self.titles)
      #expect(entries.count { $0.command == "own" } == 1)
    }

    @Test func `what a server dies of is tried twice, left in the list, and the next is shown`() async throws
    {
      let bus = try await PrivateBus()
      let modes = ["exit-on poison"]
      let first = try await ScriptedServer(on: bus, modes: modes)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.meetsServer()
      let client = try rig.notifications()
      let poison = try client.post(request(title: "poison", image: "mail-unread")).id
      let next = try client.post(request(title: "The next")).id
      try await eventually("a server's death", holds: { !first.process.isRunning })
      let second = try await ScriptedServer(on: bus, modes: modes)
      try await eventually("another death", holds: { !second.process.isRunning })
      let third = try await ScriptedServer(on: bus, modes: modes)
      try await expectShown(["The next"], by: third)
      #expect(first.notifications.map(\.title) == ["poison"])
      #expect(second.notifications.map(\.title) == ["poison"])
      // The second time without the picture, which may have been the cause.
      #expect(first.notifications.first?.hints?["image-path"] != nil)
      #expect(second.notifications.first?.hints?["image-path"] == nil)
      #expect(try rig.entry(poison)?.state == .failed)
      #expect(try rig.entry(poison)?.unread == true)
      try await rig.isShown(next)
      let effects = try rig.control().explain(poison).decisions.map(\.decision.effect)
      #expect(effects.suffix(2) == ["retried", "failed"])
    }

    @Test func `a press on a new server is about what that server shows`() async throws {
      let bus = try await PrivateBus()
      let first = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let app = try await WireClient.subscribed(to: rig)
      try postPromptly(["Before"], to: rig)
      try await eventually("a banner", holds: { first.notifications.count == 1 })
      let second = try await ScriptedServer(on: bus)
      let after = try postPromptly(["After"], to: rig)[0].id
      try await eventually("a banner", holds: { second.notifications.contains { $0.title == "After" } })
      let shown = second.notifications.map(\.title)
      #expect(shown == ["After"])
      try await rig.isShown(after)
      // Both servers count from one.
      try await second.command("press 1 default")
      #expect(try await app.event(.activated).id == after)
      try await first.command("press 1 default")
      try postPromptly(["Last"], to: rig)
      try await eventually("a banner", holds: { second.notifications.contains { $0.title == "Last" } })
      #expect(app.events().count { $0.kind == .activated } == 1)
      #expect(try rig.unread().map(\.title) == ["Last", "Before"])
    }

    @Test func `a bus that comes late, and one that comes again, are delivered to`() async throws {
      let bus = try await PrivateBus()
      bus.stop()
      let rig = try await DaemonRig.started(bus: bus)
      let pid = try rig.daemon.pid
      let posted = try postPromptly(to: rig)
      try await bus.start()
      let first = try await ScriptedServer(on: bus)
      try await expectShown(by: first)
      // One whose answer is not committed yet may be shown again.
      for receipt in posted { try await rig.isShown(receipt.id) }
      bus.stop()
      try postPromptly(["Fourth", "Fifth"], to: rig)
      try await bus.start()
      let second = try await ScriptedServer(on: bus)
      try await expectShown(["Fourth", "Fifth"], by: second)
      #expect(try rig.daemon.isRunning && rig.daemon.pid == pid)
    }
  }
}
