import Delivery
import NotificationModel
import TestSupport
import Testing

extension SinkTests {
  /// The servers that people have, behind bellhop-bus, while somebody else has their name.
  @Suite struct BehindRealServers {
    private static let servers: [ServerMatrix.Server] = [.dunst, .mako, .xfce, .notificationDaemon, .swaync]

    @Test(arguments: servers)
    func `a banner is shown, replaced, pressed and closed, also by a server and a bus that were started anew`(
      server: ServerMatrix.Server
    ) async throws {
      let renaming = try await RenamingBus()
      let front = try await ScriptedServer(on: renaming.bus, isBehind: false)
      let observed = try await server.start(on: renaming.bus)
      let rig = try await SinkRig(on: renaming.bus)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      let handle = try await rig.shown(testBanner())
      try await eventually("a banner", holds: { try await observed.count() == 1 })
      var next = try testBanner(title: "Dinner", body: "Fish & chips")
      next.replaces = handle
      #expect(try await rig.shown(next) == handle)
      #expect(try await observed.count() == 1)
      try await eventually("a press") {
        if !rig.reports.contains(where: pressed(handle)) { try await observed.press() }
        return rig.reports.contains(where: pressed(handle))
      }
      let second = try await rig.shown(testBanner(2))
      rig.sink.perform(.close(second))
      try await rig.waits(for: .closed(second, .closed))

      observed.process.kill()
      try await eventually("no server") {
        try await rig.answer(.describe) == .failed(.description, .noServer)
      }
      try await observed.restart()
      let third = try await rig.shown(testBanner(3))
      #expect(third.server != handle.server)
      renaming.process?.kill()
      try await eventually("no server") {
        try await rig.answer(.describe) == .failed(.description, .noServer)
      }
      observed.process.kill()
      try await renaming.start()
      try await observed.restart()
      let fourth = try await rig.shown(testBanner(4))
      try await eventually("a banner", holds: { try await observed.count() == 1 })
      rig.sink.perform(.close(fourth))
      try await rig.waits(for: .closed(fourth, .closed))
      #expect(front.notifications.isEmpty && front.closings.isEmpty)
    }

    /// With a token or without one.
    private func pressed(_ handle: BannerHandle) -> (SinkReport) -> Bool {
      { report in
        if case .pressed(handle, .defaultAction, _) = report { true } else { false }
      }
    }
  }
}
