import Delivery
import NotificationModel
import TestSupport
import Testing

extension SinkTests {
  /// Real servers, at their own name, and behind bellhop-bus while that name has another owner.
  @Suite struct RealServers {
    private static let servers: [ServerMatrix.Server] = [.dunst, .mako, .xfce, .notificationDaemon, .swaync]

    @Test(arguments: Way.allCases, servers)
    func `a banner is shown, replaced, pressed and closed, also by a server and a bus that were started anew`(
      way: Way, server: ServerMatrix.Server
    ) async throws {
      let renaming = way == .bus ? try await RenamingBus() : nil
      let bus = if let renaming { renaming.bus } else { try await PrivateBus() }
      let front = way == .bus ? try await ScriptedServer(on: bus, isBehind: false) : nil
      let observed = try await server.start(on: bus)
      let rig = try await SinkRig(on: bus)
      if let renaming { rig.sink.perform(.route(.behind(path: renaming.socketPath))) }
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
      if let renaming { renaming.process?.kill() } else { bus.stop() }
      try await eventually("no server") {
        try await rig.answer(.describe) == .failed(.description, .noServer)
      }
      observed.process.kill()
      if let renaming { try await renaming.start() } else { try await bus.start() }
      try await observed.restart()
      let fourth = try await rig.shown(testBanner(4))
      try await eventually("a banner", holds: { try await observed.count() == 1 })
      rig.sink.perform(.close(fourth))
      try await rig.waits(for: .closed(fourth, .closed))
      if let front { #expect(front.notifications.isEmpty && front.closings.isEmpty) }
    }

    /// With a token or without one.
    private func pressed(_ handle: BannerHandle) -> (SinkReport) -> Bool {
      { report in
        if case .pressed(handle, .defaultAction, _) = report { true } else { false }
      }
    }
  }
}
