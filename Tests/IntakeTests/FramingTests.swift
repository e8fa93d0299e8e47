import Intake
import Testing
import Varlink

struct FramingTests {
  @Test func `a call may be cut at any byte`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    let bytes = Call.echo(7).bytes
    for cut in 1..<bytes.count {
      client.send(bytes[..<cut])
      let handled = rig.handler.handled.count
      rig.loop.nextIteration { rig.loop.nextIteration { rig.loop.stop() } }
      rig.loop.run()
      #expect(rig.handler.handled.count == handled)
      client.send(bytes[cut...])
      _ = rig.replies(cut, of: client)
    }
    #expect(client.numbers == Array(repeating: 7, count: bytes.count - 1))
  }

  @Test(arguments: [
    "", "{}", "[]", "nonsense", #"{"method":1}"#, #"{"method":"test.echo.Echo","parameters":[]}"#,
    #"{"method":"test.echo.Echo","oneway":1}"#, #"{"method":"test.echo.Echo","upgrade":true}"#,
    #"{"method":"test.echo.Hold","more":true,"oneway":true}"#,
  ]) func `a malformed message closes the connection after what came before it was answered`(
    message: String
  ) throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(Call.echo(1).bytes + Array(message.utf8) + [0] + Call.echo(2).bytes)
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(client.numbers == [1])
    #expect(rig.handler.numbers == [1])
    #expect(rig.server.incidents == [.malformed: 1])
    #expect(rig.log.count == 1)
    #expect(rig.server.connectionCount == 0)
  }

  @Test func `log lines say where a message is at fault, and hold nothing that a peer sent`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(Array(#"{"method":"secret","parameters":{"secret":"secret","secret":1}}"#.utf8) + [0])
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(rig.log.count == 1)
    #expect(rig.log.allSatisfy { $0.contains("byte 59: ") && !$0.contains("secret") }, "\(rig.log)")
  }
}
