import Front
import NotificationModel
import TestSupport
import Testing

@Suite("The service, as apps find it")
struct ServiceTests {
  @Test("notify-send posts, is told the number, and takes the place of an earlier one by it")
  func notifySend() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "One") == "1000001\n")
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "-r", "1000001", "Two") == "1000001\n")
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "-r", "991049", "Three") == "991049\n")
      let posts = await rig.posts
      #expect(posts.map(\.title) == ["One", "Two", "Three"])
      #expect(posts.map(\.replacing) == [0, 1_000_001, 991_049])
      #expect(posts.allSatisfy { $0.app == "notify-send" && $0.identifier == nil && $0.poster == .shared })
      #expect(posts.allSatisfy { $0.caller.name.hasPrefix(":") && $0.caller.bus.count == 32 })
    }
  }

  @Test("gdbus, dbus-send and busctl find the interface as at any server")
  func tools() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let call = ["/usr/bin/gdbus", "call", "--session", "-d", ServiceRig.a, "-o", ServiceRig.path, "-m"]
      func gdbus(_ words: String...) async throws -> String {
        try await run(call + words, ["DBUS_SESSION_BUS_ADDRESS": rig.bus.address])
      }
      #expect(
        try await gdbus("\(ServiceRig.a).Notify", "app", "0", "", "Hello", "", "[]", "{}", "--", "-1")
          == "(uint32 1000001,)\n")
      #expect(try await gdbus("\(ServiceRig.a).CloseNotification", "1000001") == "()\n")
      #expect(
        try await gdbus("\(ServiceRig.a).GetCapabilities")
          == "(['actions', 'body', 'body-markup', 'inhibitions', 'persistence'],)\n")
      #expect(
        try await gdbus("\(ServiceRig.a).GetServerInformation") == "('Bellhop', 'Bellhop', '0', '1.2')\n")
      #expect(try await gdbus("org.freedesktop.DBus.Peer.Ping") == "()\n")
      #expect(try await gdbus("org.freedesktop.DBus.Peer.GetMachineId").count > 32)
      #expect(
        try await gdbus("org.freedesktop.DBus.Properties.GetAll", ServiceRig.a)
          == "({'Inhibited': <false>},)\n")
      let described = try await rig.tool(
        "/usr/bin/gdbus", "introspect", "--session", "-d", ServiceRig.a, "-o", ServiceRig.path)
      #expect(described.contains("interface \(ServiceRig.a) {") && described.contains("ActivationToken("))
      #expect(await rig.closed == [1_000_001])
    }
  }

  @Test("Whoever has gone before anybody could look is taken at its word")
  func gone() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      app.process.send("flood\t1\nexit")
      try await eventually("its post", holds: { await rig.posts.map(\.app) == ["app"] })
    }
  }

  @Test("An app that posts as it starts is told by itself from its third call on, and not by its parent")
  func startingApp() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let (parent, own) = (ScriptID(named: "program sway"), ScriptID(named: "program chat"))
      await rig.plan { $0.place = ProcessPlace(script: parent, isNew: true) }
      let app = try await rig.client()
      try await app.ask("notify", "One")
      await rig.plan { $0.place = ProcessPlace(script: own) }
      try await app.ask("notify", "Two")
      try await eventually("a call of its own") { () -> Void? in
        try await app.ask("notify", "Three")
        return await rig.posts.last?.poster == own ? () : nil
      }
      #expect(await rig.posts.prefix(2).map(\.poster) == [parent, parent])
    }
  }

  @Test("Bellhop takes nothing from itself")
  func ourselves() async throws {
    try await ServiceRig.run(opening: false) { rig in
      let app = try await rig.client()
      await rig.open(ownProcess: app.process.pid)
      try await rig.waitsForName()
      #expect(try await app.ask("notify", "One") == "error: org.freedesktop.DBus.Error.Failed")
      #expect(await rig.posts.isEmpty)
    }
  }
}
