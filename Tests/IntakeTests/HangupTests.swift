import EventLoop
import Glibc
import Intake
import Testing
import Varlink

struct HangupTests {
  @Test func `a client that ends its half gets the answers to all it asked`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send((0..<200).flatMap { Call.echo($0).bytes })
    client.endInput()
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(client.numbers == Array(0..<200))
    #expect(rig.handler.closed.count == 1)
    #expect(rig.server.incidents.isEmpty)
  }

  @Test func `a client that ends its half keeps its subscription until it hangs up`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream)
    client.endInput()
    _ = rig.replies(1, of: client)
    rig.server.send(.continues(.n(1)), to: rig.handler.pending[0])
    _ = rig.replies(2, of: client)
    #expect(client.numbers == [0, 1])
    let turns = rig.turns
    let later = EventLoop.now().uptime + 30
    rig.run { EventLoop.now().uptime > later }
    // Waiting costs only the test's own timer of 2 ms.
    #expect(rig.turns - turns < 30)
    client.hangUp()
    rig.run { rig.handler.closed == rig.handler.pending }
  }

  @Test func `what a client left behind when it hung up is handled`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send((0..<300).flatMap { Call.echo($0, oneway: true).bytes })
    client.hangUp()
    rig.run { rig.handler.closed.count == 1 }
    #expect(rig.handler.numbers == (0..<300).map(Int64.init))
  }

  @Test(arguments: [false, true])
  func `what a client left behind a call that takes its time is handled`(endsItsHalfBefore: Bool) throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.hold)
    if endsItsHalfBefore {
      (1...40).forEach { client.send(.echo($0, oneway: true)) }
      client.endInput()
      rig.run { rig.handler.handled.count == 1 }
    } else {
      rig.run { rig.handler.handled.count == 1 }
      (1...40).forEach { client.send(.echo($0, oneway: true)) }
    }
    client.hangUp()
    try rig.settle()
    rig.handler.handled.removeAll()
    let turns = rig.turns
    let later = EventLoop.now().uptime + 30
    rig.run { EventLoop.now().uptime > later }
    // Waiting costs only the test's own timer of 2 ms.
    #expect(rig.turns - turns < 30)
    #expect(rig.server.connectionCount >= 1)
    let held = try #require(rig.handler.pending.first)
    rig.server.send(.done(.n(0)), to: held)
    rig.run { rig.handler.closed.contains(held) }
    #expect(rig.handler.numbers == (1...40).map(Int64.init))
    #expect(rig.server.incidents.isEmpty)
  }

  @Test func `a subscriber that hangs up is forgotten`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream)
    _ = rig.replies(1, of: client)
    client.hangUp()
    rig.run { rig.handler.closed == rig.handler.pending }
    #expect(rig.server.connectionCount == 0)
  }

  @Test func `whoever has hung up is sent nothing more from that turn on`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream)
    _ = rig.replies(1, of: client)
    let follower = try #require(rig.handler.pending.first)
    #expect(rig.server.canSend(to: follower))
    var isKnownAtOnce = false
    rig.loop.onIterationEnd = {
      if !rig.server.canSend(to: follower), rig.handler.closed.isEmpty { isKnownAtOnce = true }
      rig.server.transactionEnded(failure: nil)
    }
    client.hangUp()
    rig.run { rig.handler.closed == [follower] }
    #expect(isKnownAtOnce)
  }

  @Test func `hanging up in the middle of a message costs no spinning`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send([UInt8](repeating: UInt8(ascii: " "), count: 65_535))
    client.hangUp()
    rig.run { rig.handler.closed.count == 1 }
    let turns = rig.turns
    let later = EventLoop.now().uptime + 30
    rig.run { EventLoop.now().uptime > later }
    #expect(rig.turns - turns < 30)
  }

  @Test func `draining answers what was asked, drops what is pending and closes all`() throws {
    let rig = try Rig()
    let asking = try rig.connect()
    let subscribed = try rig.connect()
    subscribed.send(.stream)
    _ = rig.replies(1, of: subscribed)
    asking.send(.echo(1))
    rig.run { rig.handler.numbers == [1] }
    var drained = false
    rig.server.drain(until: EventLoop.now().uptime + 3_000) { drained = true }
    rig.run { drained }
    _ = asking.read()
    _ = subscribed.read()
    #expect(asking.numbers == [1])
    #expect(asking.isClosed && subscribed.isClosed)
    #expect(rig.handler.closed.count == 2)
    #expect(throws: (any Error).self) { try rig.connect() }
  }

  @Test func `draining ends at its deadline whoever does not read`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.large(500_000))
    rig.run { rig.handler.handled.count == 1 }
    var drained = false
    rig.server.drain(until: EventLoop.now().uptime + 20) { drained = true }
    rig.run { drained }
    #expect(rig.handler.closed.count == 1)
  }
}
