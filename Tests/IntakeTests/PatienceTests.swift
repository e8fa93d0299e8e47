import EventLoop
import Intake
import Testing
import Varlink

struct PatienceTests {
  private static func hurried(_ milliseconds: Int64 = 40) -> ServerLimits {
    var limits = ServerLimits()
    limits.patienceMilliseconds = milliseconds
    return limits
  }

  @Test func `half a message does not last, however steadily it grows`() throws {
    let rig = try Rig(limits: Self.hurried())
    let client = try rig.connect()
    let start = EventLoop.now().uptime
    rig.run {
      client.send([UInt8(ascii: " ")])
      _ = client.read()
      return client.isClosed
    }
    #expect(EventLoop.now().uptime - start >= 40)
    #expect(rig.server.incidents == [.halfMessage: 1])
  }

  @Test func `an idle connection between two messages lasts`() throws {
    let rig = try Rig(limits: Self.hurried())
    let client = try rig.connect()
    client.send(.echo(1))
    _ = rig.replies(1, of: client)
    let later = EventLoop.now().uptime + 100
    rig.run { EventLoop.now().uptime > later }
    client.send(.echo(2))
    _ = rig.replies(2, of: client)
    #expect(client.numbers == [1, 2])
  }

  @Test func `each message has its own patience`() throws {
    // Long beside a round, which a busy machine may draw out, and short beside all rounds together.
    let rig = try Rig(limits: Self.hurried(500))
    let client = try rig.connect()
    let bytes = Call.echo(1).bytes
    let end = EventLoop.now().uptime + 1_000
    var rounds = 0
    client.send(bytes[..<5])
    rig.run {
      // The end of one and the beginning of the next: there is always half a message.
      client.send(Array(bytes[5...]) + bytes[..<5])
      rounds += 1
      return EventLoop.now().uptime > end
    }
    #expect(rig.replies(rounds, of: client).count == rounds)
    #expect(rig.server.incidents.isEmpty)
  }

  @Test func `a client that asks and never reads is cut, and others do not notice`() throws {
    let rig = try Rig(limits: Self.hurried())
    let client = try rig.connect()
    let other = try rig.connect()
    client.send((0..<200).flatMap { _ in Call.large(60_000).bytes })
    rig.run { rig.server.incidents == [.unreadOutput: 1] }
    // No more was made than fits.
    #expect(rig.handler.handled.count < 40)
    other.send(.echo(1))
    _ = rig.replies(1, of: other)
    #expect(other.numbers == [1])
  }

  @Test func `a subscriber that never reads is cut at the cap`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream)
    _ = rig.replies(1, of: client)
    let id = rig.handler.pending[0]
    let text = JSON.object([JSON.Field("text", .string(String(repeating: "x", count: 10_000)))])
    rig.run {
      #expect(rig.server.unsentBytes(to: id) <= 1_048_576 + 20_000)
      rig.server.send(.continues(text), to: id)
      return rig.handler.closed == [id]
    }
    #expect(rig.server.incidents == [.unreadOutput: 1])
  }

  @Test func `a slow reader gets every byte of what it asked for`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send((0..<30).flatMap { _ in Call.large(200_000).bytes })
    _ = rig.replies(30, of: client)
    #expect(client.replies.count == 30)
    #expect(client.errors.isEmpty)
    #expect(rig.server.incidents.isEmpty)
  }
}
