import EventLoop
import Intake
import Testing
import Varlink

/// Streamed replies to followers, as they read them.
struct OfferTests {
  private func streaming(_ rig: Rig) throws -> (TestClient, ConnectionID) {
    let client = try rig.connect()
    client.send(.stream)
    _ = rig.replies(1, of: client)
    return (client, try #require(rig.handler.pending.last))
  }

  @Test func `what is offered is told piece by piece, in order`() throws {
    let rig = try Rig()
    let (client, id) = try streaming(rig)
    rig.handler.offered[id] = Array(1...2_000)
    rig.server.offer(to: id)
    _ = rig.replies(2_001, of: client)
    #expect(client.numbers == Array(0...2_000))
  }

  @Test func `one that does not read is asked nothing for until it does`() throws {
    let rig = try Rig()
    let (client, id) = try streaming(rig)
    rig.handler.offered[id] = Array(1...40_000)
    rig.server.offer(to: id)
    try rig.settle()
    var before = -1
    // Until its socket is full.
    rig.run {
      defer { before = rig.handler.asked }
      return before == rig.handler.asked
    }
    #expect(rig.handler.asked < 40_000)
    #expect(rig.server.unsentBytes(to: id) < 300_000)
    _ = rig.replies(40_001, of: client)
    #expect(client.numbers == Array(0...40_000))
  }

  @Test func `one that is gone is owed nothing, at once`() throws {
    let rig = try Rig()
    let (client, id) = try streaming(rig)
    client.hangUp()
    rig.run { !rig.server.canSend(to: id) }
    rig.handler.offered[id] = Array(1...40_000)
    rig.server.offer(to: id)
    rig.run { rig.handler.closed == [id] }
    try rig.settle()
    #expect(rig.handler.asked == 0)
  }

  @Test func `one that hangs up in the middle costs no more than is under way`() throws {
    let rig = try Rig()
    let (client, id) = try streaming(rig)
    rig.handler.offered[id] = Array(1...1_000_000)
    rig.server.offer(to: id)
    rig.run { rig.handler.asked > 0 }
    client.hangUp()
    rig.run { rig.handler.closed == [id] }
    let asked = rig.handler.asked
    try rig.settle()
    #expect(rig.handler.asked == asked)
    #expect(asked < 500_000)
  }

  @Test func `what is offered is told after a transaction that failed, too`() throws {
    let rig = try Rig()
    let (client, id) = try streaming(rig)
    rig.failure = Rig.failure
    rig.handler.offered[id] = [1, 2]
    rig.server.offer(to: id)
    client.send(.echo(1))
    _ = rig.replies(3, of: client)
    #expect(client.numbers == [0, 1, 2])
  }

  @Test func `others are answered while much is told`() throws {
    let rig = try Rig()
    let (_, id) = try streaming(rig)
    let other = try rig.connect(.control)
    rig.handler.offered[id] = Array(1...1_000_000)
    rig.server.offer(to: id)
    other.send(.echo(1))
    _ = rig.replies(1, of: other)
    #expect(rig.handler.asked < 100_000)
  }
}
