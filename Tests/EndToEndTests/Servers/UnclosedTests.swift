import TestSupport
import Testing

extension EndToEndTests {
  /// Servers that leave up what they are asked to close.
  @Suite struct Unclosed {
    @Test func `on a dunst that ignores closes, no text of before is on a locked screen`() async throws {
      let marker = "Zq7xMarker"
      let desk = try await FrontDesk()
      let dunst = try await DunstServer(
        on: desk.renaming.bus, screen: VirtualScreen(),
        settings: "ignore_dbusclose=true\n[urgency_normal]\ntimeout=600")
      try await desk.open()
      for number in 1...2 { try await desk.notifySend("-t", "0", "\(marker) \(number)", marker) }
      try await eventually("two banners", holds: { try await dunst.count() == 2 })
      #expect(try await desk.rig.bellhop("lock").status == 0)
      for number in 1...2 {
        try await eventually("an explanation") {
          let told = try await desk.rig.bellhop("explain", "\(number)").output
          return told.contains("replaced by its hidden form") ? () : nil
        }
      }
      try await eventually("an empty screen", holds: { try await dunst.count() == 0 })
      let list = try await dunst.list()
      #expect(list?.contains("Notification") == true && list?.contains(marker) == false)
    }

    @Test func `a server that has ignored two closes is not waited for at a lock`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["ignores-closes"])
      let rig = try await DaemonRig.started(bus: bus)
      for number in 1...3 {
        let id = try rig.post("Private \(number)").id
        try await rig.isShown(id)
        try rig.control().setLocked(true)
        try await eventually("a hidden form") {
          server.notifications.last?.replaces == UInt32(number) ? () : nil
        }
        // With nothing left to tell.
        _ = try rig.control().markRead([id])
        try rig.control().setLocked(false)
      }
      #expect(
        server.notifications.filter { $0.replaces != 0 }.map(\.title)
          == ["Notification", "Notification", "Notification"])
      #expect(server.live.allSatisfy { !$0.seen.contains("Private") })
    }
  }
}
