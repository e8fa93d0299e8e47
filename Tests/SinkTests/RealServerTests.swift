import Delivery
import NotificationModel
import Sink
import TestSupport
import Testing

extension SinkTests {
  @Suite struct RealServers {
    @Test func `dunst shows, replaces, reports presses and closes`() async throws {
      let rig = try await SinkRig()
      let dunst = try await DunstServer(on: rig.bus)
      var banner = try testBanner(
        title: "Lunch at <noon>?", body: "Fish & chips", actions: [action("Reply"), action("archive")])
      let handle = try await rig.shown(banner)
      try await eventually(
        "a banner", holds: { try await dunst.control("count", "displayed").hasPrefix("1") })
      try await dunst.screenshot("dunst-shown")
      banner.replaces = handle
      banner.text.title = "Lunch at one"
      #expect(try await rig.shown(banner) == handle)
      try await dunst.screenshot("dunst-replaced")
      _ = try await dunst.control("action", "0")
      try await rig.waits(for: .pressed(handle, action: .defaultAction, activationToken: nil))
      let second = try await rig.shown(testBanner(2))
      rig.sink.perform(.close(second))
      try await rig.waits(for: .closed(second, .closed))
    }

    @Test func `mako shows, replaces, reports presses and closes`() async throws {
      let rig = try await SinkRig()
      let mako = try await MakoServer(on: rig.bus)
      var banner = try testBanner(
        title: "Lunch at <noon>?", body: "Fish & chips", actions: [action("Reply"), action("archive")])
      banner.progress = 60
      let handle = try await rig.shown(banner)
      try await eventually("a banner", holds: { try await mako.control("list").contains("Lunch at <noon>?") })
      try await mako.screenshot("mako-shown")
      banner.replaces = handle
      banner.text.title = "Lunch at one"
      #expect(try await rig.shown(banner) == handle)
      try await mako.screenshot("mako-replaced")
      _ = try await mako.control("invoke", "a.Reply")
      try await eventually("a press") {
        rig.reports.contains { report in
          if case .pressed(handle, let action, _) = report { action.text == "Reply" } else { false }
        } ? true : nil
      }
      let second = try await rig.shown(testBanner(2))
      rig.sink.perform(.close(second))
      try await rig.waits(for: .closed(second, .closed))
    }
  }
}
