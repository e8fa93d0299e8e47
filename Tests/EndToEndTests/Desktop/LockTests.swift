import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The desktop says that the screen is locked: a logind played by python-dbusmock, on a bus that stands for the
  /// system's.
  @Suite struct Lock {
    private struct Desktop {
      let bus: PrivateBus
      let logind: MockLogind
      let environment: [String: String?]

      init() async throws {
        bus = try await PrivateBus()
        logind = try await MockLogind(on: bus, user: getuid())
        environment = [
          "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "XDG_SESSION_ID": MockLogind.sessionID,
        ]
      }
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
      duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    @Test
    func `locking takes private text off dunst within 200 ms, and a hook runs again for one line alone`()
      async throws
    {
      let desktop = try await Desktop()
      let dunst = try await DunstServer(on: desktop.bus)
      let monitor = try await BusMonitor(on: desktop.bus)
      let rig = try await DaemonRig.started(bus: desktop.bus, environment: desktop.environment)
      var times: [Duration] = []
      for round in 0..<5 {
        let id = try rig.post("Zq7x title \(round)").id
        try await rig.isShown(id)
        let control = try rig.control()
        // The measured time includes sending the hint.
        let begin = ContinuousClock.now
        try await desktop.logind.setLockedHint(true)
        try await eventually("no banner", holds: { try await dunst.control("count", "displayed") == "0\n" })
        times.append(ContinuousClock.now - begin)
        #expect(try control.explain(id).decisions.last?.decision.effect == "notShown")
        try await desktop.logind.setLockedHint(false)
        try await eventually("an unlock", holds: { try !control.status().locked })
        #expect(try control.entry(id)?.unread == true)
        try await eventually("a line", holds: { try await dunst.control("count", "displayed") == "1\n" })
      }
      let median = times.sorted()[2]
      #expect(median < .milliseconds(200), "\(times.map(milliseconds))")
      // dunst runs a hook for each call: for each banner, and for the line after each lock.
      let heard = try await monitor.heard()
      #expect(heard.components(of: "member=Notify\n") == 10)

      let other = try rig.post("Other Zq7x").id
      try await rig.isShown(other)
      try await desktop.logind.setLockedHint(true)
      try await eventually("no banner", holds: { try await dunst.control("count", "displayed") == "0\n" })
      #expect(try rig.control().status().lockedBy == ["logind"])
    }

    @Test func `while dunst is stopped, nothing private that comes after the lock is given to it`()
      async throws
    {
      let desktop = try await Desktop()
      let dunst = try await DunstServer(on: desktop.bus)
      let rig = try await DaemonRig.started(bus: desktop.bus, environment: desktop.environment)
      let id = try rig.post("Before Zq7x").id
      try await rig.isShown(id)
      dunst.process.signal(SIGSTOP)
      try await desktop.logind.setLockedHint(true)
      try await eventually("a lock", holds: { try rig.control().status().locked })
      let later = try rig.post("After Zq7x").id
      dunst.process.signal(SIGCONT)
      try await rig.isShown(later)
      #expect(try rig.control().explain(id).decisions.last?.decision.effect == "notShown")
      _ = try await dunst.control("close-all")
      try await eventually(
        "a history", holds: { try await dunst.control("history").contains("Notification") })
      #expect(try await !dunst.control("history").contains("After Zq7x"))
    }

    @Test func `while a server hangs, nothing private is sent to it once the screen is locked`() async throws
    {
      let desktop = try await Desktop()
      let server = try await ScriptedServer(on: desktop.bus, modes: ["name lxqt-notificationd"])
      let rig = try await DaemonRig.started(bus: desktop.bus, environment: desktop.environment)
      let id = try rig.post("Before Zq7x").id
      try await rig.isShown(id)
      try await server.command("hang")
      let outstanding = try rig.post("Between Zq7x").id
      try await eventually("a call", holds: { server.notifications.count == 2 })
      try await desktop.logind.setLockedHint(true)
      try await eventually("a lock", holds: { try rig.control().status().locked })
      let later = try rig.post("After Zq7x").id
      try await server.command("resume")
      try await rig.isShown(later)
      try await rig.isShown(id, times: 2)
      // The banner that had left before the lock cannot be called back, and is the first to be changed.
      try await rig.isShown(outstanding, times: 2)
      let titles = server.notifications.map(\.title)
      #expect(titles.prefix(2) == ["Before Zq7x", "Between Zq7x"])
      #expect(titles.dropFirst(2).allSatisfy { $0 == "Notification" })
      #expect(Set(server.notifications.dropFirst(2).prefix(2).map(\.replaces)) == [1, 2])
      #expect(server.notifications.count == 5)
    }

    @Test func `a screen that is locked when the daemon starts hides from the first banner on`() async throws
    {
      let desktop = try await Desktop()
      try await desktop.logind.setLockedHint(true)
      let server = try await ScriptedServer(on: desktop.bus)
      let rig = try await DaemonRig.started(bus: desktop.bus, environment: desktop.environment)
      try rig.post("Zq7x")
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      #expect(server.notifications.first?.title == "Notification")
      #expect(try await rig.bellhop("unlock").status == 0)
      #expect(try rig.control().status().lockedBy == ["logind"])
    }

    /// GNOME's settings of its own, on a bus with the service that writes them.
    private struct GnomeSettings {
      let home = TemporaryDirectory()
      let bus: PrivateBus
      let server: ScriptedServer
      var runtime: String { "\(home.path)/run" }
      let variables: [String: String?]

      init() async throws {
        variables = [
          "XDG_RUNTIME_DIR": "\(home.path)/run", "XDG_CONFIG_HOME": "\(home.path)/settings",
          "GSETTINGS_BACKEND": "dconf",
        ]
        bus = try await PrivateBus(
          services: ["ca.desrt.dconf": "/usr/libexec/dconf-service"],
          environment: variables.compactMapValues { $0 })
        server = try await ScriptedServer(on: bus, modes: ["name gnome-shell"])
      }

      func set(_ schema: String, _ key: String, _ value: String) async throws {
        _ = try await run(
          ["/usr/bin/gsettings", "set", schema, key, value],
          variables.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
      }
    }

    @Test func `GNOME's Do Not Disturb is shown and explained`() async throws {
      let gnome = try await GnomeSettings()
      let rig = try await DaemonRig.started(
        bus: gnome.bus, environment: gnome.variables, runtime: gnome.runtime)
      try await eventually("a switch that is off", holds: { try rig.control().status().serverMuted == false })
      try await gnome.set("org.gnome.desktop.notifications", "show-banners", "false")
      try await eventually("a switch that is on", holds: { try rig.control().status().serverMuted == true })
      let id = try rig.post("Lunch").id
      try await rig.isShown(id)
      #expect(
        try rig.control().explain(id).decisions.contains {
          $0.decision.why.hasPrefix("GNOME's Do Not Disturb is on")
        })
      #expect(gnome.server.notifications.count == 1)
    }

    @Test func `GNOME's lock screen is left alone, unless its settings have it show text`() async throws {
      let gnome = try await GnomeSettings()
      let logind = try await MockLogind(on: gnome.bus, user: getuid())
      let own = ["DBUS_SYSTEM_BUS_ADDRESS": gnome.bus.address, "XDG_SESSION_ID": MockLogind.sessionID]
      let rig = try await DaemonRig.started(
        bus: gnome.bus, environment: gnome.variables.merging(own) { $1 }, runtime: gnome.runtime)
      // Known together with the lock screen.
      try await eventually("its settings", holds: { try rig.control().status().serverMuted == false })
      let before = try rig.post("Before Zq7x").id
      try await rig.isShown(before)
      try await logind.setLockedHint(true)
      let behind = try rig.post("Behind Zq7x").id
      try await rig.isShown(behind)
      #expect(gnome.server.notifications.map(\.title) == ["Before Zq7x", "Notification"])
      try await logind.setLockedHint(false)
      try await rig.isShown(behind, times: 2)
      #expect(gnome.server.notifications.map(\.title) == ["Before Zq7x", "Notification", "Behind Zq7x"])

      try await logind.setLockedHint(true)
      try await eventually("a lock", holds: { try rig.control().status().locked })
      let app =
        "org.gnome.desktop.notifications.application:/org/gnome/desktop/notifications/application/mail/"
      try await gnome.set(app, "details-in-lock-screen", "true")
      #expect(gnome.server.notifications.count == 3)
      try await gnome.set("org.gnome.desktop.notifications", "application-children", "['mail']")
      try await rig.isShown(before, times: 2)
      try await rig.isShown(behind, times: 3)
      #expect(gnome.server.notifications.map(\.title).suffix(2) == ["Notification", "Notification"])
      #expect(!gnome.server.entries.contains { $0.method == "CloseNotification" })
    }
  }
}
