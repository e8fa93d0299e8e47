import EventLoop
import Intake
import Testing
import Varlink

/// Calls that are many, and calls that are long.
struct SharingTests {
  @Test func `a flood of one app does not come before another's call, and needs no new event`() throws {
    let rig = try Rig()
    let greedy = try (0..<8).map { _ in try rig.connect() }
    let modest = try rig.connect()
    // All of one process, each in a name of its own.
    for client in greedy { client.send((0..<200).flatMap { Call.named("org.example.Greedy", $0).bytes }) }
    modest.send(.named("org.example.Modest", 0))
    var answers = 0
    rig.loop.onIterationEnd = {
      if answers == 0, modest.read() == 1 { answers = rig.handler.handled.count }
      rig.server.transactionEnded(failure: nil)
    }
    for client in greedy { _ = rig.replies(200, of: client) }
    #expect(modest.read() == 1)
    let place = try #require(
      rig.handler.handled.firstIndex { $0.parameters["app"] == .string("org.example.Modest") })
    #expect(place < 200)
  }

  @Test func `a call in pieces is answered once, and what is behind it waits`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.pieces(100), .echo(7))
    _ = rig.replies(2, of: client)
    #expect(client.numbers == [100, 7])
  }

  @Test func `more calls than may wait behind a pending one may wait behind one in pieces`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(Call.pieces(500).bytes + (0..<300).flatMap { Call.echo($0).bytes })
    _ = rig.replies(301, of: client)
    #expect(client.numbers == [500] + Array(0..<300))
    #expect(rig.server.incidents.isEmpty)
  }

  @Test func `nobody goes on with an answer that nobody waits for`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.pieces(1_000_000))
    rig.run { rig.handler.pieces > 0 }
    client.hangUp()
    rig.run { rig.handler.closed.count == 1 }
    #expect(rig.handler.pieces < 1_000_000)
    let other = try rig.connect()
    other.send(.pieces(1_000_000, oneway: true), .echo(1))
    #expect(rig.replies(1, of: other) == [.done(.n(1))])
  }

  @Test(arguments: [false, true])
  func `a change is gone on with also when nobody waits for its answer`(oneway: Bool) throws {
    let rig = try Rig()
    rig.handler.purpose = .change
    let client = try rig.connect()
    client.send(.pieces(100_000, oneway: oneway))
    rig.run { rig.handler.pieces > 0 }
    client.hangUp()
    rig.run { rig.handler.closed.count == 1 }
    #expect(rig.handler.pieces == 100_000)
  }

  @Test func `a call in pieces may end as one that waits, and none of them comes twice`() throws {
    let rig = try Rig()
    rig.handler.purpose = .change
    rig.handler.endsPending = true
    let (client, other) = (try rig.connect(), try rig.connect())
    client.send(.pieces(100), .echo(7))
    other.send(.echo(1))
    #expect(rig.replies(1, of: other) == [.done(.n(1))])
    rig.run { rig.handler.pieces == 100 }
    other.send(.echo(2))
    _ = rig.replies(2, of: other)
    #expect(other.numbers == [1, 2])
    #expect(rig.handler.pieces == 100)
  }

  @Test func `others of the same share come in between the pieces of a change`() throws {
    let rig = try Rig()
    rig.handler.purpose = .change
    let (client, other) = (try rig.connect(), try rig.connect())
    client.send(.pieces(1_000_000))
    rig.run { rig.handler.pieces > 0 }
    other.send(.echo(1))
    #expect(rig.replies(1, of: other) == [.done(.n(1))])
    #expect(rig.handler.pieces < 1_000_000)
  }

  @Test func `a transaction that fails ends a change, whatever came before`() throws {
    let rig = try Rig()
    rig.handler.purpose = .change
    let client = try rig.connect()
    client.send(.pieces(1_000_000))
    rig.run { rig.handler.pieces > 0 }
    rig.failure = Rig.failure
    rig.run { !rig.interrupted.isEmpty }
    rig.failure = nil
    #expect(rig.replies(1, of: client) == [.failed(Rig.failure)])
    #expect(rig.handler.pieces < 1_000_000)
  }

  @Test func `what a client left behind a call in pieces is handled when it has hung up`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(Call.pieces(1_000_000).bytes + (1...40).flatMap { Call.echo($0, oneway: true).bytes })
    rig.run { rig.handler.pieces > 0 }
    client.hangUp()
    rig.run { rig.handler.closed.count == 1 }
    #expect(rig.handler.numbers.dropFirst() == (1...40).map(Int64.init)[...])
  }

  @Test(arguments: [true, false])
  func `a transaction that fails ends a call that was built on it`(isCommitted: Bool) throws {
    let rig = try Rig()
    let client = try rig.connect()
    rig.handler.purpose = .answer(isCommitted: isCommitted)
    client.send(.pieces(100_000))
    rig.run { rig.handler.pieces > 0 }
    let before = rig.handler.pieces
    rig.failure = Rig.failure
    rig.run { rig.handler.pieces > before || !rig.interrupted.isEmpty }
    rig.failure = nil
    let replies = rig.replies(1, of: client)
    #expect(replies == [isCommitted ? .done(.n(100_000)) : .failed(Rig.failure)])
  }

  @Test func `draining answers what has begun`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.pieces(100_000))
    rig.run { rig.handler.pieces > 0 }
    var drained = false
    rig.server.drain(until: EventLoop.now().uptime + 60_000) { drained = true }
    rig.run { drained }
    #expect(client.read() == 1)
    #expect(client.numbers == [100_000])
  }
}
