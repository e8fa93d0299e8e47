import TestSupport
import Testing

extension EndToEndTests {
  /// A program records the screen through a real PipeWire.
  @Suite struct ScreenShare {
    @Test
    func `sharing the screen takes private text off dunst, and its end tells in a line what came meanwhile`()
      async throws
    {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let pipeWire = try await PipeWireServer.started()
      let monitor = try ChildProcess(["/usr/bin/dbus-monitor", "--address", bus.address])
      let rig = try await DaemonRig.started(
        bus: bus, configuration: DaemonRig.allowing + "[Quiet]\nSharedScreen=false\n",
        environment: pipeWire.variables.mapValues { .some($0) })
      let id = try rig.post("Zq7x title").id
      try await rig.isShown(id)
      let stream = try pipeWire.stream("xdpw-stream-1")
      try await stream.view()
      try await eventually("no banner", holds: { try await dunst.control("count", "displayed") == "0\n" })
      #expect(try rig.control().status().lockedBy == ["screen sharing"])
      let list = try await rig.bellhop("list")
      #expect(list.output.contains("Notification") && !list.output.contains("Zq7x"))
      let hidden = try rig.post("Other Zq7x").id
      try await rig.isShown(hidden)
      stream.endViewing()
      try await eventually("an end", holds: { try rig.control().status().lockedBy == nil })
      // The two, and the line about both.
      try await eventually("a line", holds: { monitor.output().components(of: "member=Notify\n") == 3 })
      #expect(monitor.output().contains("2 notifications while text was hidden"))
      #expect(try rig.unread().count == 2)
      _ = try await dunst.control("close-all")
      try await eventually(
        "a history", holds: { try await dunst.control("history").contains("Notification") })
      let line = "Zq7x title, Other Zq7x"
      #expect(try await dunst.control("history").replacing(line, with: "").contains("Other Zq7x") == false)
    }

    @Test func `what comes while the screen is shared waits, and is shown four seconds after the share`()
      async throws
    {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let pipeWire = try await PipeWireServer.started()
      let rig = try await DaemonRig.started(
        bus: bus, environment: pipeWire.variables.mapValues { .some($0) })
      try await rig.meetsServer()
      let stream = try pipeWire.stream("xdpw-stream-1")
      #expect(try rig.post("Nobody Looks Yet").outcome == .presented)
      try await stream.view()
      try await eventually("a share", holds: { try rig.control().status().lockedBy == ["screen sharing"] })
      let held = try rig.post("Zq7x title")
      #expect(held.outcome == .held)
      #expect(held.decisions.first?.guideline == "focus.sharedScreen")
      // One who goes from a window to another is away for less than four seconds.
      stream.endViewing()
      try await Task.sleep(for: .seconds(2))
      try await stream.view()
      try await Task.sleep(for: .seconds(3))
      #expect(try rig.entry(held.id)?.state == .held)
      stream.endViewing()
      let end = ContinuousClock.now
      try await rig.isShown(held.id)
      #expect(ContinuousClock.now - end > .milliseconds(3_500))
      _ = try await dunst.control("close-all")
      #expect(try await dunst.control("history").contains("Zq7x title"))
    }

    @Test func `a Do Not Disturb of the person's outlasts a share`() async throws {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let pipeWire = try await PipeWireServer.started()
      let rig = try await DaemonRig.started(
        bus: bus, environment: pipeWire.variables.mapValues { .some($0) })
      try await rig.meetsServer()
      #expect(try await rig.bellhop("dnd", "on").status == 0)
      let stream = try pipeWire.stream("xdpw-stream-1")
      try await stream.view()
      try await eventually("a share", holds: { try rig.control().status().lockedBy == ["screen sharing"] })
      let held = try rig.post("Zq7x title")
      stream.endViewing()
      try await eventually("its end", holds: { try rig.control().status().lockedBy == nil })
      #expect(try rig.entry(held.id)?.state == .held)
      #expect(try await rig.bellhop("dnd", "off").status == 0)
      try await rig.isShown(held.id)
      withExtendedLifetime(dunst) {}
    }
  }
}
