import Testing

@testable import Configuration

struct KeyFileTests {
  private func value(_ raw: String) throws -> String {
    let file = try KeyFile(path: "f", text: "[G]\nk=\(raw)")
    return try file.string(try #require(file.entries.first))
  }

  private func list(_ raw: String) throws -> [String] {
    let file = try KeyFile(path: "f", text: "[G]\nk=\(raw)")
    return try file.list(try #require(file.entries.first))
  }

  @Test("Blank lines, comments, CRLF and blanks around names and values do not matter")
  func leniency() throws {
    let file = try KeyFile(path: "f", text: "\r\n # comment\n\n  [A B]  \r\n\t k \t=  v w  \r\n#x=y\n[C]\nk=")
    #expect(file.entries.map { "\($0.group)|\($0.name)|\($0.raw)|\($0.line)" } == ["A B|k|v w|5", "C|k||8"])
  }

  @Test("A mark of the grammar with a combining accent behind it is that mark, as in GLib")
  func combiningAccents() throws {
    let accent = "\u{301}"
    let file = try KeyFile(
      path: "f", text: "[\(accent)A=]\n \(accent)k=\(accent)v=w\n#\(accent)x=y\nl= \(accent)")
    let read = file.entries.map { [$0.group, $0.name, $0.raw].map { Array($0.unicodeScalars) } }
    let written = [["\(accent)A=", "\(accent)k", "\(accent)v=w"], ["\(accent)A=", "l", accent]]
    #expect(read == written.map { $0.map { Array($0.unicodeScalars) } })
    #expect(try list("a \(accent);b") == ["a \(accent)", "b"])
  }

  @Test(
    "Escapes in a value are replaced",
    arguments: [
      (#"a\sb"#, "a b"), (#"\n\t\r"#, "\n\t\r"), (#"a\\sb"#, #"a\sb"#), ("a=b", "a=b"), ("a;b", "a;b"),
      ("ünïcode", "ünïcode"),
    ])
  func escapes(raw: String, expected: String) throws {
    #expect(try value(raw) == expected)
  }

  @Test(
    "A list is split at semicolons that are not escaped",
    arguments: [
      ("", []), ("a", ["a"]), ("a;b", ["a", "b"]), ("a;b;", ["a", "b"]), ("a; b ;c", ["a", "b", "c"]),
      (#"a\;b;c"#, ["a;b", "c"]), (";a", ["", "a"]),
    ] as [(String, [String])])
  func lists(raw: String, expected: [String]) throws {
    #expect(try list(raw) == expected)
  }

  @Test(
    "What is not the grammar is a fault at its line",
    arguments: [
      ("[G]\nk=1\nk=2", 3), ("[G]\nk=1\n[H]\n[G]\nk=2", 5), ("k=1", 1), ("\n[G", 2), ("[]", 1), ("[a]b]", 1),
      ("[a[b]", 1), ("[G]\n=v", 2), ("[G]\nword", 2), ("[G]\nk=\u{0}", 2), ("[G]\n\nk=\u{1b}[0m", 3),
      ("\u{FEFF}[G]", 1),
    ])
  func faults(text: String, line: Int) {
    #expect {
      try KeyFile(path: "f", text: text)
    } throws: {
      let fault = $0 as? ConfigurationFault
      return fault?.line == line && fault?.file == "f"
    }
  }

  @Test("An unknown escape is a fault", arguments: [#"\x"#, #"a\"#, #"\;"#])
  func unknownEscape(raw: String) {
    #expect(throws: ConfigurationFault.self) { try value(raw) }
  }

  @Test("A file of more than 256 KiB is a fault, one of just so many is not")
  func size() throws {
    let most = String(repeating: "#", count: KeyFile.maximumBytes)
    #expect(try KeyFile(path: "f", text: most).entries.isEmpty)
    #expect(throws: ConfigurationFault.self) { try KeyFile(path: "f", text: most + "#") }
  }
}
