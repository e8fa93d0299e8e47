import Guidelines
import NotificationModel
import Testing

@Suite("Plain text")
struct PlainTextTests {
  /// Unicode's Bidi_Control.
  static let bidiControls: [UInt32] = [
    0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ]

  private func scalar(_ value: UInt32) -> String { Unicode.Scalar(value).map(String.init) ?? "" }

  @Test("labels hold no control of the writing direction at all", arguments: bidiControls)
  func labels(_ value: UInt32) {
    #expect(PlainText.label("Al\(scalar(value))low") == "Allow")
    #expect(PlainText.label("א\(scalar(value))ב") == "אב")
  }

  @Test(
    "labels hold no character that cannot be seen, and keep the style of emoji",
    arguments: [
      0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x200B, 0x200D, 0x2060, 0x206F, 0x3164, 0xFFA0,
      0x1D173, 0xE0100,
    ])
  func ignorable(_ value: UInt32) {
    #expect(PlainText.label("Tele\(scalar(value))gram") == "Telegram")
    #expect(PlainText.label("❤\u{FE0F}\(scalar(value))") == "❤\u{FE0F}")
  }

  @Test("no text overrides the writing direction", arguments: (0x202A...0x202E) as ClosedRange<UInt32>)
  func overrides(_ value: UInt32) {
    #expect(PlainText.block("a\(scalar(value))b") == "ab")
    #expect(PlainText.line("a\(scalar(value))b") == "ab")
  }

  @Test(
    "line breaks of every kind become spaces in a line, and one kind in a block",
    arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func lineBreaks(_ lineBreak: String) {
    #expect(PlainText.line("a\(lineBreak)b") == "a b")
    #expect(PlainText.block("a\(lineBreak)b") == "a\nb")
  }

  @Test("control characters go, and what joins emoji stays")
  func controls() {
    #expect(PlainText.block("\u{1B}[31mred\u{7F}\u{9B}") == "[31mred")
    #expect(PlainText.block("👩\u{200D}💻") == "👩\u{200D}💻")
    #expect(PlainText.line("a\tb") == "a b" && PlainText.block("a\tb") == "a\tb")
    #expect(PlainText.line("  padded \n") == "padded")
    #expect(PlainText.line("\u{E0041}\u{FFF9}\u{FEFF}\u{FFFE}\u{10FFFF}") == "")
  }

  @Test("the tags of a flag stay, and others go")
  func flags() {
    let wales = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"
    for place in [PlainText.label, PlainText.line, PlainText.block] {
      #expect(place("\(wales) 2:1") == "\(wales) 2:1")
      #expect(place("\u{1F3F4}\u{E0067}\u{E0062} \u{E0041}a") == "\u{1F3F4} a")
    }
    #expect(PlainText.asSeen(wales) == "\u{1F3F4}")
  }

  @Test("a text without a visible character counts as missing")
  func invisible() {
    for name in ["\u{200B}", "\u{FE0F}"] {
      let nobody = PlainText.cleaned(
        with {
          $0.sender = Sender(name: name)
          $0.title = "Hi"
        })
      #expect(nobody.sender == nil)
      #expect(PlainText.isVisible(nobody))
    }
    #expect(
      !PlainText.isVisible(
        with {
          $0.title = "\u{200B}\u{3164}"
          $0.body = "\u{2060}"
        }))
  }

  @Test("a text is visible by one character", arguments: [" a\u{200B}", "\u{2060}é", "…"])
  func visible(text: String) {
    #expect(PlainText.isVisible(with { $0.title = text }))
    let blank = with { ($0.title, $0.body) = (nil, " \u{A0}\n") }
    #expect(!PlainText.isVisible(blank))
  }

  @Test("a name is compared as it is seen")
  func seen() {
    #expect(PlainText.asSeen(" Fire\u{AD}fox\u{A0} \u{FE0F}ESR") == "Firefox ESR")
    #expect(PlainText.asSeen("Files") == "Files" && PlainText.asSeen("\u{3164}\u{34F}").isEmpty)
  }

  @Test("over all of Unicode: never longer, nothing forbidden, and clean text stays as it is")
  func sweep() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(scalar)y"
      for cleaned in [PlainText.label(text), PlainText.line(text), PlainText.block(text)] {
        guard cleaned.utf8.count <= text.utf8.count,
          cleaned.hasPrefix("x") || cleaned.unicodeScalars.first == "x",
          !cleaned.unicodeScalars.contains(where: {
            $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control
          })
        else {
          Issue.record("U+\(String(value, radix: 16))")
          return
        }
        if PlainText.block(cleaned).unicodeScalars.elementsEqual(cleaned.unicodeScalars) { continue }
        Issue.record("U+\(String(value, radix: 16)) is not stable")
        return
      }
    }
  }
}
