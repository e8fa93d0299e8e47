import Glibc
import TestSupport
import Testing

/// The address in the environment of a server, which all that it starts inherits.
struct AddressTests {
  /// The one in the environment of a process.
  private static func address(of client: ScriptedClient) throws -> String {
    let environment = shell("tr '\\0' '\\n' </proc/\(client.process.pid)/environ").output
    let line = environment.split(separator: "\n").first { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") }
    return try String(#require(line).dropFirst("DBUS_SESSION_BUS_ADDRESS=".count))
  }

  /// The process that the session bus knows for a connection at this address.
  private static func process(at address: String) async throws -> (bus: String, own: Int32) {
    let client = try await ScriptedClient(address: address)
    let answer = try await client.ask("process \(try await client.ask("me"))")
    return (answer, client.process.pid)
  }

  @Test("All that a server starts once it has a name is on the session bus, as itself")
  func children() async throws {
    let rig = try await BusRig()
    let bus = "\(try #require(rig.process).pid)"
    let server = try await rig.client(.executed([]))
    let address = try Self.address(of: server)
    #expect(address.hasPrefix("unix:path=\(rig.directory.path)/bellhop-bus/") && address != rig.address)
    #expect(try await Self.process(at: address).bus == bus, "before that this bus is between")
    try await server.ask("own org.example.Shell 0")
    let child = try await Self.process(at: address)
    #expect(child.bus == "\(child.own)")
    try await server.ask("own \(BusRig.a) 0")
    let daemon = try await rig.client()
    #expect(try await daemon.ask("server") == "[\(server.process.pid), \"\(try await server.ask("me"))\"]")
  }

  @Test("It leads to the session bus when the server and this bus have gone, and the next server has another")
  func outlived() async throws {
    let rig = try await BusRig()
    let server = try await rig.client(.executed([]))
    let address = try Self.address(of: server)
    let early = try await ScriptedClient(address: address)
    try await server.ask("own \(BusRig.a) 0")
    #expect(try await early.ask("owner \(BusRig.b)") == (try await server.ask("me")), "it stays connected")
    server.process.kill()
    let next = try await rig.client(.executed([]))
    #expect(try Self.address(of: next) != address)
    #expect(try await next.ask("own \(BusRig.a) 0") == "1")
    rig.process?.kill()
    let child = try await Self.process(at: address)
    #expect(child.bus == "\(child.own)")
  }

  @Test("Of the servers that have ended the newest sixty-four keep their addresses")
  func bounded() async throws {
    let rig = try await BusRig()
    let places = "\(rig.directory.path)/bellhop-bus"
    let command = (["DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address)"] + rig.exec + ["true"]).joined(
      separator: " ")
    for _ in 1...70 { #expect(shell(command).status == 0) }
    try await eventually("the newest", holds: { shell("ls \(places) | grep -c session-").output == "64\n" })
  }

  @Test("A server that executes itself anew is on this bus again, and gets its name")
  func anew() async throws {
    let rig = try await BusRig()
    let server = try await rig.client(.executed([]))
    let address = try Self.address(of: server)
    for _ in 1...2 {
      try await server.ask("own org.example.Shell 0")
      #expect(try await server.ask("own \(BusRig.a) 0") == "1")
      let daemon = try await rig.client()
      #expect(try await daemon.ask("server") == "[\(server.process.pid), \"\(try await server.ask("me"))\"]")
      let child = try await Self.process(at: address)
      #expect(child.bus == "\(child.own)")
      try await server.ask("again")
      try await daemon.waits("server") { $0 == "[0, \"\"]" }
    }
    rig.process?.signal(SIGTERM)
    #expect(try await rig.process?.exit() == 0)
    let child = try await Self.process(at: address)
    #expect(child.bus == "\(child.own)", "after this bus's end")
  }

  @Test("What becomes of an earlier connection's names does not turn the address of a program executed since")
  func earlier() async throws {
    let rig = try await BusRig()
    let bus = "\(try #require(rig.process).pid)"
    let server = try await rig.client(.executed([]))
    let address = try Self.address(of: server)
    try await server.ask("own \(BusRig.a) 0")
    // As by an `exec` in the same process, with the connection from before still open.
    try await server.ask("call", "io.bellhop.Bus", "/io/bellhop/Bus", "io.bellhop.Bus1", "Serve")
    #expect(try await server.ask("release \(BusRig.a)") == "1")
    let daemon = try await rig.client()
    try await daemon.waits("server") { $0 == "[0, \"\"]" }
    #expect(try await Self.process(at: address).bus == bus)
  }

  @Test("Where its path is too long for a socket, a server has this bus's address")
  func tooLong() async throws {
    let short = TemporaryDirectory()
    // The bus's own socket has room, and no process's number after "session-" has.
    let length = 107 - "/bellhop-bus/bus".utf8.count
    let directory = "\(short.path)/" + String(repeating: "x", count: length - short.path.utf8.count - 1)
    mkdir(directory, 0o700)
    let session = try await PrivateBus()
    let bus = try ChildProcess(
      [BusRig.program, "--runtime-directory", directory],
      environment: ["DBUS_SESSION_BUS_ADDRESS": session.address])
    let socket = "\(directory)/bellhop-bus/bus"
    try await eventually("a socket") { access(socket, F_OK) == 0 }
    let command = try ChildProcess([
      BusRig.program, "--runtime-directory", directory, "exec", "--", "sh", "-c",
      "echo $DBUS_SESSION_BUS_ADDRESS",
    ])
    #expect(try await command.exit() == 0)
    #expect(command.output() == "unix:path=\(socket)\n", "\(bus.output())")
    bus.kill()
  }

  @Test("A bus that is started with it finds the session bus behind it")
  func inherited() async throws {
    let rig = try await BusRig()
    let server = try await rig.client(.executed([]))
    try await server.ask("own \(BusRig.a) 0")
    let directory = TemporaryDirectory()
    chmod(directory.path, 0o700)
    let second = try ChildProcess(
      [BusRig.program, "--runtime-directory", directory.path],
      environment: ["DBUS_SESSION_BUS_ADDRESS": try Self.address(of: server)])
    try await eventually("a socket") { access("\(directory.path)/bellhop-bus/bus", F_OK) == 0 }
    let client = try await ScriptedClient(address: "unix:path=\(directory.path)/bellhop-bus/bus")
    #expect(try await client.ask("process \(try await client.ask("me"))") == "\(second.pid)")
    second.kill()
  }

  @Test("Where the session bus has no file, a server has this bus's address, and that is said")
  func withoutFile() async throws {
    let directory = TemporaryDirectory()
    chmod(directory.path, 0o700)
    let name = "\(directory.path)/abstract"
    let session = try ChildProcess(
      ["/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:abstract=\(name)"])
    let bus = try ChildProcess(
      [BusRig.program, "--runtime-directory", directory.path],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=\(name)"])
    let socket = "\(directory.path)/bellhop-bus/bus"
    try await eventually("a socket") { access(socket, F_OK) == 0 }
    let command = try ChildProcess([
      BusRig.program, "--runtime-directory", directory.path, "exec", "--", "sh", "-c",
      "echo $DBUS_SESSION_BUS_ADDRESS",
    ])
    #expect(try await command.exit() == 0)
    #expect(command.output() == "unix:path=\(socket)\n")
    #expect(bus.output().contains("it can have no address of its own"), "\(bus.output())")
    bus.kill()
    session.kill()
  }
}
