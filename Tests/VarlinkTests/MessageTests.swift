import Testing
import Varlink

private func call(_ text: String) throws -> Call { try Call(parsing: Array(text.utf8)) }
private func reply(_ text: String) throws -> Reply { try Reply(parsing: Array(text.utf8)) }

@Suite struct MessageTests {
  @Test(
    "calls are read, and keys the protocol does not know are passed over",
    arguments: [
      (#"{"method":"a.b.C"}"#, Call(method: "a.b.C")),
      (#"{"method":"a.b.C","parameters":null,"more":null}"#, Call(method: "a.b.C")),
      (#"{"method":"a.b.C","more":false,"oneway":false,"upgrade":false}"#, Call(method: "a.b.C")),
      (#"{"more":true,"method":"a.b.C","parameters":{}}"#, Call(method: "a.b.C", more: true)),
      (
        #"{"method":"a.b.C","parameters":{"x":1},"oneway":true,"org.example.trace":{"id":7}}"# + "\n",
        Call(method: "a.b.C", parameters: .object([.init("x", .int(1))]), oneway: true)
      ),
    ])
  func readsCalls(text: String, expected: Call) throws {
    #expect(try call(text) == expected)
  }

  @Test(
    "what is no call is refused",
    arguments: [
      "", "[]", "1", "{}", #"{"method":null}"#, #"{"method":1}"#, #"{"method":"a.b.C","parameters":[]}"#,
      #"{"method":"a.b.C","parameters":"x"}"#, #"{"method":"a.b.C","more":1}"#,
      #"{"method":"a.b.C","oneway":"true"}"#, #"{"method":"a.b.C","upgrade":true}"#,
      #"{"method":"a.b.C","more":true,"oneway":true}"#, #"{"method":"a.b.C","method":"a.b.D"}"#,
    ])
  func refusesCalls(text: String) {
    #expect(throws: CallFault.self) { try call(text) }
  }

  @Test("a call has no key that it does not need")
  func writesCalls() {
    func text(_ call: Call) -> String { String(decoding: call.bytes, as: UTF8.self) }
    #expect(text(Call(method: "a.b.C")) == "{\"method\":\"a.b.C\"}\u{0}")
    #expect(
      text(Call(method: "a.b.C", parameters: .object([.init("x", .null)]), more: true))
        == "{\"method\":\"a.b.C\",\"parameters\":{\"x\":null},\"more\":true}\u{0}")
    #expect(text(Call(method: "a.b.C", oneway: true)) == "{\"method\":\"a.b.C\",\"oneway\":true}\u{0}")
  }

  @Test("replies read as they were written, with no key too many")
  func repliesRoundTrip() throws {
    let parameters = JSON.object([.init("x", .int(1))])
    let table: [(Reply, String)] = [
      (.done(.object([])), #"{"parameters":{}}"#),
      (.done(parameters), #"{"parameters":{"x":1}}"#),
      (.continues(parameters), #"{"parameters":{"x":1},"continues":true}"#),
      (.failed(CallError(name: "a.b.E")), #"{"error":"a.b.E","parameters":{}}"#),
      (.failed(CallError(name: "a.b.E", parameters: parameters)), #"{"error":"a.b.E","parameters":{"x":1}}"#),
    ]
    for (value, text) in table {
      var bytes: [UInt8] = []
      value.append(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == text + "\u{0}")
      #expect(try reply(text) == value)
    }
    #expect(try reply("{}") == .done(.object([])))
    #expect(try reply(#"{"parameters":null,"continues":false,"error":null}"#) == .done(.object([])))
  }

  @Test("a reply may wrap the deepest value of a call, and is bounded too")
  func replyDepth() throws {
    func wrapped(_ depth: Int) -> String {
      "{\"parameters\":" + String(repeating: "{\"a\":", count: depth) + "1"
        + String(repeating: "}", count: depth) + "}"
    }
    #expect(throws: Never.self) { try reply(wrapped(JSON.maximumDepth + 7)) }
    #expect(throws: CallFault.self) { try reply(wrapped(JSON.maximumDepth + 8)) }
    #expect(throws: CallFault.self) { try call(wrapped(JSON.maximumDepth)) }
  }

  @Test(
    "what is no reply is refused",
    arguments: [
      "", "null", "[]", #"{"error":1}"#, #"{"error":"a.b.E","continues":true}"#, #"{"continues":"yes"}"#,
      #"{"parameters":[]}"#,
    ])
  func refusesReplies(text: String) {
    #expect(throws: CallFault.self) { try reply(text) }
  }
}
