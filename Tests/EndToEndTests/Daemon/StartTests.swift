import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// A press on a notification whose app is away.
  @Suite struct Starts {
    private let apps: ScriptedApps
    private let files = TemporaryDirectory()
    private var name: String { DaemonRig.app.text }

    init() throws {
      apps = try ScriptedApps()
      mkdir("\(files.path)/data", 0o755)
      mkdir("\(files.path)/data/applications", 0o755)
    }

    /// A daemon, a server, and an app that D-Bus knows and that follows its events once it runs.
    private func rig(
      isActivatable: Bool, configuration: String = DaemonRig.allowing
    ) async throws -> (DaemonRig, ScriptedServer, PrivateBus) {
      let command = "\(files.path)/app"
      let bus = try await PrivateBus(services: isActivatable ? [name: "/bin/sh \(command)"] : [:])
      let server = try await ScriptedServer(on: bus)
      let rig = DaemonRig(
        bus: bus, configuration: configuration,
        environment: ["XDG_DATA_HOME": "\(files.path)/data", "XDG_DATA_DIRS": "/nonexistent"])
      writeFile(command, "exec \(apps.appCommand(name, socket: rig.paths.notifications))\n")
      try await rig.start()
      return (rig, server, bus)
    }

    private func install(_ lines: String) {
      writeFile(
        "\(files.path)/data/applications/\(name).desktop",
        "[Desktop Entry]\nType=Application\nName=Mail\n\(lines)")
    }

    private func press(_ action: String, on server: ScriptedServer, _ rig: DaemonRig) async throws
      -> NotificationID
    {
      let id = try rig.post(
        "Lunch?",
        actions: [.button("later", "Later"), Action(id: .literal("show"), title: "Show", foreground: true)]
      ).id
      try await rig.isShown(id)
      try await server.command("token 1 secret-token")
      try await server.command("press 1 \(action)")
      return id
    }

    private func decision(_ id: NotificationID, _ rig: DaemonRig) async throws -> Decision {
      try await eventually("a decision about the start") {
        try rig.control().explain(id).decisions.map(\.decision).last { $0.guideline == "actions.starting" }
      }
    }

    /// Each press once, and acknowledged; the token went to the start, and nowhere else.
    private func expectHeard(_ actions: String..., from rig: DaemonRig) async throws {
      try await eventually("an app that hears of the press", holds: { apps.heard.count >= actions.count })
      #expect(apps.heard.map(\.event) == actions.map { _ in "activated" })
      #expect(apps.heard.map(\.action) == actions)
      #expect(apps.heard.allSatisfy { $0.token == nil })
      try await eventually("an acknowledgement") {
        try await WireClient.subscribed(to: rig).events().contains { $0.kind == .activated } ? nil : ()
      }
      #expect(try !rig.daemon.output().contains("secret-token"))
      #expect(shell("grep -r secret-token \(quoted(rig.state)) \(quoted(rig.runtime))").status != 0)
    }

    @Test(arguments: ["default", "a.show"])
    func `an app that D-Bus activates comes to the front with its token, and finds the press waiting`(
      key: String
    ) async throws {
      let (rig, server, _) = try await rig(isActivatable: true)
      install("Exec=/bin/false\nDBusActivatable=true\n")
      let id = try await press(key, on: server, rig)
      try await expectHeard(key == "default" ? "default" : "show", from: rig)
      #expect(
        apps.activations.map(\.data) == [
          ["activation-token": "secret-token", "desktop-startup-id": "secret-token"]
        ])
      #expect(try await decision(id, rig).effect == "started")
    }

    @Test func `an action out of sight starts the app, and asks for no window`() async throws {
      let (rig, server, _) = try await rig(isActivatable: true)
      install("Exec=/bin/false\nDBusActivatable=true\n")
      let id = try await press("a.later", on: server, rig)
      try await expectHeard("later", from: rig)
      #expect(apps.activations.isEmpty)
      #expect(try await decision(id, rig).effect == "started")
    }

    @Test func `an app that D-Bus cannot activate is run by the service manager, once for presses in a row`()
      async throws
    {
      let (rig, server, bus) = try await rig(isActivatable: false)
      let manager = try apps.manager(on: bus, mode: "run")
      install("Exec=\(apps.programCommand(name, socket: rig.paths.notifications)) %u\n")
      try await eventually("a service manager") {
        shell(
          "DBUS_SESSION_BUS_ADDRESS=\(bus.address) gdbus call --session --dest org.freedesktop.DBus "
            + "--object-path / --method org.freedesktop.DBus.GetNameOwner org.freedesktop.systemd1 2>&1"
        ).status == 0 ? () : nil
      }
      let id = try await press("default", on: server, rig)
      let other = try rig.post("Dinner?").id
      try rig.control().activate(other, action: .defaultAction)
      try await expectHeard("default", "default", from: rig)
      #expect(apps.units.count == 1)
      #expect(apps.entries.compactMap(\.startup) == ["secret-token"])
      #expect(try await decision(id, rig).effect == "started")
      #expect(manager.isRunning)
    }

    @Test func `where neither is to be had, the explanation says so, and the press waits`() async throws {
      let (rig, server, _) = try await rig(isActivatable: false)
      let first = try await press("default", on: server, rig)
      // Showing it has left out its buttons, with a decision of the same guideline.
      let why = "The app is not running and could not be started: it has no desktop entry."
      try await eventually("the reason", holds: { try await decision(first, rig).why == why })
      install("Exec=env\n")
      let second = try rig.post("Dinner?").id
      try rig.control().activate(second, action: .defaultAction)
      #expect(try await decision(second, rig).why.contains("no service manager"))
      let app = try await WireClient.subscribed(to: rig)
      try await eventually("both presses") {
        app.receive()
        return app.events().filter { $0.kind == .activated }.map(\.id) == [first, second] ? () : nil
      }
    }

    @Test func `an app that follows its events is not started, and its newest follower alone has the token`()
      async throws
    {
      let (rig, server, _) = try await rig(isActivatable: true)
      install("Exec=/bin/false\nDBusActivatable=true\n")
      let older = try await WireClient.subscribed(to: rig)
      let newer = try await WireClient.subscribed(to: rig)
      let id = try await press("default", on: server, rig)
      #expect(try await newer.event(.activated).activationToken == "secret-token")
      #expect(try await older.event(.activated).activationToken == nil)
      let later = try await WireClient.subscribed(to: rig)
      #expect(try await later.event(.activated).activationToken == nil)
      #expect(
        try rig.control().explain(id).decisions.allSatisfy { $0.decision.guideline != "actions.starting" })
      #expect(apps.entries.isEmpty)
      #expect(shell("grep -r secret-token \(quoted(rig.state))").status != 0)
    }

    @Test func `the newest follower has its token although it is behind, and the older one has not`()
      async throws
    {
      let (rig, server, _) = try await rig(isActivatable: false, configuration: DaemonRig.unlimited)
      let client = try rig.notifications()
      var passive = request(title: "old", level: .passive)
      passive.target = OpaqueObject(json: "{\"filler\":\"\(String(repeating: "x", count: 4_000))\"}")
      var ids: [NotificationID] = []
      for number in 1...400 {
        passive.identifier = OpaqueName("\(number)")
        ids.append(try client.post(passive).id)
      }
      _ = try rig.control().dismiss(ids)
      // It has read everything; the other one has not begun.
      let older = try await WireClient.subscribed(to: rig)
      try await eventually("a follower that has caught up", holds: { older.events().count == 401 })
      let newer = try WireClient(rig.paths.notifications)
      try await newer.send(
        Call(
          method: "io.bellhop.Notifications.Subscribe",
          parameters: .object([JSON.Field("app", .string(name))]), more: true))
      _ = try await press("default", on: server, rig)
      #expect(try await older.event(.activated).activationToken == nil)
      #expect(try await newer.event(.activated).activationToken == "secret-token")
    }
  }
}
