import Testing

@testable import Varlink

@Suite("Interface descriptions")
struct InterfaceDescriptionTests {
  private func declarations(_ text: String) throws -> Declarations {
    try Declarations(try #require(InterfaceDescription(text: "interface org.example.Test\n\(text)")))
  }

  @Test("a line ends at every line break of Varlink's grammar", arguments: ["\n", "\r\n", "\r", "\u{2028}"])
  func lineBreaks(lineBreak: String) throws {
    let lines = [
      "# Text.", "interface org.example.Test", "# [Requires 'more' flag]", "method A() -> () # b",
      "type C (d: int)",
    ]
    let description = try #require(InterfaceDescription(text: lines.joined(separator: lineBreak)))
    #expect(description.name == "org.example.Test")
    #expect(description.methods.map(\.name) == ["A"] && description.methods.allSatisfy(\.requiresMore))
    let declarations = try Declarations(description)
    #expect(declarations.types["C"] == .structure([DeclaredField(name: "d", type: .int)]))
  }

  @Test(
    "a structure and an enumeration are told apart by their first name",
    arguments: [
      ("()", .structure([])), ("(a)", .enumeration(["a"])), ("(a, b)", .enumeration(["a", "b"])),
      (
        "(a: ?[]B, b: (c))",
        .structure([
          DeclaredField(name: "a", type: .nullable(.array(.named("B")))),
          DeclaredField(name: "b", type: .enumeration(["c"])),
        ])
      ),
    ] as [(String, DeclaredType)])
  func parentheses(text: String, type: DeclaredType) throws {
    #expect(try declarations("type A \(text)").types == ["A": type])
  }

  @Test(
    "what the grammar does not have is refused at its first token that does not fit",
    arguments: [
      ("type A (", nil), ("type A (a", nil), ("type A (a,", nil), ("type A (a,)", ")"),
      ("type A (a: int,)", ")"),
      ("type A (a: int,", nil), ("type A (,a)", ","), ("type A (a b)", "b"), ("type A (a:)", ")"),
      ("type A (a: int, b)", ")"), ("type A (a, b: int)", ":"), ("type A (a: ??int)", "?"),
      ("type A (a: [string]int)", "[string]int"), ("type A (a-b: int)", "a-b"), ("type A A", "A"),
      ("type A []A", "[]A"), ("type ( (a: int)", "("), ("method A ()", nil), ("method A () ()", "("),
      ("word A ()", "word"), ("error", nil),
    ] as [(String, String?)])
  func refused(text: String, token: String?) {
    #expect(throws: Declarations.GrammarFault.unexpected(token: token)) { try declarations(text) }
  }

  @Test("types are read as far down as the limit, and nothing behind it")
  func depth() throws {
    let limit = Declarations.maximumDepth
    for (open, close) in [("(a: ", ")"), ("[]", ""), ("?[]", ""), ("? ( a : ", ")")] {
      func nested(_ count: Int) -> String {
        "type A (a: " + String(repeating: open, count: count) + "int" + String(repeating: close, count: count)
          + ")"
      }
      let levels = open.hasPrefix("?") ? 2 : 1
      #expect(try declarations(nested((limit - 1) / levels)).types.count == 1)
      for count in [limit, 10_000] {
        #expect(throws: Declarations.GrammarFault.tooDeep) { try declarations(nested(count)) }
      }
    }
  }
}
