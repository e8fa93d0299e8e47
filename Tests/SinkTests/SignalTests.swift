import Delivery
import NotificationModel
import Sink
import TestSupport
import Testing

extension SinkTests {
  @Suite struct Hearing {
    @Test(arguments: Way.allCases)
    func `presses, replies and closings come back with the app's own names`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(actions: [action("Reply.1")]))
      try await server.command("press \(handle.id) a.Reply.1")
      try await server.command("press \(handle.id) default")
      try await server.command("reply \(handle.id) on my way")
      try await server.command("close \(handle.id) 2")
      try await rig.waits(for: .closed(handle, .dismissed))
      #expect(
        rig.reports.suffix(4) == [
          .pressed(handle, action: try #require(ItemID("Reply.1")), activationToken: nil),
          .pressed(handle, action: .defaultAction, activationToken: nil),
          .replied(handle, text: "on my way"), .closed(handle, .dismissed),
        ])
    }

    @Test(arguments: Way.allCases)
    func `an activation token goes out once, with its own banner's press`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let one = try await rig.shown(testBanner(1))
      let two = try await rig.shown(testBanner(2))
      try await server.command("token \(one.id) secret")
      try await server.command("press \(two.id) default")
      try await server.command("press \(one.id) default")
      try await server.command("press \(one.id) default")
      try await server.command("close \(one.id) 3")
      try await rig.waits(for: .closed(one, .closed))
      #expect(
        rig.reports.suffix(4).dropLast() == [
          .pressed(two, action: .defaultAction, activationToken: nil),
          .pressed(one, action: .defaultAction, activationToken: "secret"),
          .pressed(one, action: .defaultAction, activationToken: nil),
        ])
    }

    @Test(arguments: Way.allCases)
    func `a press by an app's own key comes back with it, and with its token`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner())
      let before = rig.reports.count
      try await server.command("token \(handle.id) secret")
      try await server.command("press \(handle.id) ja, bitte")
      try await server.command("press \(handle.id) \(String(repeating: "k", count: ActionKeys.bytes + 1))")
      try await server.command("close \(handle.id) 1")
      try await rig.waits(for: .closed(handle, .expired))
      #expect(
        rig.reports.dropFirst(before) == [
          .pressedKey(handle, "ja, bitte", activationToken: "secret"), .closed(handle, .expired),
        ])
    }

    @Test(arguments: Way.allCases, ["press-before-reply default", "close-before-reply"])
    func `a signal that overtakes the answer is reported after it`(way: Way, mode: String) async throws {
      let rig = try await SinkRig(way)
      _ = try await rig.shownAfter(modes: [mode])
      let kinds = rig.reports.suffix(2)
      guard case .shown(_, let handle, _, _)? = kinds.first else {
        Issue.record("\(rig.reports)")
        return
      }
      #expect(
        kinds.last == .pressed(handle, action: .defaultAction, activationToken: nil)
          || kinds.last == .closed(handle, .expired))
    }

    @Test(arguments: Way.allCases)
    func `a signal before the answer to a replacement is reported before it`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner())
      try await server.command("press-before-reply default")
      let before = rig.reports.count
      var banner = try testBanner(title: "Dinner")
      banner.replaces = handle
      _ = try await rig.answer(.show(banner))
      #expect(
        rig.reports.dropFirst(before).first
          == .pressed(handle, action: .defaultAction, activationToken: nil))
      #expect(rig.reports.last == .shown(banner.subject, handle, hidden: false, omitted: []))
    }

    /// GDBus reads on while libnotify blocks its thread.
    @Test
    func `of what a server says while nobody can hear it only so much waits, and later signals are heard`()
      async throws
    {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["presses-before-reply 20000 default"])
      let handle = try await rig.shown(testBanner())
      try await server.command("close \(handle.id) 2")
      try await rig.waits(for: .closed(handle, .dismissed))
      let presses = rig.reports.count { if case .pressed = $0 { true } else { false } }
      #expect((1_000...SinkReport.mostWaiting).contains(presses), "\(presses)")
    }

    @Test(arguments: Way.allCases)
    func `signals that make no sense are passed over`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner())
      let before = rig.reports.count
      try await server.command("odd-signals \(handle.id)")
      try await server.command("close \(handle.id) 1")
      try await rig.waits(for: .closed(handle, .expired))
      #expect(
        rig.reports.dropFirst(before) == [
          .closed(handle, .undefined), .pressedKey(handle, "settings", activationToken: nil),
          .closed(handle, .expired),
        ])
    }

    @Test(arguments: Way.allCases)
    func `closing is asked of the server that shows the banner, and of no other`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner())
      rig.sink.perform(.close(BannerHandle(server: "elsewhere/:1.1", id: handle.id)))
      rig.sink.perform(.close(handle))
      try await rig.waits(for: .closed(handle, .closed))
      #expect(server.closings.map(\.id) == [handle.id])
    }

    @Test(arguments: Way.allCases)
    func `a banner of an earlier run can be pressed and closed`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(actions: [action("yes")]))
      rig.sink.stop()
      rig.start()
      _ = try await rig.answer(.describe)
      try await server.command("press \(handle.id) a.yes")
      try await rig.waits(
        for: .pressed(handle, action: try #require(ItemID("yes")), activationToken: nil))
      rig.sink.perform(.close(handle))
      try await rig.waits(for: .closed(handle, .closed))
    }

    @Test(arguments: Way.allCases)
    func `what a server evicts has expired`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["evict 1"])
      let one = try await rig.shown(testBanner(1))
      _ = try await rig.shown(testBanner(2))
      try await rig.waits(for: .closed(one, .expired))
      #expect(server.notifications.count == 2)
    }
  }
}
