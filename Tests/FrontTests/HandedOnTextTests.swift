import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("A text as it is handed on")
struct HandedOnTextTests {
  private static let scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"

  private func body(_ text: String) -> HandedOnText {
    HandedOnText(body: text) { $0.hasPrefix("/") }
  }

  @Test(
    "A text goes on byte for byte, well formed or not",
    arguments: [
      "", "plain", "  a\n\tb  ", "<b>Title</b>\nSimon & Garfunkel", "a &hellip; b <b>x</b>", "We <3 dunst",
      "<b>never closed", "<i><b>a</i></b>", "<span size='1'>x</span><p>y<br>", #"<a href=x>y</a>"#,
      "&amp;lt;",
      "&#9;&#10;", scotland + " 2:1", "&#x1F3F4;&#xE0067;&#xE0062;&#xE007F;",
      "\u{2067}a\u{2069} \u{202B}b\u{202C} \u{200E}\u{200F}\u{61C}",
      "e\u{301}\u{FEFF}\u{FFFE}\u{FFF9}\u{2028}\u{2029}\u{200B}",
      #"<img src="/a.png" alt="a"/>"#, "\u{2069}\u{202C}",
    ])
  func whole(_ text: String) {
    for handed in [body(text), HandedOnText(text)] {
      #expect(Array(handed.text.utf8) == Array(text.utf8) && handed.changes.isEmpty)
    }
  }

  @Test(
    "Control characters, overrides of the writing direction and tags outside of flags are taken out",
    arguments: [
      ("a\u{0}b\u{1B}[1m\u{7F}\u{9B}c", "ab[1mc"), ("a\u{202D}b\u{202E}c", "abc"),
      ("a\r\nb\rc\u{85}d\r\r\n", "a\nb\nc\nd\n\n"), ("a\u{E0001}\u{E0041}\u{E007F}b", "ab"),
      ("\u{1F3F4}\u{E0067}\u{E0062}", "\u{1F3F4}"), ("\u{1F3F4}\u{E007F}", "\u{1F3F4}"),
      ("\u{1F3F4}\u{E0067} \u{E007F}", "\u{1F3F4} "), ("\u{1F3F4}\u{E0021}\u{E007F}", "\u{1F3F4}"),
      ("\u{1F3F4}\u{E0067}" + scotland, "\u{1F3F4}" + scotland), ("😀\u{E0067}\u{E007F}", "😀"),
    ])
  func characters(_ text: String, _ left: String) {
    for handed in [body(text), HandedOnText(text)] {
      #expect(Array(handed.text.utf8) == Array(left.utf8) && handed.changes == [.characters])
    }
  }

  @Test(
    "An isolate or an embedding that is left open is closed at the end",
    arguments: [
      ("\u{2067}a", "\u{2069}"), ("\u{202B}a", "\u{202C}"), ("\u{2066}\u{202A}a", "\u{202C}\u{2069}"),
      ("\u{2068}\u{202B}a\u{2069}", ""), ("\u{202B}\u{2067}a\u{202C}", "\u{2069}\u{202C}"),
      ("\u{2067}a\nb", "\u{2069}"), ("\u{2067}a\u{2069}\u{2069}\u{2067}b", "\u{2069}"),
    ])
  func directions(_ text: String, _ end: String) {
    for handed in [body(text), HandedOnText(text)] {
      #expect(handed.text == text + end && handed.changes == (end.isEmpty ? [] : [.direction]))
    }
  }

  @Test(
    "In a body, a character that an entity spells counts as itself; a summary has no entities",
    arguments: [
      ("a&#x202E;b&#27;c", "abc"), ("&#x000000000202e;&# 8238;&#x0x202E;a", "a"), ("&#xE0041;a", "a"),
      ("&#x2067;a", "&#x2067;a\u{2069}"), ("\u{2067}a&#x2069;", "\u{2067}a&#x2069;"),
      ("&#x1F3F4;\u{E0067}&#xE007F;&#xE0067;", "&#x1F3F4;\u{E0067}&#xE007F;"),
    ])
  func entities(_ text: String, _ left: String) {
    #expect(body(text).text == left)
    #expect(HandedOnText("a&#x202E;b").text == "a&#x202E;b")
  }

