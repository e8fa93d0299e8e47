import TestSupport
import Testing

extension EndToEndTests {
  /// Somebody looks at the screen through a real PipeWire.
  @Suite struct ScreenShare {
    @Test func `sharing the screen takes private text off dunst, and its end brings it back, unheard`()
      async throws
    {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let pipeWire = try await PipeWireServer.started()
      let monitor = try ChildProcess(["/usr/bin/dbus-monitor", "--address", bus.address])
      let rig = try await DaemonRig.started(
        bus: bus, environment: pipeWire.variables.mapValues { .some($0) })
      let id = try rig.post("Zq7x title").id
      try await rig.isShown(id)
      let stream = try pipeWire.stream("xdpw-stream-1")
      try await stream.view()
      try await rig.isShown(id, times: 2)
      #expect(try rig.control().status().lockedBy == ["screen sharing"])
      let list = try await rig.bellhop("list")
      #expect(list.output.contains("Notification") && !list.output.contains("Zq7x"))
      stream.endViewing()
      try await rig.isShown(id, times: 3)
      #expect(try rig.control().status().lockedBy == nil)
      // The first alone was more than a change in place.
      #expect(monitor.output().components(of: "member=Notify\n") == 3)
      #expect(monitor.output().components(of: "byte 1\n") == 1)
      _ = try await dunst.control("close-all")
      try await eventually("a history") {
        try await dunst.control("history").contains("Zq7x title") ? () : nil
      }

      let other = try rig.post("Other Zq7x").id
      try await rig.isShown(other)
      try await stream.view()
      try await rig.isShown(other, times: 2)
      _ = try await dunst.control("close-all")
      try await eventually("a longer history") {
        try await dunst.control("history").contains("Notification") ? () : nil
      }
      #expect(try await !dunst.control("history").contains("Other Zq7x"))
    }
  }
}
