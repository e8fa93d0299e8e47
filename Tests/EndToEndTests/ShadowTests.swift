import BellhopClient
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Shadow {
    /// Posts as any program of the desktop would, and waits for the server's answer.
    private func notify(_ rig: DaemonRig, _ title: String, _ hints: String = "{}") async throws {
      let call = try rig.run([
        "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
        "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify", "parcelly", "0",
        "",
        title, "at the door", "[]", hints, "--", "-1",
      ])
      #expect(try await call.exit() == 0, "\(call.output())")
    }

    private func watched(_ rig: DaemonRig, _ count: Int) async throws -> WatchedApp {
      try await eventually("\(count) watched") {
        let apps = try rig.control().watchedApps()
        return apps.first?.posted == count ? apps.first : nil
      }
    }

    private func isWatching(_ rig: DaemonRig) async throws {
      try await eventually("a monitor of the bus") {
        let findings = try rig.control().examine().findings
        return findings.contains { $0.subject == .front && $0.verdict == .works } ? () : nil
      }
    }

    @Test func `what others post is judged, and reaches the server as before`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus, configuration: "[Front]\nMode=watch\n")
      try await isWatching(rig)
      for _ in 0..<3 { try await notify(rig, "Parcel") }
      let app = try await watched(rig, 3)
      #expect(app.app == AppID("parcelly") && !app.isVouchedFor && app.merged == 2)
      #expect(server.notifications.map(\.title) == ["Parcel", "Parcel", "Parcel"])
      #expect(try rig.control().list().entries.isEmpty)
      // How loud it is, is nothing to keep; and what Bellhop hands over was judged already.
      try await notify(rig, "Volume", "{'value': <40>, 'x-canonical-private-synchronous': <'volume'>}")
      try rig.control().setAuthorization(.authorized, app: DaemonRig.app)
      try rig.post("Lunch?")
      try await eventually("Bellhop's own", holds: { server.notifications.contains { $0.title == "Lunch?" } })
      try await notify(rig, "Another")
      _ = try await watched(rig, 4)
      #expect(try rig.control().watchedApps().map(\.app) == [AppID("parcelly")])
    }

    @Test func `the command line switches it, tells of it, and forgets it`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      #expect(try await rig.bellhop("front", "status").output.hasPrefix("mode: off\nwatched: 0\n"))
      #expect(try await rig.bellhop("front", "watch").status == 0)
      try await isWatching(rig)
      try await notify(rig, "Parcel")
      _ = try await watched(rig, 1)
      let report = try await rig.bellhop("front", "report").output
      #expect(report.contains("parcelly?") && !report.contains("Parcel "))
      #expect(try await rig.bellhop("front", "report", "--texts").output.contains("Parcel · at the door"))
      try rig.control().setLocked(true)
      #expect(try await !rig.bellhop("front", "report", "--texts").output.contains("Parcel"))
      #expect(try await rig.bellhop("front", "off").status == 0)
      try await notify(rig, "Unseen")
      #expect(try await rig.bellhop("front", "report", "--forget").output == "1 forgotten\n")
      #expect(try await rig.bellhop("front", "status").output.hasPrefix("mode: off\nwatched: 0\n"))
      #expect(server.notifications.count == 2)
    }
  }
}
