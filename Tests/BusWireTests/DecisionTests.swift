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
  @Test("Addresses are read as the specification has them")
  func read() {
    func list(_ text: String) -> [BusAddress] { BusAddress.list(text, runtimeDirectory: "/run/user/7") }
    #expect(list("unix:path=/run/bus") == [.path("/run/bus")])
    #expect(list("unix:path=/tmp/a%20b,guid=0123") == [.path("/tmp/a b")])
    #expect(list("unix:guid=0123,abstract=/tmp/x") == [.abstract("/tmp/x")])
    #expect(list("tcp:host=x;unix:path=/a;unix:abstract=b") == [.path("/a"), .abstract("b")])
    #expect(list("unix:runtime=yes") == [.path("/run/user/7/bus")])
    #expect(
      list("unix:path=/a%2") == [] && list("unix:path=%zz") == [] && list("") == [] && list("unix:") == [])
  }

  @Test(
    "An address is written so that it is read as the same", arguments: ["/a/b", "/a b,c;d=é%", "/tmp/-_.\\*"])
  func write(path: String) {
    #expect(BusAddress.list(BusAddress.path(path).text, runtimeDirectory: nil) == [.path(path)])
  }
}