  @Test(
    "A tag for which Qt opens a style sheet or a picture behind the text is taken out with its end",
    arguments: [
      (#"<body background="http://x/">a</body>"#, "a"),
      ("<table\nBACKGROUND = x><tr>a</tr></table>", "<tr>a</tr>"),
      ("<link rel=stylesheet href=http://x/>a", "a"), ("<x:link href=y>a</x:link>", "a"),
      ("<style>@import 'http://x/'</style>", "@import 'http://x/'"),
      (#"<b style="background:url(http://x/)">a</b> <b>c</b>"#, "a <b>c</b>"),
      (#"<p style='b: u\72l(x)'>a<p>b</p></p>"#, "a<p>b</p>"),
      (#"<i class="b"style="x:&#117;rl(x)"/>a"#, "a"),
      (#"<span style="color:red">a</span>"#, nil), ("<a href=http://x/?background=1>a</a>", nil),
      ("background=x, style=url(y)", nil), ("<b>style</b>", nil),
    ] as [(String, String?)])
  func opened(_ text: String, _ left: String?) {
    #expect(body(text).text == left ?? text)
    #expect(body(text).changes == (left == nil ? [] : [.pictures]))
  }

  @Test(
    "What was broken up to come together afterwards is taken out as well",
    arguments: [
      "<i\u{202E}mg src=http://x/>", "<<img src=x>img src=http://x/>", "<im<img src=x>g src=http://x/>",
      "<img:x src=\"/p.png\">", "<imgx src=x>", "<img\u{301} src=\"/p.png\">", "<img\u{200D} src=x>",
      "&#x20<img src=x>2E;", "<i&#x20<img src=x>2E;mg src=http://x/>", "<i&#x202E;mg src=http://x/>",
    ])
  func broughtTogether(_ text: String) {
    #expect(body(text).text.isEmpty)
  }

  @Test("A picture whose tag another begins before its end, as a reader of bytes takes it, loses its name")
  func runsOn() { #expect(body("<imgx <b src=\"/p.png\">").text == "<b src=\"/p.png\">") }

  @Test("What closes is at the end also where a picture without an end was there")
  func endOfPicture() {
    #expect(body("\u{2067}a<img src=http://x/").text == "\u{2067}a\u{2069}")
  }

  @Test("However deep a body hides pictures, they are taken out, in time that its length bounds")
  func deep() {
    for part in ["<im", "&#x20<im", "<", "\u{202E}<img ", "&#x202E;", "\u{2067}", "\u{202A}\u{2069}"] {
      let text = String(repeating: part, count: 65_536 / part.utf8.count)
      let end = String(repeating: "<img src=x>g src=x>2E;", count: 3_000)
      for handed in [body(text), body(text + end)] {
        #expect(body(handed.text).text == handed.text, "\(part)")
        #expect(handed.text.utf8.count <= 2 * (text + end).utf8.count)
      }
    }
  }

  @Test("What has been handed on once stays as it is", arguments: 0..<20)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "<", ">", "img", "<img ", "src=", "'", "\"", "/a.png", "http://x/", "/", "</img>", "<b>", "</b>", "&",
      "#x20",
      "2E;", "&#x2067;", "&#x202E;", "\u{202A}", "\u{202C}", "\u{2067}", "\u{2069}", "\u{202E}", "\r", "\n",
      "\u{1F3F4}",
      "\u{E0067}", "\u{E007F}", "\u{301}", " ", "x",
    ]
    for _ in 0..<200 {
      let text = (0..<24).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      for handed in [body(text), HandedOnText(text)] {
        #expect(handed.changes.isEmpty == (Array(handed.text.utf8) == Array(text.utf8)))
        #expect(!handed.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\r" })
      }
      let handed = body(text).text
      #expect(body(handed).text == handed, "\(text)")
    }
  }
}
