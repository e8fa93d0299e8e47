import Front
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
    ])
  func flattened(_ markup: String, _ text: String) {
    #expect(Markup.plainText(markup) == text)
  }

  @Test(
    "What is not well formed stays as it was written",
    arguments: [
      "a < b && c", "R&D, AT&T; 5 > 3 <3", "if (a <b> c)", "</b>", "<b", "<", "&", "<b>never closed",
      "never opened</i>", "List<String>", "<someone@example.com>",
      "&copy; &#0; &#x110000; &#; &#x; &#27; &#-39;",
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
      let plain = markup.filter { $0 != "<" && $0 != "&" }
      #expect(Markup.plainText(plain) == plain)
    }
  }
}
