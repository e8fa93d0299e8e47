import Testing

@testable import BusWire

@Suite struct ValueTextTests {
  private static let text = #"it's a \ "text", 1: <@s [ü]> 👩‍🚀"#

  @Test(
    arguments: [
      .string(""), .string(text), .objectPath("/"), .objectPath("/org/example/_1"), .signature("a{s(iv)}"),
      .byte(0), .byte(.max), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min),
      .uint64(.max), .double(0.1), .double(-1e-300), .double(.greatestFiniteMagnitude), .double(-0.0),
      .bool(true), .bool(false), .strings([]), .strings([text, ""]), .dictionary([:]),
      .dictionary([text: .string(text), "b": .array(of: "y", [.byte(1), .byte(2)])]),
      .dictionary(["deep": .variant(.structure([.byte(1), .strings(["a"])]))]),
      .array(of: "a{sv}", [.dictionary(["a": .bool(true)]), .dictionary([:])]),
      .array(of: "{us}", [.structure([.uint32(1), .string("a")]), .structure([.uint32(2), .string("b")])]),
      .array(of: "(ii)", []), .structure([.int32(1)]),
      .structure([.int32(1), .string("a"), .structure([.double(2), .objectPath("/a")])]),
      .variant(.variant(.string(text))),
    ] as [BusValue])
  func `a value of every type is read as it was written`(value: BusValue) throws {
    var writer = WireWriter(.little)
    try value.write(to: &writer)
    var reader = WireReader(writer.bytes[...], order: .little, from: 0)
    let type = try Signature(Array(value.signature.utf8)[...])
    let written = try #require(
      ValueText.read(type, &reader) { Self.quoted(String(decoding: $0, as: UTF8.self)) })
    #expect(BusValue(written: written, type: value.signature) == value, "\(written)")
  }

  @Test(
    arguments: [
      ("y", "256"), ("y", "-1"), ("n", "32768"), ("i", ""), ("i", "1 "), ("i", "0x1"), ("u", "1.0"),
      ("i", "+5"), ("i", "05"), ("i", "-0"), ("d", "0x1p4"), ("d", "+1.0"), ("d", "1"), ("d", "1.00"),
      ("d", ".5"), ("d", "nan"), ("d", "inf"), ("d", "5e-324"), ("d", ""), ("b", "1"), ("b", "True"),
      ("s", "a"), ("s", "'a"), ("s", #"'a\'"#), ("s", #"'\a'"#), ("s", "'a' "),
      ("s", #""a""#), ("o", "'a'"), ("g", "'a'"), ("v", "'a'"), ("v", "<'a'>"), ("v", "<@s 'a'"),
      ("v", "<@ss 'a'>"),
      ("v", "<@ 'a'>"), ("as", "['a'"), ("as", "['a',]"), ("as", "['a''b']"), ("as", "[,'a']"), ("as", "{}"),
      ("a{sv}", "{'a'}"), ("a{sv}", "{'a':'b'}"), ("(ii)", "(1)"), ("(i)", "(1)"), ("(ii)", "(1,2,)"),
      ("ii", "12"), ("", ""), ("h", "1"), ("a", "[]"), ("mi", "1"),
    ])
  func `any other text is none`(type: String, text: String) {
    #expect(BusValue(written: text, type: type) == nil)
  }

  @Test func `what is nested more deeply than is written is not read`() {
    func nested(_ depth: Int) -> BusValue? {
      BusValue(
        written: String(repeating: "<@v ", count: depth) + "<@y 1>" + String(repeating: ">", count: depth),
        type: "v")
    }
    #expect(nested(14) != nil && nested(16) == nil && nested(10_000) == nil)
  }

  /// As the front quotes them.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
