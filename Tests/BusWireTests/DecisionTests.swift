import Testing

@testable import BusWire

struct BusCallTests {
  private func asked(_ sample: Sample) throws -> BusCall? {
    var framer = Framer(.client)
    var bytes = ((Direction.greeting[.client] ?? []) + sample.bytes)[...]
    while let piece = try framer.next(&bytes, wantsBody: { _ in true }) {
      guard case .message(let message) = piece else { continue }
      guard case .call(let call) = try BusCall.read(message) else { return nil }
      return call
    }
    return nil
  }

  private func call(_ member: String, _ arguments: [String] = [], interface: String? = "io.bellhop.Bus1")
    -> Sample
  {
    .call(member, to: "io.bellhop.Bus", interface: interface, arguments)
  }

  @Test("Its own calls are known, with the interface or without")
  func known() throws {
    #expect(try asked(call("Translate")) == .translate)
    #expect(try asked(call("Translate", interface: nil)) == .translate)
    #expect(try asked(call("Serve")) == .serve)
    #expect(try asked(call("GetServer")) == .getServer)
    #expect(try asked(call("HandOver")) == .handOver)
    #expect(try asked(call("TakeOver")) == .takeOver)
    #expect(try asked(call("SetWhenDown", ["server"])) == .setWhenDown(.server))
    #expect(try asked(call("SetWhenDown", ["wait"])) == .setWhenDown(.wait))
    #expect(try asked(call("Ping", interface: "org.freedesktop.DBus.Peer")) == .ping)
  }

  @Test("Anything else is answered with an error")
  func unknown() throws {
    for sample in [
      call("Translate", ["x"]), call("SetWhenDown"), call("SetWhenDown", ["maybe"]), call("Fly"),
      call("Translate", interface: "org.example"),
    ] { #expect(try asked(sample) == nil) }
  }

  @Test("A call of its own that is too long ends the connection")
  func long() {
    #expect(throws: WireFault.tooLong) {
      var direction = try Direction.begun(.client, .stranger)
      _ = try direction.pass(call("SetWhenDown", [String(repeating: "x", count: 2_000)]).bytes)
    }
  }
}

struct BusAddressTests {
  private static let guid = "0123456789abcdef0123456789abcdef"

  @Test(
    arguments: [
      ("unix:path=/run/bus", [.path("/run/bus")]),
      ("unix:path=/tmp/a%20b%2c", [.path("/tmp/a b,")]),
      ("unix:path=/a,guid=\(guid)", [BusAddress(.path("/a"), guid: guid)]),
      ("unix:guid=\(guid),abstract=/tmp/x", [BusAddress(.abstract("/tmp/x"), guid: guid)]),
      ("tcp:host=x;unix:path=/a;unix:abstract=b", [.path("/a"), .abstract("b")]),
      ("unix:runtime=yes", [.path("/run/user/7/bus")]), ("unix:runtime=no", []),
      ("unix:path=/a,later=1", [.path("/a")]),
      // Where the server makes up the name, no client finds it.
      ("unix:dir=/tmp", []), ("unix:tmpdir=/tmp", []),
      ("unix:path=/a,abstract=b", []),
      // These would have a program started.
      ("autolaunch:", []), ("unixexec:path=/bin/sh", []), ("autolaunch:;unix:path=/a", [.path("/a")]),
      ("unix:path=/a%2", []), ("unix:path=%zz", []), ("unix:path=/a%+5", []), ("unix:path=/a%-0", []),
      ("unix:path=/a\u{301};\u{301}unix:path=/b", [.path("/a\u{301}")]),
      ("unix:path=\u{301}", [.path("\u{301}")]),
      ("unix:path=/a%00b", []), ("unix:path", []), ("unix:", []),
      ("unix:=path=/a", []), ("unix:path=", []), ("unix:path==a", [.path("=a")]), ("", []), (";;", []),
    ] as [(String, [BusAddress])])
  func `Addresses are read as the specification has them`(text: String, addresses: [BusAddress]) {
    #expect(BusAddress.list(text, runtimeDirectory: "/run/user/7") == addresses)
  }

  @Test(
    arguments: [
      ([:], [], ["/run", "/var/run"]),
      (["XDG_RUNTIME_DIR": "/run/user/7"], [.path("/run/user/7/bus")], ["/run", "/var/run"]),
      (["XDG_RUNTIME_DIR": "run"], [], ["/run", "/var/run"]),
      (
        ["XDG_RUNTIME_DIR": "/r", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"], [.path("/a")],
        ["/run", "/var/run"]
      ),
      (
        ["XDG_RUNTIME_DIR": "/r", "DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], [.path("/r/bus")],
        ["/run", "/var/run"]
      ),
    ] as [([String: String], [BusAddress], [String])])
  func `The session's bus is where its variables say, the system's where the specification has it`(
    variables: [String: String], session: [BusAddress], system: [String]
  ) {
    #expect(BusAddress.session { variables[$0] } == session)
    #expect(BusAddress.system { variables[$0] } == system.map { .path("\($0)/dbus/system_bus_socket") })
    #expect(BusAddress.system { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? "unix:path=/s" : nil } == [.path("/s")])
  }

  @Test(
    "An address is written so that it is read as the same", arguments: ["/a/b", "/a b,c;d=é%", "/tmp/-_.\\*"])
  func write(path: String) {
    for address in [BusAddress.path(path), .abstract(path), BusAddress(.path(path), guid: path)] {
      #expect(BusAddress.list(address.text, runtimeDirectory: nil) == [address])
    }
  }
}
