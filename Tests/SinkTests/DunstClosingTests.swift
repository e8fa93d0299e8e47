import Delivery
import NotificationModel
import TestSupport
import Testing

extension SinkTests {
  /// dunst says that it has closed what its setting `ignore_dbusclose` keeps up.
  @Suite struct DunstCloses {
    @Test(arguments: Way.allCases)
    func `its word counts only if it has a banner less`(way: Way) async throws {
      for ignores in [false, true] {
        let bus = try await PrivateBus()
        let dunst = try await DunstServer(
          on: bus, screen: VirtualScreen(), settings: "ignore_dbusclose=\(ignores)")
        let rig = try await SinkRig(way, on: bus)
        var handles: [BannerHandle] = []
        for number: Int64 in 1...3 {
          handles.append(try await rig.shown(testBanner(number, title: "Lunch \(number)")))
        }
        try await eventually("three banners", holds: { try await dunst.count() == 3 })
        handles.dropLast().forEach { rig.sink.perform(.close($0)) }
        // Asked after the closes, so its answer comes after their signals.
        _ = try await rig.answer(.describe)
        let closed = handles.filter { rig.reports.contains(.closed($0, .closed)) }
        #expect(closed == (ignores ? [] : Array(handles.dropLast())))
        #expect(try await dunst.count() == (ignores ? 3 : 1))
        // What the person closes is told as ever.
        _ = try await dunst.control("close-all")
        try await rig.waits(for: .closed(handles[2], .dismissed))
      }
    }

    @Test func `a banner that a rule keeps off its screen is closed as well`() async throws {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(
        on: bus, screen: VirtualScreen(), settings: "[rule]\nsummary=Unseen\nskip_display=yes")
      let rig = try await SinkRig(on: bus)
      let handle = try await rig.shown(testBanner(title: "Unseen"))
      rig.sink.perform(.close(handle))
      try await rig.waits(for: .closed(handle, .closed))
      #expect(try await dunst.count() == 0)
    }
  }
}
