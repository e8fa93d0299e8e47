import Testing
import Varlink

private func parsed(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

private func nested(_ depth: Int, _ open: String, _ close: String) -> String {
  String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
}

@Suite struct JSONTests {
  @Test(
    "what RFC 8259 allows is read",
    arguments: [
      ("null", JSON.null), (" \t\r\ntrue\n", .bool(true)), ("false", .bool(false)), ("0", .int(0)),
      ("-0", .int(0)), ("-1", .int(-1)), ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)), ("1.0", .double(1)), ("-0.5e+3", .double(-500)),
      ("1E2", .double(100)), ("0e0", .double(0)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("5e-324", .double(.leastNonzeroMagnitude)), ("1e-999", .double(0)), ("\"\"", .string("")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u0041\u00e9\uD83D\uDE00\uFFFF""#, .string("Aé😀\u{FFFF}")), ("\"é😀\u{7F}\"", .string("é😀\u{7F}")),
      ("[]", .array([])), ("[ 1 , [ ] ]", .array([.int(1), .array([])])), ("{}", .object([])),
      (
        #"{ "b" : 1 , "a" : { "" : null } }"#,
        .object([.init("b", .int(1)), .init("a", .object([.init("", .null)]))])
      ),
      // Two spellings of é are two names, compared byte by byte.
      (
        "{\"\u{E9}\":1,\"e\u{301}\":2}",
        .object([.init("\u{E9}", .int(1)), .init("e\u{301}", .int(2))])
      ),
    ])
  func accepts(text: String, value: JSON) throws {
    #expect(try parsed(text) == value)
  }

  @Test(
    "what no message may hold is refused",
    arguments: [
      "", " ", "{", "}", "[", "]", "[1", "[1 2]", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
      "{\"a\" 1}", "{a:1}", "{1:1}", "{,}", "{\"a\":1 \"b\":2}", "1 2", "{} {}", "null,", "nul", "nulll",
      "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "00", "1.", ".5", "1.e1", "1e", "1e+",
      "0x10", "1_000", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
      "99999999999999999999999999", "1e400", "-1e400", "\"", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u12\"",
      "\"\\u12G4\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800x\"",
      "\"\\ud800\\n\"", "\"\\uD83D", "\"a\nb\"", "\"a\tb\"", "\"\u{1F}\"", "'a'", "// c\n1", "1 // c",
      "/* c */ 1", "\u{FEFF}1", "1\u{FEFF}", "\u{A0}1", "[1]\u{0}", "\u{0}", "\"\u{0}\"", "{\"a\":1,\"a\":2}",
      "{\"a\":1,\"\\u0061\":2}", "{\"a\":1,\"b\":{\"c\":1,\"c\":1}}",
    ])
  func refuses(text: String) {
    #expect(throws: JSONFault.self) { try parsed(text) }
  }

  @Test(
    "bytes that are not UTF-8 are refused, escapes in the string or not",
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFF],
      [0xFE, 0xFF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    ] as [[UInt8]])
  func refusesInvalidUTF8(bytes: [UInt8]) {
    for prefix in ["\"", "\"\\n", "\"é", "{\""] {
      #expect(throws: JSONFault.self) { try JSON(parsing: Array(prefix.utf8) + bytes + Array("\"".utf8)) }
    }
    #expect(throws: JSONFault.self) { try JSON(parsing: bytes) }
  }

  @Test("UTF-16 and a byte order mark are refused")
  func refusesOtherEncodings() {
    #expect(throws: JSONFault.self) { try JSON(parsing: [0x7B, 0, 0x7D, 0]) }
    #expect(throws: JSONFault.self) { try JSON(parsing: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) }
  }

  @Test("sixteen levels are read, seventeen and a hundred thousand refused")
  func boundsDepth() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(try parsed(nested(16, open, close)) != .null)
      for depth in [17, 511, 100_000] {
        #expect(throws: JSONFault.self) { try parsed(nested(depth, open, close)) }
        #expect(throws: JSONFault.self) { try parsed(String(repeating: open, count: depth)) }
      }
    }
    #expect(try parsed("[" + nested(15, "[", "]") + "," + nested(15, "[", "]") + "]") != .null)
  }

  @Test("of two fields with one name the second is found, few or many", arguments: [1, 15, 16, 17, 3_000])
  func findsDuplicates(count: Int) throws {
    let fields = (0..<count).map { "\"f\($0)\":\($0)" }
    let good = "{" + fields.joined(separator: ",") + "}"
    #expect(try parsed(good)["f\(count - 1)"] == .int(Int64(count - 1)))
    for twice in [0, count / 2, count - 1] {
      let bad = "{" + (fields + ["\"f\(twice)\":0"]).joined(separator: ",") + "}"
      #expect(throws: JSONFault.self) { try parsed(bad) }
    }
  }

  @Test("a fault says where, and never what stood there")
  func faultNamesNoContent() {
    let fault = #expect(throws: JSONFault.self) { try parsed(#"{"secret":"canary","secret":"canary"}"#) }
    #expect(fault?.offset == 27)
    #expect(fault?.reason.contains("canary") == false)
    #expect(fault?.reason.contains("secret") == false)
  }

  @Test("values are written compactly, and so that every reader takes them")
  func writes() {
    let value = JSON.object([
      .init("a", .array([.null, .bool(true), .bool(false), .int(.min), .double(1), .double(0.1)])),
      .init("\"\\\n\r\t\u{1}\u{1F}\u{7F}é😀/", .string("x\u{0}y")), .init("n", .double(.nan)),
      .init("i", .double(-.infinity)), .init("o", .object([])),
    ])
    #expect(
      value.text
        == #"{"a":[null,true,false,-9223372036854775808,1.0,0.1],"\"\\\n\r\t\u0001\u001f"#
        + "\u{7F}é😀/\":\"x\\ufffdy\",\"n\":null,\"i\":null,\"o\":{}}")
  }
}
