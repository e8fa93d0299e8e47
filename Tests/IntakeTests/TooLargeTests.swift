import EventLoop
import Glibc
import Intake
import Testing
import Varlink

/// A message longer than the limit.
struct TooLargeTests {
  private static let limit = 65_536

  /// An echo of this many bytes, most of them blanks; its NUL, where it has one, is one more.
  private func message(of size: Int, isEnded: Bool = true) -> [UInt8] {
    let bytes = Call.echo(1).bytes.dropLast()
    return Array(repeating: UInt8(ascii: " "), count: size - bytes.count) + bytes + (isEnded ? [0] : [])
  }

  private func refusal(given: Int) -> Reply {
    let fields: [JSON.Field] = [
      .init("field", .string("message")), .init("limit", .int(Int64(Self.limit))),
      .init("given", .int(Int64(given))),
    ]
    return .failed(CallError(name: "io.bellhop.Notifications.TooLarge", parameters: .object(fields)))
  }

  /// Sends all of it, however slowly the server takes it, and reads until the connection is closed.
  private func converse(_ rig: Rig, _ client: TestClient, _ bytes: [UInt8]) {
    var rest = bytes[...]
    rig.run {
      rest = rest.dropFirst(max(0, client.send(rest)))
      _ = client.read()
      return client.isClosed
    }
  }

  @Test func `a message of 65,536 bytes is taken, its NUL not counted`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    let largest = message(of: Self.limit)
    #expect(client.send(largest) == Self.limit + 1)
    _ = rig.replies(1, of: client)
    #expect(client.numbers == [1])
    client.send(.echo(2))
    _ = rig.replies(2, of: client)
    #expect(client.numbers == [1, 2])
  }

  @Test(arguments: [ListenerRole.notifications, .control])
  func `one byte more is refused with the limit, and the connection is closed`(role: ListenerRole) throws {
    let rig = try Rig()
    let client = try rig.connect(role)
    converse(rig, client, message(of: Self.limit + 1) + Call.echo(2).bytes)
    #expect(client.replies == [refusal(given: Self.limit + 1)])
    #expect(rig.handler.handled.isEmpty)
    #expect(rig.server.incidents.isEmpty)
  }

  @Test func `without an end it is refused as soon as it is too long`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    converse(rig, client, message(of: Self.limit + 1, isEnded: false))
    #expect(client.replies == [refusal(given: Self.limit + 1)])
  }

  @Test func `a peer that goes on writing for megabytes still gets its answer, and no error`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: 4 << 20)
    var sent = 0
    rig.run {
      while true {
        let count = client.send(bytes[sent...])
        guard count > 0 else { break }
        sent += count
      }
      return sent == bytes.count
    }
    client.endInput()
    var buffer = [UInt8](repeating: 0, count: 1_024)
    var received: [UInt8] = []
    rig.run {
      let count = recv(client.raw, &buffer, buffer.count, 0)
      if count > 0 { received += buffer[..<count] }
      return count == 0
    }
    #expect(received.last == 0)
    #expect(try Reply(parsing: received.dropLast()) == refusal(given: 65_537))
    rig.run { rig.server.connectionCount == 0 }
  }

  @Test func `what came before it is answered before it, and nothing after it`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    converse(
      rig, client,
      Call.echo(1).bytes + Call.echo(2).bytes + message(of: Self.limit + 9) + Call.echo(3).bytes)
    #expect(client.numbers == [1, 2, -1])
    #expect(rig.handler.numbers == [1, 2])
  }

  @Test func `behind a call that is still pending it waits until that is answered`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.hold, .echo(2))
    rig.run { rig.handler.pending.count == 1 }
    var rest = message(of: Self.limit + 1)[...]
    rig.run {
      rest = rest.dropFirst(max(0, client.send(rest)))
      return rest.isEmpty
    }
    try rig.settle()
    #expect(client.read() == 0)
    #expect(!client.isClosed)
    rig.server.send(.done(.n(1)), to: try #require(rig.handler.pending.first))
    rig.run {
      _ = client.read()
      return client.isClosed
    }
    #expect(client.numbers == [1, 2, -1])
  }

  @Test func `behind a stream there is no place for an answer: the connection is closed`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream)
    _ = rig.replies(1, of: client)
    converse(rig, client, message(of: Self.limit + 1))
    #expect(client.numbers == [0])
    #expect(rig.server.incidents == [.malformed: 1])
    // Likewise where the stream begins only after it has come.
    let other = try rig.connect()
    other.send(.hold, .stream)
    rig.run { rig.handler.pending.count == 2 }
    other.send(message(of: Self.limit + 1))
    try rig.settle()
    rig.server.send(.done(.n(1)), to: try #require(rig.handler.pending.last))
    rig.run {
      _ = other.read()
      return other.isClosed
    }
    #expect(other.numbers == [1, 0])
  }

  @Test func `a transaction that fails takes nothing of it back`() throws {
    let rig = try Rig()
    rig.failure = Rig.failure
    let client = try rig.connect()
    converse(rig, client, Call.echo(1).bytes + message(of: Self.limit + 1))
    #expect(client.replies == [.failed(Rig.failure), refusal(given: Self.limit + 1)])
  }

  @Test func `a peer that neither ends it nor hangs up is let go in time`() throws {
    var limits = ServerLimits()
    limits.patienceMilliseconds = 40
    let rig = try Rig(limits: limits)
    let client = try rig.connect()
    client.send(message(of: Self.limit + 1, isEnded: false))
    rig.run { rig.server.incidents == [.halfMessage: 1] }
    #expect(rig.replies(1, of: client) == [refusal(given: Self.limit + 1)])
    rig.run { rig.server.connectionCount == 0 }
  }
}
