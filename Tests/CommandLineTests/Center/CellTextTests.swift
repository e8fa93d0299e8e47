import Testing

@testable import bellhop

struct CellTextTests {
  @Test(
    "Each character takes the cells that every terminal gives it, and what is joined shows its first part",
    arguments: [
      ("abc", "abc", 3), ("회의", "회의", 4), ("ネコ", "ネコ", 4), ("e\u{301}", "e\u{301}", 1), ("👨‍👩‍👧", "👨", 2),
      ("👍🏽", "👍", 2), ("❤\u{FE0F}", "❤", 1), ("🇰🇷", "🇰🇷", 2), ("1\u{FE0F}\u{20E3}", "1\u{20E3}", 1),
      ("क्षि", "क्षि", 3), ("שלום", "שלום", 4), ("\u{301}", "", 0), ("", "", 0), ("a\u{0}b\u{1b}[2J", "a␀b␛[2J", 7),
      ("a\u{202E}b\nc", "ab c", 4), ("\u{378}", "\u{FFFD}", 1),
    ])
  func cells(text: String, shown: String, width: Int) {
    let cells = CellText(text)
    #expect(Array(cells.text.unicodeScalars) == Array(shown.unicodeScalars))
    #expect(cells.width == width)
  }

  @Test("A heap of marks on one letter stays in its cell")
  func marks() {
    let cells = CellText("a" + String(repeating: "\u{301}", count: 100))
    #expect(cells.width == 1 && cells.text.unicodeScalars.count == 5)
  }

  @Test("What is cut ends in a sign, and never in half a character")
  func cut() {
    #expect(CellText("abcdef").cut(to: 4).text == "abc…")
    #expect(CellText("회의실").cut(to: 4).text == "회…")
    #expect(CellText("회의실").cut(to: 6).text == "회의실")
    #expect(CellText("abc").cut(to: 0).text == "")
    #expect(CellText("회의실").end(5).text == "의실")
  }

  @Test("Of a text no more is looked at than there is room for, whatever it is")
  func beginning() {
    var seen = 0
    let endless = (0..<100_000).lazy.map { place -> Character in
      seen = max(seen, place + 1)
      return "회"
    }
    #expect(CellText(endless, columns: 20).text == String(repeating: "회", count: 9) + "…")
    #expect(seen == 11)
    for text in ["abcdef", "회의실", "👨‍👩‍👧 e\u{301}\u{0}x", "\u{301}", ""] {
      for columns in 0...8 {
        #expect(CellText(text, columns: columns) == CellText(text).cut(to: columns))
      }
    }
  }

  @Test(
    "A text is broken between words, and within one that is longer than a line",
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("one\n\ntwo", 8, ["one", "", "two"]),
      ("abcdefghij kl", 4, ["abcd", "efgh", "ij", "kl"]), ("회의실에서 만나요", 10, ["회의실에서", "만나요"]),
      ("", 8, [""]), ("ab cdefghij", 6, ["ab", "cdefgh", "ij"]), ("a b", 1, ["a", "b"]),
    ])
  func lines(text: String, columns: Int, expected: [String]) {
    #expect(CellText.lines(text, columns: columns).map(\.text) == expected)
  }
}
