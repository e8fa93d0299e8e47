import BusWire
import Front
import Glibc
import NotificationModel
import TestSupport
import Testing

@Suite("The notification name, with a real bus")
struct ServiceNameTests {
  @Test("Whoever has it keeps it; it is ours when they have gone")
  func foreign() async throws {
    try await ServiceRig.run(opening: false) { rig in
      let owner = try await rig.client()
      let name = try await owner.ask("me")
      // Even one that would yield: it might end then, and no server would be left.
      try await owner.ask("own", ServiceRig.a, "1")
      await rig.open()
      try await rig.waits(for: .queued(owner: name, process: owner.process.pid))
      #expect(try await owner.ask("owner", ServiceRig.a) == name)
      #expect(try await owner.ask("queue", ServiceRig.a).components(of: ":1.") == 2)
      owner.process.kill()
      try await rig.waitsForName()
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "One") == "1000001\n")
    }
  }

  @Test("Whoever serves without the name is found where it is, for as long as it is there")
  func former() async throws {
    try await ServiceRig.run(opening: false) { rig in
      let owner = try await rig.client()
      let name = try await owner.ask("serve")
      try await owner.ask("own", ServiceRig.a, "0")
      await rig.open()
      try await rig.waits(for: .queued(owner: name, process: owner.process.pid))
      try await owner.ask("release", ServiceRig.a)
      try await rig.waits(for: .owner(route: .named(name)))
      #expect(
        await rig.states.dropFirst() == [.connecting, .owner(route: .named(name))], "not before it was asked")
      let app = try await rig.client()
      #expect(
        try await app.ask("call", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Echo", "('x',)")
          == "[\"x\"]")
      owner.process.kill()
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
    }
  }

  @Test("Who never had the name, and serves without any, is known by its program, before and after us")
  func nameless() async throws {
    try await ServiceRig.run { rig in
      let nowhere = FrontState.owner(route: .behind(path: rig.busSocket))
      try await rig.waits(for: nowhere)
      // Any program could answer; only an owner whose program is known is called.
      let stranger = try await rig.client()
      try await stranger.ask("serve")
      let server = try await rig.client(program: "lxqt-notificationd")
      // It is on the bus before it serves.
      let name = try await server.ask("serve")
      try await rig.waits(for: .owner(route: .named(name)))
      #expect(try await stranger.ask("calls") == "[]")
      await rig.close()
      await rig.open()
      try await rig.waits(for: .owner(route: .named(name)))
      server.process.kill()
      try await rig.waits(for: nowhere)
      let next = try await rig.client(program: "lxqt-notificationd")
      try await rig.waits(for: .owner(route: .named(try await next.ask("serve"))))
      #expect(try await stranger.ask("calls") == "[]")
    }
  }

  @Test(
    "A shell is found at its own name, before and after us",
    arguments: ["org.gnome.Shell", "org.kde.plasmashell", "org.Cinnamon"])
  func shell(_ name: String) async throws {
    try await ServiceRig.run(opening: false) { rig in
      let shell = try await rig.client()
      try await shell.ask("serve")
      try await shell.ask("own", name, "0")
      await rig.open()
      try await rig.waits(for: .owner(route: .named(name)))
      #expect(await rig.states == [.owner(route: .named(name))], "not before it was asked")
      let app = try await rig.client()
      try await app.ask("listen", "org.example.Tool")
      try await app.waits("call", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Echo", "('x',)") {
        $0 == "[\"x\"]"
      }
      // A shell says much else.
      try await shell.ask("emit", "/org/example", "org.example.Tool", "Elsewhere", "()")
      try await shell.ask("emit", ServiceRig.path, "org.example.Tool", "Here", "()")
      try await app.waits("signals") { $0.components(of: "Here") == 2 }
      #expect(try await app.ask("signals").components(of: "Elsewhere") == 1)
      shell.process.kill()
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      let next = try await rig.client()
      try await next.ask("own", name, "0")
      // It has its name before it serves.
      try await next.ask("serve")
      try await rig.waits(for: .owner(route: .named(name)))
    }
  }

  @Test("GNOME's helper makes room, and a new one waits behind us")
  func gnome() async throws {
    let helper = "org.gnome.Shell.Notifications"
    let directory = TemporaryDirectory()
    // It has the other name, and ends when it loses its own.
    writeFile(
      "\(directory.path)/helper.py",
      """
      from gi.repository import Gio, GLib
      loop = GLib.MainLoop()
      flags = Gio.BusNameOwnerFlags
      Gio.bus_own_name(
          Gio.BusType.SESSION, "\(helper)", flags.ALLOW_REPLACEMENT | flags.REPLACE, None, None,
          lambda *_: loop.quit())
      Gio.bus_own_name(Gio.BusType.SESSION, "\(ServiceRig.a)", flags.REPLACE, None, None, None)
      loop.run()
      """)
    let bus = try await PrivateBus(services: [helper: "/usr/bin/python3 \(directory.path)/helper.py"])
    try await ServiceRig.run(on: bus, opening: false) { rig in
      let app = try await rig.client()
      let driver = ["call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"]
      try await app.ask((driver + ["StartServiceByName", "('\(helper)', uint32 0)"]).joined(separator: "\t"))
      try await app.waits("owner", ServiceRig.a) { !$0.isEmpty }
      let first = try await app.ask("owner", ServiceRig.a)
      await rig.open()
      try await rig.waitsForName()
      try await app.waits("queue", ServiceRig.a) { $0.components(of: ":1.") == 2 }
      let queue = try await app.ask("queue", ServiceRig.a)
      let second = try await app.ask("owner", helper)
      #expect(second != first && queue.hasSuffix("\"\(second)\"]"))
      #expect(await rig.states == [.owner(route: .behind(path: rig.busSocket))])
      await rig.close()
      try await app.waits("owner", ServiceRig.a) { $0 == second }
    }
  }

  @Test(
    "The server behind bellhop-bus stands in for us when we go for good, and makes room when we come back")
  func standIn() async throws {
    try await ServiceRig.run { rig in
      let bellhopBus = try await rig.bellhopBus()
      rig.bus.launch = ServerLaunch(prefix: rig.exec, name: ServiceRig.b)
      let dunst = try await DunstServer(on: rig.bus)
      let behind = FrontState.owner(route: .behind(path: rig.busSocket))
      try await rig.waits(for: behind)
      let app = try await rig.client()
      let server = try await app.ask("owner", ServiceRig.b)
      try await app.ask("listen", "org.freedesktop.DBus")
      await rig.release()
      try await app.waits("owner", ServiceRig.a) { $0 == server }
      // The name had an owner at every moment.
      let changes = try await app.ask("signals").split(separator: "NameOwnerChanged").filter {
        $0.contains("[\"\(ServiceRig.a)\", ")
      }
      #expect(changes.count == 1 && changes[0].contains(", \"\(server)\"]"), "\(changes)")
      _ = try await rig.tool("/usr/bin/notify-send", "Direct")
      #expect(await rig.posts.isEmpty && dunst.process.isRunning)

      await rig.open()
      try await rig.waits(for: behind)
      #expect(try await app.ask("owner", ServiceRig.a) != server)
      #expect(dunst.process.isRunning && bellhopBus.isRunning)
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "Through us") == "1000001\n")
      #expect(try await app.ask("owner", ServiceRig.b) == server)
    }
  }

  @Test("When the bus has gone, the service is there again on the next")
  func restart() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      _ = try await rig.tool("/usr/bin/notify-send", "One")
      rig.bus.stop()
      try await eventually("the end of the bus") { () -> Void? in
        if case .unreachable? = await rig.state { () } else { nil }
      }
      try await rig.bus.start()
      try await rig.waitsForName()
      _ = try await rig.tool("/usr/bin/notify-send", "Two")
      let posts = await rig.posts
      #expect(posts.map(\.title) == ["One", "Two"] && posts[0].caller.bus != posts[1].caller.bus)
    }
  }

  @Test("bellhop-bus is told what becomes of the name without us, and keeps nobody waiting")
  func whenDown() async throws {
    try await ServiceRig.run(opening: false) { rig in
      // A program that accepts the connection, and never says which server there is.
      mkdir("\(rig.directory.path)/bellhop-bus", 0o700)
      let other = try await PrivateBus()
      symlink(other.socketPath, rig.busSocket)
      let silent = try await rig.client(behind: true)
      try await silent.ask("serve-bus")
      try await silent.ask("own", "io.bellhop.Bus", "0")
      await rig.open()
      try await silent.waits("calls") { $0.contains("[\"SetWhenDown\", [\"server\"]]") }
      await rig.whenDown(.wait)
      try await silent.waits("calls") { $0.contains("[\"SetWhenDown\", [\"wait\"]]") }
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      await rig.release()
      #expect(try await rig.client().ask("owner", ServiceRig.a) == "")
    }
  }
}
