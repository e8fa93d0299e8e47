import Testing

@testable import bellhop

struct WrittenBodyTests {
  private static let codes = "the body had a terminal's codes, which were left out"
  private static let notUTF8 = "the body is not UTF-8; what could not be read stands as �"

  private func written(_ bytes: [UInt8], of count: Int? = nil) -> WrittenBody {
    WrittenBody(bytes, of: count ?? bytes.count)
  }

  @Test(
    "What a body may be stays as it is, and nothing is said",
    arguments: ["", "Tea", "Tea\n\nCoffee", "Grüße\t안녕하세요", "[31m is no code without its sign"])
  func fits(text: String) {
    let body = written(Array((text + "\n").utf8))
    #expect(body.text == text)
    #expect(body.remarks == [])
  }

  @Test(
    "What steers a terminal is left out, and the text around it stays",
    arguments: [
      ("\u{1B}[31mfailed\u{1B}[0m: 3", "failed: 3"), ("\u{1B}[1;38;5;196mred\u{1B}[m", "red"),
      ("\u{1B}[2K50 %", "50 %"), ("\u{9B}4mline", "line"), ("\u{1B}(Btext\u{1B}7", "text"),
      ("\u{1B}]0;title\u{7}text", "text"),
      ("\u{1B}]8;;https://a.example\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}Pq#0\u{1B}x\u{1B}\\text", "text"), ("\u{1B}]0;never ends\ntext", "text"),
      ("\u{1B}[31", ""), ("a\u{1B}", "a"), ("\u{1B}한글", "한글"), ("\u{1B}[31Ü", "Ü"),
      ("\u{1B}\u{1B}[31mx", "x"),
    ])
  func codes(text: String, expected: String) {
    let body = written(Array(text.utf8))
    #expect(body.text == expected)
    #expect(body.remarks == [Self.codes])
  }

  @Test("What is no UTF-8 is repaired, and no sign of it reaches JSON that JSON cannot hold")
  func repaired() {
    let body = written([0x47, 0x72, 0xFC, 0xDF, 0x65, 0x0A, 0x00, 0x41])
    #expect(body.text == "Gr��e\nA")
    #expect(body.remarks == [Self.notUTF8])
  }

  @Test("What is too long is cut, and counts in all that was written")
  func cut() {
    let long = written(Array(repeating: 0x78, count: 5_000))
    #expect(long.text.utf8.count <= 4_096 && long.text.hasSuffix("x…"))
    #expect(long.remarks == ["the body had 5000 bytes and was cut to 4096"])
    let lines = written(Array(String(repeating: "a\r\n", count: 60).utf8))
    #expect(lines.text.split(separator: "\n").count == 40)
    #expect(lines.remarks == ["the body had 60 lines and was cut to 40"])
    // Lone returns are the ends of lines to the daemon.
    #expect(written(Array(String(repeating: "9%\r", count: 60).utf8)).text.split(separator: "\n").count == 40)
    let beginning = written(Array(String(repeating: "a\n", count: 900).utf8), of: 7_000_000)
    #expect(beginning.remarks == ["the body had 7000000 bytes and was cut to its first 40 lines"])
    let all = written(
      Array(String(repeating: "\u{1B}[31m\u{1B}[0mé", count: 3_000).utf8) + [0xFC], of: 70_000)
    #expect(all.remarks == [Self.notUTF8, Self.codes, "the body had 70000 bytes and was cut to 4096"])
  }
}
