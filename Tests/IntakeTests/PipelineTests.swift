import Intake
import Testing
import Varlink

struct PipelineTests {
  @Test func `pipelined calls are answered in order, each once`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send((0..<500).flatMap { Call.echo($0).bytes })
    _ = rig.replies(500, of: client)
    #expect(client.numbers == Array(0..<500))
  }

  @Test func `a oneway call is handled and never answered, whatever becomes of it`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(
      .echo(1, oneway: true), Call(method: "test.echo.Refuse", oneway: true),
      Call(method: "test.echo.Nothing", oneway: true), Call(method: "no.such.Interface", oneway: true),
      Call(method: "test.echo.Stream", oneway: true),
      Call(method: "org.varlink.service.GetInfo", oneway: true),
      .echo(2))
    _ = rig.replies(1, of: client)
    #expect(client.numbers == [2])
    #expect(rig.handler.handled.map(\.method).count == 3)
    try rig.settle()
    _ = client.read()
    #expect(client.replies.count == 1)
  }

  @Test func `a oneway call that is pending swallows its answers and holds the next up till then`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(Call(method: "test.echo.Hold", oneway: true), .echo(2))
    rig.run { !rig.handler.pending.isEmpty }
    #expect(client.read() == 0)
    rig.server.send(.done(.n(1)), to: rig.handler.pending[0])
    _ = rig.replies(1, of: client)
    #expect(client.numbers == [2])
  }

  @Test(arguments: [
    ("no.such.Method", "InterfaceNotFound"), ("test.echo.Nothing", "MethodNotFound"),
    ("Nothing", "MethodNotFound"), ("test.echo.Stream", "ExpectedMore"),
    ("org.varlink.service.Nothing", "MethodNotFound"),
  ]) func `every socket tells what it does not offer`(method: String, error: String) throws {
    let rig = try Rig()
    for role in [ListenerRole.notifications, .control] {
      let client = try rig.connect(role)
      client.send(Call(method: method))
      _ = rig.replies(1, of: client)
      #expect(client.errors == ["org.varlink.service.\(error)"])
    }
    #expect(rig.handler.handled.isEmpty)
  }

  @Test func `calls behind a pending one wait for its last answer`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.stream, .echo(10), .echo(11))
    #expect(rig.replies(1, of: client) == [.continues(.n(0))])
    #expect(rig.handler.handled.count == 1)
    let id = rig.handler.pending[0]
    rig.server.send(.continues(.n(1)), to: id)
    rig.server.send(.done(.n(2)), to: id)
    _ = rig.replies(5, of: client)
    #expect(client.numbers == [0, 1, 2, 10, 11])
    #expect(client.replies[1] == .continues(.n(1)))
    #expect(client.replies[2] == .done(.n(2)))
  }

  @Test func `a call without more has one answer even when the handler would continue`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.hold, .echo(9))
    rig.run { !rig.handler.pending.isEmpty }
    rig.server.send(.continues(.n(1)), to: rig.handler.pending[0])
    rig.server.send(.done(.n(2)), to: rig.handler.pending[0])
    _ = rig.replies(2, of: client)
    #expect(client.replies == [.done(.n(1)), .done(.n(9))])
  }

  @Test func `too many calls behind a pending one close the connection`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.hold)
    rig.run { !rig.handler.pending.isEmpty }
    client.send((0..<64).flatMap { Call.echo($0).bytes })
    try rig.settle()
    _ = client.read()
    #expect(!client.isClosed)
    client.send(.echo(64))
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(rig.server.incidents == [.tooManyWaiting: 1])
    #expect(rig.handler.closed.last == rig.handler.pending[0])
    #expect(rig.handler.numbers.filter { $0 > 0 }.isEmpty)
  }

  @Test func `an answer to a connection without a pending call goes nowhere`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.hold)
    rig.run { !rig.handler.pending.isEmpty }
    let id = rig.handler.pending[0]
    for n in 1...3 { rig.server.send(.done(.n(n)), to: id) }
    client.send(.echo(7))
    _ = rig.replies(2, of: client)
    #expect(client.numbers == [1, 7])
    client.hangUp()
    rig.run { rig.handler.closed == [id] }
    rig.server.send(.done(.n(4)), to: id)
    #expect(rig.server.unsentBytes(to: id) == 0)
  }
}
