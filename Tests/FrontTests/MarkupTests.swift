import NotificationModel
import TestSupport
import Testing

@Suite("Markup of bodies")
struct MarkupTests {
  @Test(
    "What is well formed is flattened to what it says",
    arguments: [
      ("<b>bold</b>, <i>slanted</i> and <u>underlined</u>", "bold, slanted and underlined"),
      ("<B>loud</B >", "loud"),
      ("<b><i>both</i></b>", "both"),
      (#"<span foreground="red">Battery</span> low"#, "Battery low"),
      ("one<br>two<br/>three<br />four", "one\ntwo\nthree\nfour"),
      (#"<a href="https://example.com/a">the page</a>"#, "the page (https://example.com/a)"),
      (#"<a href='https://example.com/?a=1&amp;b=2'>it</a>"#, "it (https://example.com/?a=1&b=2)"),
      (#"<a href="https://example.com/">example.com</a>"#, "example.com"),
      (#"<a href="mailto:a@example.com">a@example.com</a>"#, "a@example.com"),
      (
        #"<a href="https://evil.example">https://bank.example</a>"#,
        "https://bank.example (https://evil.example)"
      ),
      (#"<a href="https://example.com/"><b></b></a>"#, "https://example.com/"),
      ("<a>nowhere</a>", "nowhere"),
      (#"<a href="">nowhere</a>"#, "nowhere"),
      (#"See <img src="file:///x.png" alt="a &quot;cat&quot;"/>!"#, #"See a "cat"!"#),
      (#"<img src="file:///x.png">"#, ""),
      ("Tom &amp; Jerry &lt;3 &gt; &quot;&apos;&#39;&#x27;", "Tom & Jerry <3 > \"'''"),
      ("&#128578; &#x1F642;", "🙂 🙂"),
      ("one&nbsp;word", "one\u{A0}word"),
      ("kept\nas is\r\n", "kept\nas is\r\n"),
      ("<p>one</p><p>two</p>", "one\ntwo"), ("<html><ul><li>one</li><li>two</li></ul></html>", "one\ntwo"),
      (#"<font color="red">red</font> <code>x</code>"#, "red x"), ("<p></p><div>one</div>", "one"),
      ("one<div>two</div>three", "one\ntwo\nthree"), ("<p>one</p>\n  <p>two</p>\n", "one\ntwo"),
    ])
  func flattened(_ markup: String, _ text: String) {
    #expect(Markup.plainText(markup) == text)
  }

  @Test(
    "What is not well formed stays as it was written",
    arguments: [
      "a < b && c", "R&D, AT&T; 5 > 3 <3", "if (a <b> c)", "</b>", "<b", "<", "&", "<b>never closed",
      "never opened</i>", "List<String>", "<someone@example.com>",
      "&copy; &#x110000; &#; &#x; &#-39; &#+-39; &# ;",
      "<a href=unquoted>x</a>", #"<a href="never closed>x</a>"#, #"<b"x">y</b>"#, "<!-- note -->",
      "<script>x</script>",
      "&amp", "< b>x</ b>",
    ])
  func literal(_ text: String) {
    #expect(Markup.plainText(text) == text)
  }

  @Test("Entities are decoded once: what they spell is text")
  func once() {
    #expect(Markup.plainText("&amp;lt;b&amp;gt;") == "&lt;b&gt;")
    #expect(Markup.plainText("&lt;b&gt;x&lt;/b&gt;") == "<b>x</b>")
    #expect(Markup.plainText("&amp;amp;amp;") == "&amp;amp;")
  }

  @Test("Of tags that cross, the outer pair is markup and the inner ones are text")
  func crossing() {
    #expect(Markup.plainText("<b>one<i>two</b>three</i>") == "one<i>twothree</i>")
  }

  @Test("A link within a link is text")
  func links() {
    let markup = #"<a href="x://1">one<a href="x://2">two</a>"#
    #expect(Markup.plainText(markup) == #"one<a href="x://2">two (x://1)"#)
  }

  @Test(
    "List and search say what servers draw of a body that is not well formed",
    arguments: [
      ("<b>Title</b>\nSimon & Garfunkel", "Title\nSimon & Garfunkel"),
      ("a &hellip; b <b>x</b>", "a &hellip; b x"), ("We <3 dunst", "We <3 dunst"),
      ("a<b && c>d", "a<b && c>d"), ("Banana <banana@example.com>", "Banana <banana@example.com>"),
      ("<b>R&D</b> <3 <i>x</i>", "R&D <3 x"),
    ])
  func lenient(_ body: String, _ text: String) {
    #expect(Markup.plainText(body) == text)
  }

  @Test(
    "A number is read as GLib reads it: with any zeros, a blank, a sign or another 0x before it",
    arguments: [
      "&#x0000000000000000041;", "&# 65;", "&#+65;", "&#x0x41;", "&#-18446744073709551551;", "&#X41;",
    ])
  func numbers(_ entity: String) {
    #expect(Markup.plainText(entity) == "A")
  }

  @Test(
    "Too long a body is cut outside of tags and entities, and what is open there is closed",
    arguments: [
      ("one two", 20, "one two…"), ("one two", 6, "one…"), ("<b>one</b> two", 17, "<b>one</b> two…"),
      ("<b>one two</b>", 14, "<b>one …</b>"), ("<b>one</b> two", 13, "<b>one</b>…"),
      ("a <i>b</i>", 8, "a …"), ("<b><i>one</i></b>", 20, "<b><i>one</i></b>…"),
      ("<b><i>one</i></b>", 19, "<b><i>on…</i></b>"), ("one &amp; two", 9, "one …"),
      ("one &amp; two", 12, "one &amp;…"), ("one &hellip; two", 12, "one …"),
      (#"see <a href="x:y">it</a>"#, 24, #"see …"#),
      (#"see <a href=x:y>it</a>"#, 26, #"see <a href=x:y>it</a>…"#),
      (#"see <a href=x:y>it all</a>"#, 26, #"see <a href=x:y>it …</a>"#), ("<br/>one", 11, "<br/>one…"),
      (#"<img src="/a.png"/>"#, 21, "…"), ("a < b and c", 9, "a < b …"),
      ("<B>one two</B>", 13, "<B>one…</B>"),
      ("ééé", 6, "é…"),
    ])
  func ending(_ body: String, _ bytes: Int, _ text: String) {
    let cut = Markup.ending(body, bytes: bytes)
    #expect(cut == text && cut.utf8.count <= bytes)
  }

  @Test(
    "A picture's tag is taken out, and that alone, unless it is well formed and its file may be opened",
    arguments: [
      (#"a <img src="/x.png" alt="b"/> c"#, nil), (#"<img src='/x.png'>"#, nil),
      (#"<img alt="a > b" src="/usr/src/x.png" />"#, nil), (#"<IMG SRC="/x.png"/>"#, nil),
      (#"a <img src="http://x/"/> c"#, "a  c"), (#"<IMG SRC='http://x/'>b"#, "b"),
      ("<img src=http://x/>b", "b"),
      ("<img src=/x.png>b", "b"), (#"<img src="x.png"/>b"#, "b"), (#"<img alt="a"/>b"#, "b"), ("<img>b", "b"),
      (#"<img alt="a > b" src="http://x/">c"#, "c"), (#"<img alt="it's" src=x title='a > b'>c"#, "c"),
      ("a <img src=http://x/", "a "), (#"a <img src="http://x/ <b>c</b>"#, "a <b>c</b>"),
      ("< img src=x>b", "b"), ("<\u{A0}img src=x>b", "b"), (#"<"img" src=x>b"#, "b"), ("<img/src=x>b", "b"),
      ("<&#105;mg src=x>b", "b"), ("<x:img xmlns:x='u' src='http://x/'/>b", "b"), ("<imgx src=x>b", "b"),
      ("<img src=x></img>b", "b"), (#"<img src="/x.png"></img>b"#, nil), ("b</img>", nil),
      (#"<img src="/x.png" src="http://x/"/>b"#, "b"), (#"<img src="/x.png" alt="src='http://x/'"/>b"#, "b"),
      (#"<img src="&#x68;ttp://x/"/>b"#, "b"), (#"<img src="&#47;x.png"/>b"#, nil),
      (#"<img src="//x/y"/>b"#, "b"),
      (#"<!-- <img src="http://x/"/> -->"#, "<!--  -->"), ("<<img src=x>b", "<b"),
      ("Banana <img@example.com>", nil), ("#include <imgui.h>", nil), ("a <b>c</b> & <d", nil),
    ] as [(String, String?)])
  func pictures(_ body: String, _ text: String?) {
    let isLocal: (String) -> Bool = { $0.hasPrefix("/") && !$0.hasPrefix("//") }
    #expect(Markup.withoutPictures(body, but: isLocal) == text ?? body)
  }

  @Test("The longest input is cut before it is read, and takes no more time for being deep or broken")
  func bounded() {
    for part in ["<", "<b>", "</b>", "<a href='x", "<i><b></i>"] {
      let markup = String(repeating: part, count: 200_000)
      #expect(Markup.plainText(markup).utf8.count <= Markup.bytes, "\(part)")
    }
  }

  @Test("Whatever comes in, nothing longer comes out, and text without markup stays", arguments: 0..<20)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "<", ">", "&", ";", "/", "b", "<b>", "</b>", "<a href=", "\"", "'", "</a>", "<img alt=", "<br/>",
      "&amp;", "&#x",
      "39;", " ", "é", "\n", "x",
    ]
    for _ in 0..<200 {
      let markup = (0..<24).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      #expect(Markup.plainText(markup).utf8.count <= markup.utf8.count, "\(markup)")
      let (bound, cut) = (markup.utf8.count - 1, Markup.ending(markup, bytes: markup.utf8.count - 1))
      #expect(bound < 3 || cut.utf8.count <= bound, "\(markup)")
      let plain = markup.filter { $0 != "<" && $0 != "&" }
      #expect(Markup.plainText(plain) == plain)
    }
  }
}
