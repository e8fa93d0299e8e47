import Testing

@testable import bellhop

struct VisibleTextTests {
  @Test(
    "What a terminal or a bar would obey is shown as a picture or broken, or left out",
    arguments: [
      ("\u{1b}[31mred", "␛[31mred"), ("\u{9b}31m", "\u{FFFD}31m"), ("a\u{0}b\u{7}\u{7f}", "a␀b␇␡"),
      ("evil\u{202E}txt.exe\u{2066}", "eviltxt.exe"), ("a\u{200B}b\u{FEFF}c\u{AD}", "abc"),
      ("a\nb\tc\r", "a b c␍"), ("🏴\u{E0067}\u{E0062}\u{E007F}\u{E0041}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
      ("100%{A1:rm:}", "100% {A1:rm:}"), ("%\u{200B}{F-}", "% {F-}"), ("é%{F-}", "é% {F-}"),
      ("50% {x}", "50% {x}"), ("a\u{2028}b", "a b"), ("👨‍👩‍👧 é ネ", "👨‍👩‍👧 é ネ"),
    ])
  func dangers(text: String, expected: String) {
    #expect(visible(text) == expected)
  }

  @Test("No scalar that is a control character or steers direction passes")
  func everyScalar() {
    let controls = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }
    for scalar in controls {
      let shown = visible(String(Character(scalar)), keepingLines: true).unicodeScalars
      #expect(scalar == "\n" || !shown.contains(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("Line breaks stay where a text has lines")
  func lines() {
    #expect(visible("a\nb", keepingLines: true) == "a\nb")
  }

  @Test("A table aligns its columns, and cuts lines to the terminal")
  func table() {
    let table = Table(
      header: ["N", "NAME", "TEXT"], rows: [["1", "ネコ", "first"], ["10", "b", ""]], rightAligned: [0])
    let plain = Style(isColoured: false)
    #expect(table.text(style: plain) == " N  NAME  TEXT\n 1  ネコ  first\n10  b\n")
    #expect(table.text(style: plain, columns: 10) == " N  NAME …\n 1  ネコ …\n10  b\n")
    #expect(table.text(style: .plain, columns: 10) == "n: 1, name: ネコ, text: first\nn: 10, name: b\n")
    #expect(Table(rows: [["unread:", "3"]]).text(style: .plain) == "unread: 3\n")
    #expect(table.text(style: Style(isColoured: true)).hasPrefix("\u{1b}[2m N  NAME  TEXT\u{1b}[0m\n"))
  }
}
