import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  /// The behaviour of real servers beyond the specification.
  @Suite struct ServerManners {
    @Test func `what a full server takes away is unread still, what the person dismisses is not`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["evict 2"])
      let rig = try await DaemonRig.started(bus: bus)
      let ids = try (1...5).map { try rig.post("Number \($0)").id }
      try await rig.isShown(ids[4])
      #expect(try rig.notifications().badge(app: DaemonRig.app) == 5)
      try await server.command("close 5 2")
      try await eventually("a dismissal", holds: { try rig.unread().count == 4 })
      #expect(try rig.entry(ids[4])?.state == .dismissed)
      #expect(try rig.unread().map(\.id) == ids.dropLast().reversed())
    }

    @Test func `of eleven banners GNOME takes one away, and all are unread`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["gnome"])
      let rig = try await DaemonRig.started(bus: bus, configuration: DaemonRig.unlimited)
      let ids = try (1...11).map { try rig.post("Number \($0)").id }
      try await rig.isShown(ids[10])
      try await eventually("ten banners", holds: { server.live.map(\.id) == Array(2...11) })
      try await rig.isShown(rig.post("The last").id)
      #expect(try rig.unread().count == 12)
    }

    @Test func `a server that refuses the same twice in a second is asked again`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["refuse-identical"])
      let rig = try await DaemonRig.started(
        bus: bus, configuration: "[Consent]\nDefault=allow\n[Previews]\nShow=never\n")
      // Without their text the two are alike.
      let ids = try ["First", "Second"].map { try rig.post($0).id }
      for id in ids { try await rig.isShown(id) }
      #expect(server.notifications.count >= 3)
      #expect(try rig.unread().map(\.state) == [.delivered, .delivered])
    }

    @Test func `what a server tells twice, and after the press, is one press`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["gnome", "twice"])
      let rig = try await DaemonRig.started(bus: bus)
      let app = try await WireClient.subscribed(to: rig)
      let first = try rig.post("First").id
      let second = try rig.post("Second").id
      try await rig.isShown(second)
      try await server.command("press 1 default")
      try await server.command("close 2 2")
      try await eventually("an end of both", holds: { try rig.unread().isEmpty })
      let kept = app.events().filter { $0.kind.isKept }
      #expect(kept.map(\.kind) == [.activated, .dismissed])
      #expect(kept.map(\.id) == [first, second])
    }

    @Test func `the environment of a sandbox does not lead banners to a portal`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(
        bus: bus, environment: ["SNAP": "/snap/app/1", "SNAP_NAME": "app", "SNAP_INSTANCE_NAME": "app"])
      try await rig.isShown(rig.post("Lunch?").id)
      #expect(server.notifications.map(\.title) == ["Lunch?"])
    }

    @Test func `without a bus the daemon starts none, and no other program`() async throws {
      let rig = try await DaemonRig.started()
      try rig.post("Lunch?")
      try await eventually(
        "a held post",
        holds: { try rig.post("Supper?").outcome == .held || rig.unread().contains { $0.outcome == .held } })
      let pid = try rig.daemon.pid
      #expect(shell("cat /proc/\(pid)/task/*/children").output.isEmpty)
      #expect(try rig.daemon.isRunning)
    }
  }
}
