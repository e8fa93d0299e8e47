import Front
import NotificationModel
import TestSupport
import Testing

@Suite("What only the server has, through the service")
struct ServiceServerTests {
  /// A scripted server behind bellhop-bus, and a service that has found it.
  private func withServer(
    _ how: String = "talking", _ test: (ServiceRig, ScriptedClient) async throws -> Void
  ) async throws {
    try await ServiceRig.run { rig in
      let bellhopBus = try await rig.bellhopBus()
      let server = try await rig.client(behind: true)
      try await server.ask("serve", how)
      try await server.ask("own", ServiceRig.a, "4")
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      let app = try await rig.client()
      try await app.waits("call", ServiceRig.a, "/org/example", "org.example.Tool", "Echo", "('x',)") {
        $0 == "[\"x\"]"
      }
      try await test(rig, server)
      #expect(bellhopBus.isRunning)
    }
  }

  @Test("Other interfaces and other paths, answers and errors")
  func forwarded() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      func call(_ path: String, _ interface: String, _ member: String, _ arguments: String = "()")
        async throws
        -> String
      { try await app.ask("call", ServiceRig.a, path, interface, member, arguments) }
      #expect(try await call(ServiceRig.path, "org.example.Tool", "Echo", "('hello',)") == "[\"hello\"]")
      #expect(
        try await call(ServiceRig.path, "org.example.Tool", "Fail") == "error: org.example.Error.Failed")
      #expect(
        try await call(ServiceRig.path, "org.example.Tool", "Fill", "(uint32 4194304,)")
          == "error: org.freedesktop.DBus.Error.LimitsExceeded", "a length and an end more than 4 MiB")
      #expect(
        try await call(
          ServiceRig.path, "org.freedesktop.DBus.Properties", "Get", "('org.example.Tool', 'Mood')")
          == "[\"good\"]")
      #expect(
        try await call(ServiceRig.path, "org.freedesktop.DBus.Properties", "GetAll", "('org.example.Tool',)")
          == "[{\"Mood\": \"good\"}]")
      #expect(
        try await call("/", "org.example.None", "X") == "error: org.freedesktop.DBus.Error.UnknownMethod")
      let described = try await call(ServiceRig.path, "org.freedesktop.DBus.Introspectable", "Introspect")
      #expect(described.contains("org.example.Tool"))
      let notify = "('', uint32 0, '', 'Past us', '', @as [], @a{sv} {}, -1)"
      #expect(
        try await call(ServiceRig.path, ServiceRig.b, "Notify", notify)
          == "error: org.freedesktop.DBus.Error.UnknownInterface")
      #expect(try await server.ask("calls").components(of: "Notify") == 0)
      #expect(await rig.posts.isEmpty)
    }
  }

  @Test("One that was never ours is closed there, and one of ours is not")
  func closing() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      #expect(try await app.ask("notify", "One") == "1000001")
      #expect(try await app.ask("notify", "Two", "12") == "12", "a number that nobody knows is taken over")
      for number in ["1000001", "12", "11"] { #expect(try await app.ask("close", number) == "[]") }
      try await server.waits("calls") { $0.contains("CloseNotification") }
      let calls = try await server.ask("calls")
      #expect(
        calls.contains("[\"CloseNotification\", [11]]") && calls.components(of: "CloseNotification") == 1)
      #expect(await rig.closed == [1_000_001, 12])
    }
  }

  @Test(
    "In the server's own interface apps' numbers are exchanged for the server's, and back, once they are known"
  )
  func numbers() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      let dunst = "org.dunstproject.cmd0"
      func send(_ member: String, _ arguments: String = "()") async throws {
        try await app.ask("send", ServiceRig.a, ServiceRig.path, dunst, member, arguments)
      }
      try await app.ask("listen", dunst)
      #expect(try await app.ask("notify", "One") == "1000001")
      await rig.plan { $0.cannotTell = true }
      try await send("NotificationPopHistory", "(uint32 1000001,)")
      try await send("NotificationListHistory")
      try await server.waits("calls") { $0.contains("NotificationListHistory") }
      #expect(try await app.ask("answers") == "[]")
      #expect(try await server.ask("calls").components(of: "NotificationPopHistory") == 0)
      await rig.plan {
        $0.cannotTell = false
        $0.banners = [1_000_001: 7]
      }
      try await app.waits("answers") { $0.contains("1000001") && $0.contains("[]") }
      #expect(try await server.ask("calls").contains("[\"NotificationPopHistory\", [7]]"))
      #expect(
        try await app.ask("answers").contains(
          "[[{\"summary\": \"id\", \"id\": 1000001}, {\"summary\": \"id\", \"id\": 8}]]"))
      for number in [7, 9] {
        try await server.ask(
          "emit", ServiceRig.path, dunst, "NotificationHistoryRemoved", "(uint32 \(number),)")
      }
      try await app.waits("signals") { $0.contains("[9]") }
      #expect(try await app.ask("signals").contains("[1000001]"))
    }
  }

  @Test("What the server has started means by a small number the server's, and any other program its own")
  func hooks() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      #expect(try await app.ask("notify", "One") == "1000001")
      await rig.plan { $0.banners = [1_000_001: 7] }
      #expect(try await app.ask("notify", "Of its own", "7") == "7")
      await rig.plan { $0.isHook = true }
      #expect(try await app.ask("notify", "Over one", "7") == "1000001")
      #expect(try await app.ask("notify", "Unknown", "8") == "8")
      #expect(try await app.ask("close", "7") == "[]")
      #expect(await rig.closed == [1_000_001])
      // The server runs a script before its number has arrived here.
      await rig.plan {
        $0.banners = [:]
        $0.cannotTell = true
      }
      try await app.ask("post", "Too early", "5")
      try await app.ask(
        "send", ServiceRig.a, ServiceRig.path, ServiceRig.a, "CloseNotification", "(uint32 5,)")
      #expect(try await app.ask("me").contains(":"))
      #expect(await rig.posts.last?.title == "Unknown")
      await rig.plan {
        $0.banners = [1_000_001: 5]
        $0.cannotTell = false
      }
      try await app.waits("answers") { $0 == "[[1000001], []]" }
      #expect(await rig.closed == [1_000_001, 1_000_001])
      #expect(try await server.ask("calls").components(of: "CloseNotification") == 0)
    }
  }

  @Test("The server's name, asked once; the last one's while there is none")
  func information() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      func ask() async throws -> String {
        try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "GetServerInformation")
      }
      for _ in 0..<3 { #expect(try await ask() == "[\"Fake\", \"Example\", \"3\", \"1.2\"]") }
      #expect(try await server.ask("calls").components(of: "GetServerInformation") == 1)
      try await server.ask("release", ServiceRig.a)
      try await app.waits("owner", ServiceRig.b) { $0.isEmpty }
      #expect(try await ask() == "[\"Fake\", \"Example\", \"3\", \"1.2\"]")
      #expect(
        try await app.ask("call", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Echo", "('x',)")
          == "error: org.freedesktop.DBus.Error.ServiceUnknown")
    }
  }

  @Test("A server that does not answer keeps no app waiting for its name, and nobody else's calls")
  func silent() async throws {
    try await withServer("silent") { rig, server in
      let app = try await rig.client()
      try await app.ask("send", ServiceRig.a, ServiceRig.path, ServiceRig.a, "GetServerInformation")
      #expect(try await app.ask("notify", "Meanwhile") == "1000001")
      try await app.waits("answers") { $0 == "[[\"Bellhop\", \"Bellhop\", \"0\", \"1.2\"]]" }
      // Also when the bus goes over it, and all who wait.
      try await app.ask("send", ServiceRig.a, ServiceRig.path, ServiceRig.a, "GetServerInformation")
      try await server.waits("calls") { $0.components(of: "GetServerInformation") == 2 }
      rig.bus.stop()
      try await rig.bus.start()
      try await rig.waitsForName()
      #expect(try await rig.tool("/usr/bin/notify-send", "-p", "After it") == "1000002\n")
    }
  }

  @Test("64 calls of one caller wait for the server; more are refused, and others' are passed on")
  func hanging() async throws {
    try await withServer { rig, server in
      let (app, other) = (try await rig.client(), try await rig.client())
      for _ in 0..<66 { try await app.ask("send", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Hang") }
      let refused = "error: org.freedesktop.DBus.Error.LimitsExceeded"
      try await app.waits("answers") { $0 == "[\"\(refused)\", \"\(refused)\"]" }
      #expect(
        try await other.ask("call", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Echo", "('x',)")
          == "[\"x\"]")
      // The bus speaks for a server that has died over them.
      server.process.kill()
      try await app.waits("answers") { $0.components(of: "org.freedesktop.DBus.Error.NoReply") == 64 }
    }
  }

  @Test("Who listens to the name hears the server's other interfaces, and what became of banners from before")
  func signals() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      for interface in [ServiceRig.a, "org.example.Tool", "org.freedesktop.DBus.Properties"] {
        try await app.ask("listen", interface)
      }
      let me = try await app.ask("owner", ServiceRig.a)
      #expect(try await app.ask("notify", "Two", "12") == "12")
      func emit(_ interface: String, _ member: String, _ arguments: String) async throws {
        try await server.ask("emit", ServiceRig.path, interface, member, arguments)
      }
      try await emit(ServiceRig.a, "NotificationClosed", "(uint32 12, uint32 1)")
      try await emit(ServiceRig.a, "NotificationClosed", "(uint32 1000001, uint32 1)")
      try await emit(ServiceRig.a, "NotificationReplied", "(uint32 11, 'private')")
      try await emit(ServiceRig.a, "ActionInvoked", "(uint32 11, 'open')")
      try await emit(ServiceRig.a, "NotificationClosed", "(uint32 11, uint32 2)")
      try await emit("org.example.Tool", "Changed", "('a', {'b': <uint32 1>})")
      try await emit(
        "org.freedesktop.DBus.Properties", "PropertiesChanged",
        "('org.example.Tool', {'Mood': <'bad'>}, @as [])")
      try await app.waits("signals") { $0.components(of: "PropertiesChanged") == 2 }
      let heard = try await app.ask("signals")
      #expect(heard.components(of: "\"\(ServiceRig.a)\", ") == 2)
      #expect(
        heard.contains(
          "[\"\(me)\", \"\(ServiceRig.path)\", \"\(ServiceRig.a)\", \"ActionInvoked\", [11, \"open\"]]"))
      #expect(
        heard.contains(
          "[\"\(me)\", \"\(ServiceRig.path)\", \"\(ServiceRig.a)\", \"NotificationClosed\", [11, 2]]"))
      #expect(
        heard.contains(
          "[\"\(me)\", \"\(ServiceRig.path)\", \"org.example.Tool\", \"Changed\", [\"a\", {\"b\": 1}]]"))
      #expect(
        heard.contains(
          "[\"\(me)\", \"\(ServiceRig.path)\", \"org.freedesktop.DBus.Properties\", \"PropertiesChanged\", "
            + "[\"org.example.Tool\", {\"Mood\": \"bad\"}, []]]"))
    }
  }

  @Test("What the server says of a banner that is being shown waits until somebody can say whose that is")
  func beingShown() async throws {
    try await withServer { rig, server in
      let app = try await rig.client()
      for interface in [ServiceRig.a, "org.example.Tool"] { try await app.ask("listen", interface) }
      func emit(_ interface: String, _ member: String, _ arguments: String) async throws {
        try await server.ask("emit", ServiceRig.path, interface, member, arguments)
      }
      await rig.plan { $0.cannotTell = true }
      try await emit(ServiceRig.a, "ActionInvoked", "(uint32 12, 'open')")
      try await emit(ServiceRig.a, "ActionInvoked", "(uint32 11, 'open')")
      try await emit("org.example.Tool", "Changed", "('a',)")
      try await app.waits("signals") { $0.contains("Changed") }
      #expect(try await app.ask("signals").components(of: "ActionInvoked") == 0)
      // The banner is there, and was an app's of ours.
      await rig.plan {
        $0.cannotTell = false
        $0.numbers.insert(12)
      }
      try await emit(ServiceRig.a, "NotificationClosed", "(uint32 11, uint32 2)")
      try await app.waits("signals") { $0.contains("NotificationClosed") }
      let heard = try await app.ask("signals")
      #expect(heard.contains("\"ActionInvoked\", [11, \"open\"]") && !heard.contains("[12, "))
    }
  }

  @Test("dunstctl finds dunst by the name that is the service's")
  func dunst() async throws {
    try await ServiceRig.run { rig in
      let bellhopBus = try await rig.bellhopBus()
      rig.bus.launch = ServerLaunch(prefix: rig.exec, name: ServiceRig.b)
      let dunst = try await DunstServer(on: rig.bus)
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      try await eventually("dunst through the service") {
        try? await dunst.control("is-paused") == "false\n" ? () : nil
      }
      _ = try await dunst.control("set-paused", "true")
      #expect(try await dunst.control("is-paused") == "true\n")
      #expect(try await dunst.control("history").contains("\"data\""))
      let app = try await rig.client()
      #expect(
        try await app.ask("call", ServiceRig.a, ServiceRig.path, ServiceRig.a, "GetServerInformation")
          .hasPrefix("[\"dunst\", "))
      #expect(bellhopBus.isRunning && dunst.process.isRunning)
    }
  }
}
