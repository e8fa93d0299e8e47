import BusSocket
import BusWire
import EventLoop
import Glibc
import TestSupport
import Testing

/// Messages through the bus, and the life of connections.
struct ConnectionTests {
  private static func hello() -> [UInt8] {
    Array(
      "\0AUTH EXTERNAL \(String(describing: geteuid()).utf8.map { String($0, radix: 16) }.joined())\r\nBEGIN\r\n"
        .utf8)
      + MessageWriter.call("Hello", serial: 1)
  }

  @Test("Large messages pass in both directions while others are served")
  func large() async throws {
    let rig = try await BusRig()
    let (one, other) = (try await rig.client(), try await rig.client())
    let name = try await one.ask("serve")
    #expect(try await other.ask("length \(name) 20000000") == "20000000")
    #expect(try await other.ask("length \(name) 0") == "0")
    let status = shell("grep VmHWM /proc/\(rig.process?.pid ?? 0)/status").output
    #expect(Int(status.filter(\.isNumber)) ?? .max < 60_000 * burden, "\(status)")
  }

  @Test("A program that does not read holds up nobody else, takes no memory, and gets everything later")
  func notReading() async throws {
    let rig = try await BusRig()
    let (one, other) = (try await rig.client(), try await rig.client())
    let name = try await one.ask("serve")
    one.process.signal(SIGSTOP)
    try await other.ask("flood 300 \(name)")
    #expect(try await other.ask("owner \(BusRig.a)") == "")
    let memory = shell("grep VmHWM /proc/\(rig.process?.pid ?? 0)/status").output
    #expect(Int(memory.filter(\.isNumber)) ?? .max < 60_000 * burden, "\(memory)")
    one.process.signal(SIGCONT)
    try await one.waits("calls") { $0.split(separator: "Length").count == 301 }
  }

  @Test("File descriptors stay with their message")
  func descriptors() async throws {
    let rig = try await BusRig()
    let (one, other) = (try await rig.client(), try await rig.client())
    let name = try await one.ask("serve")
    let before = rig.openFiles
    let wanted = (0..<100).map { round in
      "\"" + (round..<(round + 1 + round % 3)).map { "\($0)" }.joined(separator: " ") + "\""
    }
    #expect(try await other.ask("read \(name) 100") == "[\(wanted.joined(separator: ", "))]")
    #expect(rig.openFiles <= before)
  }

  @Test("What a program says before it goes arrives, and its connection goes with it")
  func lastWords() async throws {
    let rig = try await BusRig()
    let monitor = try await BusMonitor(on: rig.bus)
    let before = rig.openFiles
    for number in 0..<50 {
      _ = try await run(
        ["/usr/bin/dbus-send", "--session", "/", "org.example.Last.Word\(number)"],
        ["DBUS_SESSION_BUS_ADDRESS": rig.address])
    }
    let heard = try await monitor.heard()
    for number in 0..<50 { #expect(heard.contains("member=Word\(number)\n")) }
    try await eventually("no connection left", holds: { rig.openFiles <= before })
  }

  @Test("A program that has said all it will say still hears the answer")
  func halfClosed() async throws {
    let rig = try await BusRig()
    let connection = try RawConnection(rig.socketPath)
    connection.send(Self.hello())
    var heard: [UInt8] = []
    while !String(decoding: heard, as: UTF8.self).contains("NameAcquired"), let bytes = connection.receive(),
      !bytes.isEmpty
    {
      heard += bytes
    }
    shutdown(connection.socket, Int32(SHUT_WR))
    while let bytes = connection.receive(), !bytes.isEmpty { heard += bytes }
    #expect(connection.receive() == [], "the bus has closed it")
  }

  @Test("A message that cannot be read closes its connection and no other")
  func malformed() async throws {
    let rig = try await BusRig()
    let stranger = try await rig.client()
    let connection = try RawConnection(rig.socketPath)
    connection.send(Self.hello() + Array("nonsense, and more of it than a header has".utf8))
    while let bytes = connection.receive(), !bytes.isEmpty {}
    #expect(connection.receive() == [])
    #expect(try await stranger.ask("owner \(BusRig.a)") == "")
    #expect(rig.output.contains("is closed: a message whose first bytes cannot be read"))
  }

  @Test("A file descriptor that no message speaks of closes its connection, and goes to no later message")
  func surplusDescriptors() async throws {
    let rig = try await BusRig()
    _ = try await rig.client()
    let before = rig.openFiles
    let connection = try RawConnection(rig.socketPath)
    connection.send(Self.hello())
    var outbox = SendBuffer()
    outbox.append(MessageWriter.call("GetId", serial: 2), [PassedDescriptor(dup(connection.socket))])
    outbox.write(to: connection.socket)
    while let bytes = connection.receive(), !bytes.isEmpty {}
    #expect(connection.receive() == [])
    #expect(rig.output.contains("is closed: descriptors that do not belong to their message"))
    try await eventually("that they are closed", holds: { rig.openFiles <= before })
  }

  @Test("Another user is refused, even where the files would let them in")
  func anotherUser() async throws {
    let rig = try await BusRig()
    let stranger = try await rig.client()
    for (path, mode) in [
      (rig.directory.path, 0o755), ("\(rig.directory.path)/bellhop-bus", 0o755), (rig.socketPath, 0o666),
    ] as [(String, mode_t)] { chmod(path, mode) }
    let command = HeadlessSway.asNobody(["/usr/bin/dbus-send", "--session", "/", "org.example.Test.Word"])
    await #expect(throws: (any Error).self) {
      try await run(command, ["DBUS_SESSION_BUS_ADDRESS": rig.address])
    }
    #expect(rig.output.contains("it belongs to another user"))
    #expect(try await stranger.ask("owner \(BusRig.a)") == "")
  }

  @Test("There are as many connections as it says, and room again when one goes")
  func full() async throws {
    let rig = try await BusRig(connections: 600)
    // Greeted each: the bus takes few that are not.
    var connections = try (0..<256).map { _ in
      let connection = try RawConnection(rig.socketPath)
      connection.send(Self.hello())
      #expect(connection.receive() != [])
      return connection
    }
    let last = try RawConnection(rig.socketPath)
    #expect(last.receive() == [])
    #expect(rig.output.contains("there are 256 connections already"))
    connections.removeLast()
    try await eventually(
      "room",
      holds: {
        let connection = try RawConnection(rig.socketPath)
        connection.send(Self.hello())
        return connection.receive() != []
      })
  }

  @Test("When the session bus goes, every connection goes, and the next one finds a new one")
  func busGone() async throws {
    let rig = try await BusRig()
    let connection = try RawConnection(rig.socketPath)
    connection.send(Self.hello())
    #expect(connection.receive() != [])
    rig.bus.stop()
    while let bytes = connection.receive(), !bytes.isEmpty {}
    #expect(connection.receive() == [])
    try await rig.bus.start()
    let client = try await rig.client()
    #expect(try await client.ask("owner \(BusRig.a)") == "")
  }
}
