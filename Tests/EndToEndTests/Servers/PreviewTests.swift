import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Previews {
    /// Private text everywhere it can stand, each with the marker.
    private func marked(_ marker: String) -> NotificationRequest {
      var request = request(
        identifier: "identifier-\(marker)", thread: "thread-\(marker)", subtitle: "subtitle \(marker)",
        body: "body \(marker)", sender: Sender(name: "sender \(marker)", group: "group \(marker)"),
        actions: [.button("reply", "action \(marker)")])
      request.title = "title \(marker)"
      request.target = OpaqueObject(json: #"{"target":"\#(marker)"}"#)
      return request
    }

    @Test func `while previews are hidden, no private text is on the bus, in the log or in a command line`()
      async throws
    {
      let marker = "Zq7xMarker"
      let bus = try await PrivateBus()
      let monitor = try await BusMonitor(on: bus)
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(
        bus: bus, configuration: DaemonRig.allowing + "[Previews]\nShow=never\n")
      let client = try rig.notifications()
      let receipt = try client.post(marked(marker))
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      var changed = marked(marker)
      changed.body = "changed \(marker)"
      _ = try client.post(changed)
      var isRefused = marked(marker)
      isRefused.actions = (1...5).map { .button("a\($0)", marker) }
      #expect(throws: ClientError.self) { try client.post(isRefused) }
      try await eventually("a second alert", holds: { server.notifications.count == 2 })
      try await server.command("press 1 default")
      try await eventually("a press", holds: { try rig.unread().isEmpty })
      try await eventually("what the monitor saw", holds: { monitor.output().contains("ActionInvoked") })
      // The monitor saw the calls, with the text hidden. The press reached no app, and may have a banner of its own.
      #expect((2...3).contains(monitor.output().components(of: "member=Notify")))
      #expect(monitor.output().contains(#"string "Notification""#))
      #expect(!monitor.output().contains(marker))
      #expect(try !rig.daemon.output().contains(marker))
      let commandLine = try readFile("/proc/\(rig.daemon.pid)/cmdline")
      #expect(!String(decoding: commandLine, as: UTF8.self).contains(marker))
      // Hidden from the bus, not from the person's own list.
      #expect(try rig.entry(receipt.id)?.body == "changed \(marker)")
    }

    @Test
    func `locking the screen redacts a banner that is on it, and unlocking restores it, without an alert`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["name Plasma"])
      let rig = try await DaemonRig.started(bus: bus)
      let id = try rig.post("Private title").id
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      #expect(try await rig.bellhop("lock").status == 0)
      try await eventually("a redacted banner", holds: { server.notifications.count == 2 })
      #expect(try rig.entry(id)?.title == "Notification")
      #expect(try await rig.bellhop("unlock").status == 0)
      try await eventually("a restored banner", holds: { server.notifications.count == 3 })
      #expect(server.notifications.map(\.title) == ["Private title", "Notification", "Private title"])
      #expect(server.notifications.map(\.replaces) == [0, 1, 1])
      #expect(server.notifications.map { $0.hints?["urgency"] } == ["byte 0x01", "byte 0x01", "byte 0x01"])
      #expect(server.notifications.dropFirst().allSatisfy { $0.hints?["suppress-sound"] == "true" })
      #expect(try rig.entry(id)?.title == "Private title")
    }

    @Test func `the lock outlives the daemon`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try rig.control().setLocked(true)
      try rig.crash()
      try await rig.start()
      try rig.post("Private title")
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      #expect(server.notifications.first?.title == "Notification")
      #expect(try rig.control().status().locked)
    }
  }
}
