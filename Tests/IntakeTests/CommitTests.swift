import Intake
import Testing
import Varlink

struct CommitTests {
  @Test func `nothing is sent before the transaction has ended`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    var ended = false
    rig.loop.onIterationEnd = {
      #expect(client.read() == 0)
      guard rig.handler.handled.count == 2, !ended else { return }
      ended = true
      #expect(rig.server.transactionEnded(failure: nil).isEmpty)
      #expect(client.read() == 2)
      rig.loop.stop()
    }
    client.send(.echo(1), .echo(2))
    rig.loop.run()
  }

  @Test func `with a failure every call of the transaction gets it, in order and once`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    rig.failure = Rig.failure
    client.send(
      .echo(1), Call(method: "test.echo.Refuse"), .echo(3, oneway: true),
      Call(method: "org.varlink.service.GetInfo"), .echo(4), .stream)
    let replies = rig.replies(5, of: client)
    let failed = Reply.failed(Rig.failure)
    #expect(replies[0] == failed && replies[1] == failed && replies[3] == failed && replies[4] == failed)
    guard case .done(let information) = replies[2] else {
      Issue.record("what the service says of itself is not stored")
      return
    }
    #expect(information["product"] == .string("Echo"))
    #expect(rig.interrupted == rig.handler.pending)
    // The connection lives on.
    rig.failure = nil
    client.send(.echo(5))
    #expect(rig.replies(6, of: client).last == .done(.n(5)))
  }

  @Test func `an answer about what is committed is given in a transaction that fails, at once or later`()
    throws
  {
    let rig = try Rig()
    let client = try rig.connect()
    rig.failure = Rig.failure
    client.send(Call(method: "test.echo.Read"), .echo(1), .hold)
    let failed = Reply.failed(Rig.failure)
    #expect(rig.replies(3, of: client) == [.done(.n(0)), failed, failed])
    rig.failure = nil
    client.send(.hold)
    rig.run { rig.handler.pending.count == 2 }
    rig.failure = Rig.failure
    rig.server.send(.done(.n(2)), to: rig.handler.pending[1], isCommitted: true)
    #expect(rig.replies(4, of: client).last == .done(.n(2)))
  }

  @Test func `a call that is done also where it cannot be stored says so in its place`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    rig.failure = Rig.failure
    client.send(.echo(1), Call(method: "test.echo.Lock"), .echo(2))
    let failed = Reply.failed(Rig.failure)
    #expect(rig.replies(3, of: client) == [failed, .done(.n(2)), failed])
    rig.failure = nil
    client.send(Call(method: "test.echo.Lock"))
    #expect(rig.replies(4, of: client).last == .done(.n(1)))
  }

  @Test func `a failure ends an older pending call only when it would have been answered`() throws {
    let rig = try Rig()
    let answered = try rig.connect()
    let idle = try rig.connect()
    answered.send(.stream)
    _ = rig.replies(1, of: answered)
    idle.send(.stream)
    _ = rig.replies(1, of: idle)
    rig.failure = Rig.failure
    rig.server.send(.continues(.n(1)), to: rig.handler.pending[0])
    rig.server.send(.continues(.n(2)), to: rig.handler.pending[0])
    let replies = rig.replies(2, of: answered)
    #expect(replies == [.continues(.n(0)), .failed(Rig.failure)])
    #expect(rig.interrupted == [rig.handler.pending[0]])
    rig.failure = nil
    rig.server.send(.done(.n(3)), to: rig.handler.pending[1])
    #expect(rig.replies(2, of: idle) == [.continues(.n(0)), .done(.n(3))])
    _ = answered.read()
    #expect(answered.replies.count == 2)
  }

  @Test func `a pending oneway call that fails is forgotten without a word`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    rig.failure = Rig.failure
    client.send(Call(method: "test.echo.Hold", oneway: true))
    rig.run { rig.interrupted.count == 1 }
    rig.failure = nil
    client.send(.echo(1))
    #expect(rig.replies(1, of: client) == [.done(.n(1))])
  }
}
