import Glibc
import NotificationModel
import Testing

struct ColumnsTests {
  @Test(
    "Width is counted in columns of a terminal",
    arguments: [
      ("", 0), ("abc", 3), ("…", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("ネコ", 4), ("회의", 4),
      ("\u{1100}\u{1161}\u{11A8}", 2), ("क्षि", 3), ("नमस्ते", 4), ("שלום", 4), ("🙂", 2), ("👨‍👩‍👧", 2),
      ("👍🏽", 2), ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("🇰🇷", 2), ("🇰🇷🇫🇷", 4), ("🇰", 1), ("\u{378}", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(
    "A text is broken at blanks, and within a word that is wider than a line",
    arguments: [
      ("", 8, [""]), ("one two", 8, ["one two"]), ("one two three", 8, ["one two", "three"]),
      ("one two three", 7, ["one two", "three"]), ("a  b  c", 4, ["a  b", "c"]), ("abcd  ", 4, ["abcd"]),
      ("abcd   ef", 4, ["abcd", "ef"]), ("     ", 3, ["   "]), ("  abcdef", 4, ["  ab", "cdef"]),
      ("abcdefghij kl", 4, ["abcd", "efgh", "ij", "kl"]), ("ab cdefghij", 6, ["ab", "cdefgh", "ij"]),
      ("회의실에서 만나요", 10, ["회의실에서", "만나요"]), ("회의실", 5, ["회의", "실"]), ("회의", 1, ["회", "의"]),
      ("नमस्ते क्षि", 5, ["नमस्ते", "क्षि"]), ("🇰🇷🇫🇷🇩🇪", 4, ["🇰🇷🇫🇷", "🇩🇪"]), ("👨‍👩‍👧👨‍👩‍👧 x", 4, ["👨‍👩‍👧👨‍👩‍👧", "x"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ])
  func wrapping(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(columns: columns).map(String.init) == lines)
  }

  @Test("A word that is wider than a line has one to itself where words stay whole")
  func wholeWords() {
    #expect("a bcdefg h".wrapped(columns: 4, breaksWords: false) == ["a", "bcdefg", "h"])
    #expect("abcdef".wrapped(columns: 4, breaksWords: false) == ["abcdef"])
  }

  @Test("A line is as wide as whoever breaks it measures")
  func measure() {
    #expect("ab…c d".wrapped(columns: 10) { $0.isASCII ? 1 : 8 } == ["ab…", "c d"])
  }

  @Test("Every character is as wide as the C library says, and ncurses with it")
  func cLibrary() throws {
    // Its header hides it from Swift.
    let address = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(address, to: (@convention(c) (UInt32) -> Int32).self)
    let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    // Wide since Unicode 16, and fillers without a cell since glibc 2.39.
    let changed: [ClosedRange<UInt32>] = [
      0x2630...0x2637, 0x268A...0x268F, 0x3164...0x3164, 0xFFA0...0xFFA0, 0x1D300...0x1D356,
      0x1D360...0x1D376,
    ]
    var others: [String] = []
    for scalar in (0x20...0x3FFFF).compactMap(Unicode.Scalar.init) {
      let width = wcwidth(scalar.value)
      let properties = scalar.properties
      // Not assigned characters, those that this C library does not know yet, and those that are never shown by
      // themselves. The vowels with a cell of their own differ between versions of Unicode.
      guard width >= 0, !changed.contains(where: { $0.contains(scalar.value) }),
        ![.unassigned, .control, .format, .spacingMark].contains(properties.generalCategory)
      else {
        continue
      }
      if scalar.displayWidth != Int(width) {
        others.append("\(String(scalar.value, radix: 16)) \(scalar.displayWidth) \(width)")
      }
    }
    #expect(others.isEmpty, "\(others.count): \(others.prefix(400))")
  }
}
