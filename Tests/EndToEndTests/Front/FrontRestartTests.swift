import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The daemon is told to end while apps post, and another begins.
  @Suite struct FrontRestart {
    private static let posts = 8

    @Test func `calls from before its end are answered, also when no other daemon is started`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let monitor = try await BusMonitor(on: desk.renaming.bus)
      try desk.rig.daemon.signal(SIGSTOP)
      let posts = try (0..<Self.posts).map { try desk.call("Post \($0)") }
      try await eventually("calls that wait in its socket") {
        try await monitor.heard().components(of: "member=Notify\n") == Self.posts ? () : nil
      }
      for signal in [SIGTERM, SIGCONT] { try desk.rig.daemon.signal(signal) }
      for post in posts {
        let status = try await post.exit()
        #expect(status == 0, "\(post.output())")
      }
      #expect(try await desk.rig.daemon.exit() == 0)
      let late = try desk.call("Late")
      #expect(try await late.exit() != 0)
      #expect(late.output().contains("not provided by any"), "\(late.output())")
      try await desk.rig.start()
      try await desk.ownsName()
      for number in 0..<Self.posts { #expect(try desk.entry("Post \(number)") != nil) }
      try await eventually("all of them shown") {
        Set(server.notifications.compactMap(\.title)).count == Self.posts ? () : nil
      }
    }

    /// A client as GLib's: it hears signals of the name's present owner, and not of earlier owners.
    private static let listener = """
      from gi.repository import Gio, GLib
      name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
      bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      bus.signal_subscribe(name, name, "NotificationClosed", path, None, 0,
        lambda bus, sender, path, interface, member, arguments: print("broadcast", arguments, flush=True))
      proxy = Gio.DBusProxy.new_sync(bus, 0, None, name, path, name, None)
      proxy.connect("g-signal", lambda proxy, sender, member, arguments: print(member, arguments, flush=True))
      hints = {"transient": GLib.Variant("b", True)}
      arguments = GLib.Variant("(susssasa{sv}i)", ("app", 0, "", "Listener's", "", [], hints, 0))
      print("posted", proxy.call_sync("Notify", arguments, 0, -1, None), flush=True)
      GLib.MainLoop().run()
      """

    @Test func `an app that waits for a transient banner hears its end before the name is another's`()
      async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let waiting = try desk.run("/usr/bin/notify-send", "-e", "--wait", "-t", "0", "In passing")
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      let listener = try desk.run("/usr/bin/python3", "-c", Self.listener)
      let number = 1_000_002
      try await eventually("another, and its answer") {
        server.notifications.count == 2 && listener.output().contains("posted (uint32 \(number),") ? () : nil
      }
      #expect(try await desk.rig.terminate() == 0)
      #expect(try await waiting.exit() == 0)
      try await eventually("its end by both ways") {
        let output = listener.output()
        return output.contains("broadcast (uint32 \(number), ")
          && output.contains("NotificationClosed (uint32 \(number), ") ? () : nil
      }
    }

    @Test func `the call that has the bus start the daemon counts, of whatever kind it is`() async throws {
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.rig.isActivated(by: desk.renaming.bus)
      let a = RenamingBus.a
      func busctl(_ words: String...) throws -> ChildProcess {
        try desk.rig.run(
          [
            "/usr/bin/busctl", "--address=\(desk.renaming.bus.address)", "call", a,
            "/org/freedesktop/Notifications",
          ]
            + words)
      }
      let kinds: [(name: String, call: () throws -> ChildProcess, says: String)] = [
        ("capabilities", { try busctl(a, "GetCapabilities") }, "body"),
        ("a notification", { try desk.call("First") }, "u 1000"),
        ("its end", { try busctl(a, "CloseNotification", "u", "1000001") }, "\n"),
        // Nor does this server have it, but it is the server that says so.
        ("the server's own", { try busctl("org.example.Tool", "Count") }, "org.example.Tool"),
      ]
      for kind in kinds {
        // The second time after a kill.
        for time in 1...2 {
          let call = try kind.call()
          let status = try await call.exit()
          #expect((status == 0) == (kind.name != "the server's own"))
          #expect("\(call.output())\n".contains(kind.says), "\(kind.name), \(time): \(call.output())")
          desk.rig.activated?.kill()
          try await eventually("no owner", holds: { try await desk.owner == nil })
        }
      }
      try await desk.notifySend("Last")
      try await eventually("the last one shown") {
        server.notifications.contains { $0.title == "Last" } ? () : nil
      }
    }

    @Test func `where the bus starts the next one, no app hears of it`() async throws {
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.rig.isActivated(by: desk.renaming.bus)
      try await desk.notifySend("First")
      for round in 1...5 {
        try await desk.ownsName()
        let owner = try #require(try await desk.owner)
        let posts = try (0..<Self.posts).map { try desk.run("/usr/bin/notify-send", "Post \(round).\($0)") }
        try await eventually("some of them", holds: { posts.count { !$0.isRunning } >= round })
        #expect(kill(owner, SIGTERM) == 0)
        for (number, post) in posts.enumerated() {
          let status = try await post.exit()
          #expect(status == 0, "\(round).\(number): \(post.output()) \(desk.rig.activated?.output ?? "")")
        }
        // The next one may not have been called for yet.
        try await eventually("the next one") {
          try await desk.notifySend("After \(round)")
          return try await desk.owner.flatMap { $0 == owner ? nil : () }
        }
      }
      let titles = Set((1...5).flatMap { round in (0..<Self.posts).map { "Post \(round).\($0)" } })
      #expect(try titles.isSubset(of: desk.rig.entries().map(\.title)))
      try await eventually("all of them shown") {
        titles.isSubset(of: server.notifications.compactMap(\.title)) ? () : nil
      }
    }
  }
}
