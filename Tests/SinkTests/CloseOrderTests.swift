import Delivery
import NotificationModel
import Records
import Sink
import TestSupport
import Testing

extension SinkTests {
  /// swaync 0.11 does not draw a banner that comes in the same moment as the close of the last one on its screen.
  @Suite struct CloseOrder {
    @Test(arguments: Way.allCases)
    func `closes go out at once, and a banner waits for their answers`(way: Way) async throws {
      let rig = try await SinkRig(way, closeMilliseconds: 60_000)
      let server = try await ScriptedServer(on: rig.bus)
      var handles: [BannerHandle] = []
      for number: Int64 in 1...3 { handles.append(try await rig.shown(testBanner(number))) }
      try await server.command("holds-closes")
      handles.forEach { rig.sink.perform(.close($0)) }
      rig.sink.perform(.show(try testBanner(4)))
      try await eventually("all closes", holds: { server.closings.count == 3 })
      // The server answers what comes later.
      try await server.command("ok")
      #expect(server.notifications.count == 3)
      try await server.command("resume")
      try await eventually("the banner", holds: { server.notifications.count == 4 })
      #expect(server.live.map(\.id) == [handles[2].id + 1])
    }

    @Test(arguments: Way.allCases)
    func `with a server that never answers closes a banner waits for a while`(way: Way) async throws {
      let rig = try await SinkRig(way, closeMilliseconds: 50)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(1))
      try await server.command("holds-closes")
      rig.sink.perform(.close(handle))
      _ = try await rig.shown(testBanner(2))
      #expect(server.closings.count == 1)
    }

    @Test(arguments: Way.allCases)
    func `closes that come while a banner waits do not make it wait for longer`(way: Way) async throws {
      let rig = try await SinkRig(way, closeMilliseconds: 300)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(1))
      try await server.command("holds-closes")
      rig.sink.perform(.close(handle))
      rig.sink.perform(.show(try testBanner(2)))
      // As from an app that closes banners all the time.
      try await eventually("the banner") {
        rig.sink.perform(.close(handle))
        return server.notifications.count == 2 ? () : nil
      }
      try await settle(rig, server)
    }

    @Test(arguments: Way.allCases)
    func `a close behind the answer to its banner comes a moment later on swaync, and what follows behind it`(
      way: Way
    ) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["swaync"])
      let handles = [try await rig.shown(testBanner(1)), try await rig.shown(testBanner(2))]
      handles.forEach { rig.sink.perform(.close($0)) }
      _ = try await rig.shown(testBanner(3))
      let calls = server.entries.filter { ["Notify", "CloseNotification"].contains($0.method) }
      #expect(
        calls.map(\.method) == ["Notify", "Notify", "CloseNotification", "CloseNotification", "Notify"])
      try #require(calls.count == 5)
      #expect(calls[2].time - calls[0].time > 0.045 && calls[3].time - calls[1].time > 0.045)
    }

    @Test(arguments: Way.allCases)
    func `a banner that waits for a server that dies is not shown, and the next server gets the next one`(
      way: Way
    ) async throws {
      let rig = try await SinkRig(way, closeMilliseconds: 60_000)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(2))
      try await server.command("holds-closes")
      rig.sink.perform(.close(handle))
      rig.sink.perform(.show(try testBanner()))
      try await eventually("the close", holds: { server.closings.count == 1 })
      server.kill()
      try await rig.waits(for: failed(.noServer))
      let next = try await ScriptedServer(on: rig.bus)
      _ = try await rig.shown(testBanner(3))
      #expect(next.closings.isEmpty)
    }

    /// libnotify's own call blocks its thread.
    @Test func `a close does not wait for the answer to a banner`() async throws {
      let rig = try await SinkRig(.bus)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(1))
      try await server.command("never-notify")
      rig.sink.perform(.show(try testBanner(2)))
      try await eventually("the banner", holds: { server.notifications.count == 2 })
      rig.sink.perform(.close(handle))
      try await eventually("the close", holds: { server.closings.count == 1 })
    }

    @Test(arguments: Way.allCases)
    func `any number of closes reaches a server that hangs`(way: Way) async throws {
      let rig = try await SinkRig(way, closeMilliseconds: 60_000)
      let server = try await ScriptedServer(on: rig.bus)
      let first = try await rig.shown(testBanner(1))
      try await server.command("holds-closes")
      for number: UInt32 in 1...512 {
        rig.sink.perform(.close(BannerHandle(server: first.server, id: number)))
      }
      try await eventually("all closes", holds: { server.closings.count == 512 })
      try await settle(rig, server)
    }

    /// A banner that waits for all answers. A call without one keeps GLib's connection after the rig has ended, and GLib
    /// would give it to the next rig.
    private func settle(_ rig: SinkRig, _ server: ScriptedServer) async throws {
      try await server.command("resume")
      _ = try await rig.shown(testBanner(99))
    }
  }
}
