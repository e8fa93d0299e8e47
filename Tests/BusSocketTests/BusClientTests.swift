import BusSocket
import BusWire
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("A connection of our own to a bus")
struct BusClientTests {
  /// The reports to a client, in order.
  private final class Told {
    var answers: [String] = []
    var received: [String] = []
    var isEnded = false

    func answer(_ name: String) -> (Message?) -> Void {
      { [unowned self] in
        answers.append("\(name): \($0.map { "\($0.header.kind.map { "\($0)" } ?? "")" } ?? "none")")
      }
    }
  }

  private func client(_ loop: EventLoop, _ addresses: [BusAddress], _ told: Told) throws -> BusClient {
    try BusClient(
      to: addresses, loop, wantsBody: { $0.header.bodyLength <= 65_536 },
      received: { message in
        told.received.append(
          message.field(message.header.member).map { String(decoding: $0, as: UTF8.self) } ?? "")
      }, ended: { told.isEnded = true })
  }

  private static let driver = "org.freedesktop.DBus"
  private static func signal(_ size: Int = 0) -> WrittenMessage {
    .signal("Said", path: "/a", interface: "a.b").with("s") { $0.add(String(repeating: "x", count: size)) }
  }

  @Test func `It learns its own name from a real bus, and is told of what others own`() async throws {
    let bus = try await PrivateBus()
    let told = Told()
    let loop = try EventLoop()
    let client = try client(loop, [.path(bus.socketPath)], told)
    #expect(client.uniqueName == nil)
    client.call("RequestName", [.string(Array("org.example.A".utf8)), .uint32(0)], then: told.answer("name"))
    var owner: [UInt8]?
    client.call("GetNameOwner", [.string(Array("org.example.A".utf8))]) { answer in
      owner = answer.flatMap { answer in (try? answer.firstString()).flatMap { answer.field($0) } }
    }
    client.call("GetNameOwner", [.string(Array("org.example.B".utf8))], then: told.answer("missing"))
    #expect(loop.run { told.answers.count == 2 })
    #expect(told.answers == ["name: reply", "missing: error"])
    #expect(owner != nil && owner == client.uniqueName)
    bus.stop()
    #expect(loop.run { told.isEnded })
  }

  @Test func `An answer counts from whoever was asked, and from the bus`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    client.call("GetId", then: told.answer("bus"))
    let other = MessageWriter.Destination.object(Array(":1.9".utf8), path: "/a", interface: Array("a.b".utf8))
    client.call("Ask", to: other, then: told.answer("other"))
    client.call("Ask", to: other, then: told.answer("gone"))
    end.say(
      .reply(to: 2).from(":1.8"), .reply(to: 3).from(":1.8"), .reply(to: 3).from(":1.9"),
      .reply(to: 2).from(Self.driver), .reply(to: 4).from(Self.driver))
    #expect(bus.run { told.answers.count == 3 })
    #expect(told.answers == ["other: reply", "bus: reply", "gone: reply"])
    #expect(told.received.count == 2)
  }

  @Test func `What is never answered is told, before the end is`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    client.call("GetId") { answer in
      #expect(answer == nil && !told.isEnded)
      told.answers.append("none")
    }
    #expect(bus.run { client.uniqueName != nil })
    shutdown(end.socket.raw, Int32(SHUT_RDWR))
    #expect(bus.run { told.isEnded })
    #expect(told.answers == ["none"])
    client.call("GetId", then: told.answer("late"))
    #expect(told.answers == ["none"])
  }

  @Test func `A bus that answers nothing is asked no more than so often, and each caller hears of that`()
    throws
  {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    for _ in 0..<300 { client.call("GetId", then: told.answer("")) }
    #expect(told.answers.isEmpty)
    #expect(bus.run { told.answers.count == 45 })
    client.stop()
    #expect(told.answers.count == 45)
  }

  @Test func `A bus that reads nothing is sent no more than so much`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let message = [UInt8](repeating: 0, count: 1_048_576)
    for _ in 0..<16 { client.send(message) }
    #expect(!told.isEnded)
    for _ in 0..<3 { client.send(message) }
    #expect(!told.isEnded)
    #expect(bus.run { told.isEnded })
  }

  @Test func `What was sent before a hangup is read to its end, a share at a time`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    // Each of these is read by itself, for a descriptor comes with it.
    for _ in 0..<20 {
      end.outbox.append(Self.signal().bytes, [PassedDescriptor(dup(end.socket.raw))])
      end.flush()
    }
    shutdown(end.socket.raw, Int32(SHUT_RDWR))
    var most = 0
    var before = 0
    #expect(
      bus.run {
        most = max(most, told.received.count - before)
        before = told.received.count
        return told.isEnded
      })
    #expect(told.received.count == 20 && most == 1)
    _ = client
  }

  @Test func `A body that nobody wants is passed over, and what follows it is read`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    end.say(Self.signal(100_000), Self.signal(10))
    #expect(bus.run { told.received.count == 2 })
    _ = client
  }

  @Test func `What is no message ends the connection`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    end.outbox.append([UInt8](repeating: 0x5A, count: 16))
    end.flush()
    #expect(bus.run { told.isEnded })
    _ = client
  }

  @Test func `A message of a bus that has not let the client in ends the connection`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.say(Self.signal())
    #expect(bus.run { told.isEnded })
    #expect(told.received.isEmpty && client.guid.isEmpty)
  }

  @Test func `A message whose fields are odd is passed over`() throws {
    let bus = try ScriptedBus()
    let told = Told()
    let client = try client(bus.loop, bus.addresses, told)
    let end = bus.accept()
    end.welcomes()
    // A path that is no path, and one that is longer than any.
    end.say(
      .signal("Said", path: "no path", interface: "a.b"),
      .signal("Said", path: "/" + String(repeating: "a", count: 80_000), interface: "a.b"), Self.signal())
    #expect(bus.run { told.received.count == 1 })
    #expect(!told.isEnded)
    _ = client
  }
}
