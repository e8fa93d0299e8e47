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

    private func watched(_ rig: DaemonRig, _ count: Int) async throws -> ShadowApp {
      try await eventually("\(count) watched") {
        let apps = try rig.control().shadowApps().apps
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
      // An indicator of volume is not kept; and a banner handed over by Bellhop was judged already.
      try await notify(rig, "Volume", "{'value': <40>, 'x-canonical-private-synchronous': <'volume'>}")
      try rig.control().setAuthorization(.authorized, app: DaemonRig.app)
      try rig.post("Lunch?")
      try await eventually("Bellhop's own", holds: { server.notifications.contains { $0.title == "Lunch?" } })
      try await notify(rig, "Another")
      _ = try await watched(rig, 4)
      #expect(try rig.control().shadowApps().apps.map(\.app) == [AppID("parcelly")])
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
      let told = try rig.control().shadowNotifications(app: nil, limit: 10, texts: false, language: nil)
      #expect(told.entries.map(\.title) == [nil] && !told.more)
      try rig.control().setLocked(true)
      #expect(try await !rig.bellhop("front", "report", "--texts").output.contains("Parcel"))
      #expect(try await rig.bellhop("front", "off").status == 0)
      try await notify(rig, "Unseen")
      #expect(try await rig.bellhop("front", "report", "--forget").output == "1 forgotten\n")
      #expect(try await rig.bellhop("front", "status").output.hasPrefix("mode: off\nwatched: 0\n"))
      #expect(server.notifications.count == 2)
    }

    /// Posts to the monitor, as fast as the bus accepts it.
    private static let flooder = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.connect(sys.argv[1])
      s.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\nBEGIN\\r\\n")
      s.sendall(bytes.fromhex(sys.argv[2]))
      block = bytes.fromhex(sys.argv[3]) * 200
      while True: s.sendall(block)
      """

    @Test func `whoever floods the session bus keeps nobody waiting, and what is too much is counted`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(
        bus: bus, configuration: "[Front]\nMode=watch\n" + DaemonRig.unlimited)
      try await isWatching(rig)
      func hexadecimal(_ message: WrittenMessage) -> String {
        message.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }
      let driver = "org.freedesktop.DBus"
      let hello = WrittenMessage.call(
        "Hello", serial: 1, to: driver, path: "/org/freedesktop/DBus", interface: driver)
      var post = WrittenMessage.notify(serial: 2, "Flood", body: "and more of it")
      post.wantsNoReply = true
      let flood = try rig.run([
        "/usr/bin/python3", "-c", Self.flooder, bus.socketPath, hexadecimal(hello), hexadecimal(post),
      ])
      defer { flood.kill() }
      try await eventually(
        "a flood", holds: { try rig.control(replyTimeout: .seconds(5) * burden).front().dropped > 1_000 })
      // A busy machine keeps one or the other waiting, too: most of them tell.
      let times = try (1...20).map { number in
        let start = ContinuousClock.now
        try rig.post("\(number)")
        return ContinuousClock.now - start
      }.sorted()
      #expect(times[15] < .seconds(5) * burden && flood.isRunning, "\(times)")
      #expect(try rig.control().front().watched < 2_000 * burden)
      _ = server
    }

    @Test func `without a bus that lets it listen it says so, and with the wish to watch that is over`()
      async throws
    {
      let rig = try await DaemonRig.started(environment: [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"
      ])
      let fault = "The notifications of other apps cannot be watched: the session bus cannot be reached"
      #expect(try await rig.bellhop("front", "watch").output.hasPrefix(fault))
      #expect(try await rig.bellhop("front", "status").output.contains("fault: \(fault)"))
      #expect(try await rig.bellhop("front", "report").output == "Nothing was watched.\n")
      let findings = try rig.control().examine().findings
      #expect(findings.contains { $0.subject == .front && $0.verdict == .missing && $0.remedy != nil })
      #expect(try await rig.bellhop("front", "off").status == 0)
      #expect(try await rig.bellhop("front", "status").output.hasPrefix("mode: off\nwatched: 0\n"))
      #expect(try !rig.control().examine().findings.contains { $0.subject == .front })
    }
  }
}
