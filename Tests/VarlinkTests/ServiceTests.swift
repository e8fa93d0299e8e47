import Testing
import Varlink

private let sampleText = """
  # A sample.
  interface org.example.Sample-1

  type Pair (method: string, interface: string)

  # One answer.
  method Get(method: string) -> (pair: Pair)

  # Follows. method Fake() is only mentioned here.
  # [Requires 'more' flag]
  method Follow() -> (
    pair: Pair
  )

  # [Supports 'more' flag]
  method Ask() -> ()

  error Nothing ()
  """

private func makeService() throws -> Service {
  let sample = try #require(InterfaceDescription(text: sampleText))
  return Service(vendor: "V", product: "P", version: "1", url: "https://example.org", interfaces: [sample])
}

private func errorName(_ reply: Reply?) -> String? {
  guard case .failed(let error) = reply else { return nil }
  return error.name
}

@Suite struct ServiceTests {
  @Test("a description's names and flags are understood, its text kept")
  func readsDescriptions() throws {
    let sample = try #require(InterfaceDescription(text: sampleText))
    #expect(sample.name == "org.example.Sample-1")
    #expect(sample.text == sampleText)
    #expect(sample.methods.map(\.name) == ["Get", "Follow", "Ask"])
    #expect(sample.methods.map(\.requiresMore) == [false, true, false])
    #expect(sample.methods.map(\.supportsMore) == [false, true, true])
    #expect(InterfaceDescription(text: "method Get() -> ()") == nil)
    #expect(InterfaceDescription(text: "interface nodot\n") == nil)
    #expect(InterfaceDescription(text: "") == nil)
  }

  @Test("GetInfo tells who this is, and every interface")
  func information() throws {
    let reply = try makeService().answer(Call(method: "org.varlink.service.GetInfo"))
    guard case .done(let parameters) = reply else { throw Unexpected() }
    #expect(
      parameters.text
        == #"{"vendor":"V","product":"P","version":"1","url":"https://example.org","#
        + #""interfaces":["org.varlink.service","org.example.Sample-1"]}"#)
  }

  @Test("every interface is described, org.varlink.service too")
  func descriptions() throws {
    let service = try makeService()
    func describe(_ name: String) -> Reply? {
      service.answer(
        Call(
          method: "org.varlink.service.GetInterfaceDescription",
          parameters: .object([.init("interface", .string(name))])))
    }
    #expect(describe("org.example.Sample-1") == .done(.object([.init("description", .string(sampleText))])))
    guard case .done(let own) = describe("org.varlink.service"), case .string(let text) = own["description"]
    else { throw Unexpected() }
    #expect(
      InterfaceDescription(text: text)?.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
    #expect(describe("a.b") == .failed(ServiceError.interfaceNotFound("a.b")))
  }

  @Test(
    "calls that reach no handler are answered here",
    arguments: [
      ("org.varlink.service.Nope", "MethodNotFound"), ("org.example.Sample-1.Nope", "MethodNotFound"),
      ("org.example.Sample-1.get", "MethodNotFound"), ("org.example.Sample-1.", "MethodNotFound"),
      ("org.example.Other.Get", "InterfaceNotFound"), (".Get", "InterfaceNotFound"),
      ("Get", "MethodNotFound"),
      ("", "MethodNotFound"), ("org.example.Sample-1.Follow", "ExpectedMore"),
      ("org.varlink.service.GetInterfaceDescription", "InvalidParameter"),
    ])
  func refusals(method: String, error: String) throws {
    #expect(errorName(try makeService().answer(Call(method: method))) == "org.varlink.service.\(error)")
  }

  @Test("unknown parameters of the service's own methods are refused by name")
  func unknownParameter() throws {
    let call = Call(method: "org.varlink.service.GetInfo", parameters: .object([.init("x", .null)]))
    #expect(
      try makeService().answer(call) == .failed(ServiceError.invalidParameter("x", reason: "is unknown")))
  }

  @Test("what a handler is for is left to it")
  func leavesCalls() throws {
    let service = try makeService()
    #expect(service.answer(Call(method: "org.example.Sample-1.Get")) == nil)
    #expect(service.answer(Call(method: "org.example.Sample-1.Ask")) == nil)
    #expect(service.answer(Call(method: "org.example.Sample-1.Follow", more: true)) == nil)
    #expect(service.answer(Call(method: "org.example.Sample-1.Get", more: true)) == nil)
  }

  @Test("a method not found is named in full, an interface without its method")
  func namesWhatIsMissing() throws {
    #expect(
      try makeService().answer(Call(method: "org.example.Sample-1.Nope"))
        == .failed(
          CallError(
            name: "org.varlink.service.MethodNotFound",
            parameters: .object([.init("method", .string("org.example.Sample-1.Nope"))]))))
    #expect(
      try makeService().answer(Call(method: "a.b.C")) == .failed(ServiceError.interfaceNotFound("a.b")))
  }
}

/// A reply of another kind than the test needs.
private struct Unexpected: Error {}
