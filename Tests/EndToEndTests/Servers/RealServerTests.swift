import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct RealServers {
    @Test func `dunst shows what an allowed app posts, and its presses reach the app`() async throws {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus, configuration: "")
      #expect(try await rig.bellhop("allow", "org.example.Mail").status == 0)
      let app = try await WireClient.subscribed(to: rig)
      let posted = try await rig.bellhop(
        "post", "--app", "org.example.Mail", "--action", "reply=Reply", "Lunch at <noon>?", "Fish & chips")
      #expect(posted.status == 0, "\(posted.output)")
      #expect(posted.output.contains(" presented\n"))
      try await eventually(
        "a banner", holds: { try await dunst.control("count", "displayed").hasPrefix("1") })
      try await dunst.screenshot("end-to-end-dunst")
      _ = try await dunst.control("action", "0")
      let pressed = try await app.event(.activated)
      #expect(pressed.action == .defaultAction)
      #expect(try rig.unread().isEmpty)
      _ = try await dunst.control("close-all")
      try await eventually(
        "a history", holds: { try await dunst.control("history").contains("Lunch at <noon>?") })
    }

    @Test func `mako shows what is posted, once however often`() async throws {
      let bus = try await PrivateBus()
      let mako = try await MakoServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      for _ in 0..<3 {
        let posted = try await rig.bellhop(
          "post", "--app", "org.example.Mail", "--action", "reply=Reply", "Lunch at <noon>?", "Fish & chips")
        #expect(posted.status == 0, "\(posted.output)")
      }
      try await eventually("a banner", holds: { try await mako.control("list").contains("Lunch at <noon>?") })
      try await mako.screenshot("end-to-end-mako")
      #expect(try await mako.control("list").components(of: "Lunch at <noon>?") == 1)
      #expect(try rig.unread().map(\.repeats) == [2])
      _ = try await mako.control("invoke", "a.reply")
      try await eventually("a press", holds: { try rig.unread().isEmpty })
    }
  }
}
