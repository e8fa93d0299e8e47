import Delivery
import Glibc
import NotificationModel
import Sink
import TestSupport
import Testing

extension SinkTests {
  /// A server that is not where the desktop's specification has it.
  @Suite struct Routes {
    @Test
    func `behind bellhop-bus a banner is shown, replaced, pressed and closed, and the front hears nothing`()
      async throws
    {
      let renaming = try await RenamingBus()
      let front = try await ScriptedServer(on: renaming.bus, isBehind: false)
      let server = try await ScriptedServer(on: renaming.bus)
      let rig = try await SinkRig(on: renaming.bus)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      let handle = try await rig.shown(testBanner(body: "a & b", actions: [action("yes")]))
      var next = try testBanner(title: "Dinner", actions: [action("yes")])
      next.replaces = handle
      #expect(try await rig.shown(next) == handle)
      #expect(server.notifications.map(\.title) == ["Lunch", "Dinner"])
      #expect(server.notifications.map(\.replaces) == [0, handle.id])
      try await server.command("token \(handle.id) secret")
      try await server.command("press \(handle.id) a.yes")
      try await rig.waits(
        for: .pressed(handle, action: try #require(ItemID("yes")), activationToken: "secret"))
      rig.sink.perform(.close(handle))
      try await rig.waits(for: .closed(handle, .closed))
      #expect(front.notifications.isEmpty && front.closings.isEmpty)
    }

    @Test func `a server that is called at another name takes the whole banner and its presses`() async throws
    {
      for name in ["org.gnome.Shell", ""] {
        let rig = try await SinkRig()
        let front = try await ScriptedServer(on: rig.bus)
        let server = try await ScriptedServer(on: rig.bus, modes: ["owns \(name)"])
        let unique = try #require(server.entries.first { $0.command == "own" }?.sender)
        rig.sink.perform(.route(.named(name.isEmpty ? unique : name)))
        var banner = try testBanner(title: "a & b", body: "1 < 2", actions: [action("yes")])
        banner.text.image = "mail-unread"
        banner.urgency = .critical
        let handle = try await rig.shown(banner)
        #expect(handle.server.hasSuffix("/\(unique)"))
        let call = try #require(server.notifications.first)
        #expect(call.app == "Mail" && call.title == "a & b" && call.body == "1 &lt; 2" && call.timeout == -1)
        #expect(call.actions == ["default", "Open", "a.yes", "YES"])
        let sender = try #require(call.sender)
        #expect(
          call.hints == [
            "desktop-entry": "'org.example.Mail'", "urgency": "byte 0x02", "image-path": "'mail-unread'",
            "suppress-sound": "true", "sender-pid": "uint32 \(getpid())",
            "x-shell-sender-pid": "uint32 \(getpid())", "x-shell-sender": "'\(sender)'",
          ])
        banner.replaces = handle
        #expect(try await rig.shown(banner) == handle)
        try await server.command("press \(handle.id) a.yes")
        try await rig.waits(
          for: .pressed(handle, action: try #require(ItemID("yes")), activationToken: nil))
        rig.sink.perform(.close(handle))
        try await rig.waits(for: .closed(handle, .closed))
        #expect(front.notifications.isEmpty && front.closings.isEmpty)
        server.kill()
        // The bus has heard of it by then, or has not.
        #expect([failed(.noServer), failed(.serverDied)].contains(try await rig.answer(.show(testBanner()))))
      }
    }

    @Test func `for GNOME Shell each connection that posts has a number of its own, and no process's`()
      async throws
    {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["gnome", "owns org.gnome.Shell"])
      rig.sink.perform(.route(.named("org.gnome.Shell")))
      let posters = [":1.7", ":1.42", ":1.7", ":1.123456", ""].map { BusCaller(bus: "a", name: $0) } + [nil]
      for poster in posters {
        var banner = try testBanner()
        banner.poster = poster
        _ = try await rig.shown(banner)
      }
      let numbers = server.notifications.map { $0.hints?["x-shell-sender-pid"] }
      #expect(numbers == server.notifications.map { $0.hints?["sender-pid"] })
      #expect(numbers[0] == numbers[2] && Set(numbers).count == 4)
      #expect(numbers[4] == "uint32 \(getpid())" && numbers[5] == numbers[4])
      for number in numbers[0..<4] {
        let value = try #require(number.flatMap { Int32($0.dropFirst("uint32 ".count)) })
        #expect(value > 1 << 22, "greater than the number of any process")
      }
      #expect(server.notifications.allSatisfy { $0.hints?["x-shell-sender"] == $0.sender.map { "'\($0)'" } })
    }

    @Test func `the way to the server may change at any time, there and back`() async throws {
      let renaming = try await RenamingBus()
      let front = try await ScriptedServer(on: renaming.bus, isBehind: false)
      let server = try await ScriptedServer(on: renaming.bus)
      let other = try await ScriptedServer(
        on: renaming.bus, modes: ["owns org.example.Shell"], isBehind: false)
      let rig = try await SinkRig(on: renaming.bus)
      let behind = ServerRoute.behind(path: renaming.socketPath)
      var handles: Set<String> = []
      for route in [ServerRoute.usual, behind, .named("org.example.Shell"), behind, .usual] {
        rig.sink.perform(.route(route))
        handles.insert(try await rig.shown(testBanner()).server)
      }
      #expect(handles.count == 3 && Set(handles.map { $0.prefix { $0 != "/" } }).count == 1)
      #expect([front, server, other].map(\.notifications.count) == [2, 2, 1])
      #expect(front.notifications.allSatisfy { $0.hints?["x-shell-sender"] == nil }, "by libnotify")
    }

    @Test func `bellhop-bus may come late, and go and come again with its server`() async throws {
      let renaming = try await RenamingBus()
      renaming.process?.kill()
      let rig = try await SinkRig(on: renaming.bus)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      var servers: Set<String> = []
      for _ in 0..<2 {
        try await renaming.start()
        #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
        let server = try await ScriptedServer(on: renaming.bus)
        servers.insert(try await rig.shown(testBanner()).server)
        #expect(server.notifications.count == 1)
        renaming.process?.kill()
        try await server.process.exit()
        #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      }
      #expect(servers.count == 2)
    }

    @Test func `a server behind bellhop-bus is found again after the bus was started anew`() async throws {
      let renaming = try await RenamingBus()
      let rig = try await SinkRig(on: renaming.bus)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      let first = try await ScriptedServer(on: renaming.bus)
      let before = try await rig.shown(testBanner())
      renaming.bus.stop()
      first.kill()
      try await renaming.bus.start()
      let second = try await ScriptedServer(on: renaming.bus)
      let after = try await rig.shown(testBanner())
      #expect(before.server != after.server && second.notifications.count == 1)
    }

    @Test(arguments: ["usual", "behind", "named"])
    func `what is outstanding when the way changes has failed, and a late answer to it means nothing`(
      way: String
    ) async throws {
      let renaming = try await RenamingBus()
      let rig = try await SinkRig(on: renaming.bus)
      let modes = way == "named" ? ["owns org.example.Shell"] : []
      let server = try await ScriptedServer(on: renaming.bus, modes: modes, isBehind: way == "behind")
      let routes: [String: ServerRoute] = [
        "usual": .usual, "behind": .behind(path: renaming.socketPath), "named": .named("org.example.Shell"),
      ]
      rig.sink.perform(.route(try #require(routes[way])))
      if way == "named" { _ = try await rig.shown(testBanner()) }
      try await server.command("hang")
      let asked = server.entries.count
      rig.sink.perform(.show(try testBanner(2, actions: [action("yes")])))
      try await eventually("a question", holds: { server.entries.count > asked })
      rig.sink.perform(.route(.named("org.example.Other")))
      try await rig.waits(for: .failed(.notification(NotificationID(2)), .noServer))
      try await server.command("resume")
      let other = try await ScriptedServer(
        on: renaming.bus, modes: ["owns org.example.Other"], isBehind: false)
      let handle = try await rig.shown(testBanner(3))
      #expect(other.notifications.count == 1)
      let shown = rig.reports.count { if case .shown = $0 { true } else { false } }
      #expect(shown == (way == "named" ? 2 : 1) && handle.id == 1)
    }

    @Test func `a bellhop-bus that does not greet holds up nothing but its own banners`() async throws {
      let renaming = try await RenamingBus()
      let usual = try await ScriptedServer(on: renaming.bus, isBehind: false)
      let rig = try await SinkRig(on: renaming.bus)
      renaming.process?.signal(SIGSTOP)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      rig.sink.perform(.show(try testBanner()))
      rig.sink.perform(.route(.usual))
      try await rig.waits(for: failed(.noServer))
      _ = try await rig.shown(testBanner(2))
      #expect(usual.notifications.count == 1)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      rig.sink.perform(.show(try testBanner(3)))
      renaming.process?.signal(SIGCONT)
      try await rig.waits(for: .failed(.notification(NotificationID(3)), .noServer))
      let server = try await ScriptedServer(on: renaming.bus)
      _ = try await rig.shown(testBanner(4))
      #expect(server.notifications.count == 1)
    }

    @Test func `what is to be closed before there is a connection is closed as soon as there is`()
      async throws
    {
      let renaming = try await RenamingBus()
      let server = try await ScriptedServer(on: renaming.bus)
      let rig = try await SinkRig(on: renaming.bus)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      let handle = try await rig.shown(testBanner())
      rig.sink.perform(.route(.usual))
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      rig.sink.perform(.close(handle))
      try await eventually("a closing", holds: { server.closings.map(\.id) == [handle.id] })
    }
  }
}
