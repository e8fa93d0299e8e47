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

  @Test(
    "What is well formed goes on anew, of the specification's elements alone",
    arguments: [
      (
        "<b>bold</b>, <i>slanted</i> and <u >underlined</u>",
        "<b>bold</b>, <i>slanted</i> and <u>underlined</u>"
      ),
      ("<STRONG>a</STRONG><em>b</em>", "<b>a</b><i>b</i>"), ("<b>one<br>two<br/></b>", "<b>one\ntwo\n</b>"),
      ("<b>Tom &amp; Jerry &lt;3 &#128578;</b>", "<b>Tom &amp; Jerry &lt;3 🙂</b>"),
      (#"<a href='https://a/?a=1&amp;b="'>it</a>"#, #"<a href="https://a/?a=1&amp;b=&quot;">it</a>"#),
      // The accent makes one character of itself and the quotation mark.
      ("<a href='x\"\u{301}'>it</a>", "<a href=\"x&quot;\u{301}\">it</a>"),
      (#"<a href="x://1">one<a href="x://2">two</a></a>"#, #"<a href="x://1">onetwo (x://2)</a>"#),
      (#"<img src="/a b.png"/><b></b>"#, #"<img src="/a b.png" alt=""/><b></b>"#),
      (#"<b><span foreground="red">red</span></b>"#, "<b>red</b>"),
      ("<div><b>one</b></div> <div>two<br>three</div>four", "<b>one</b>\ntwo\nthree\nfour"),
      ("<p>one</p><b>two</b>", "one\n<b>two</b>"), ("<p>one</p><br><b>two</b>", "one\n<b>two</b>"),
      (#"<p>one</p><img src="/x.png" alt="x"/>two"#, "one\n<img src=\"/x.png\" alt=\"x\"/>two"),
    ])
  func written(_ markup: String, _ text: String) {
    let reading = WrittenMarkup.Reading(markup, plain: { $0 }, mayOpen: { _ in true })
    let written = reading.body
    #expect(written.text == text && written.isMarkup)
    #expect(
      reading.losses
        == (markup.contains("span") || markup.contains("div") || markup.contains("<p>") ? [.elements] : []))
    #expect(written.markup(links: true, pictures: true) == text)
    #expect(WrittenMarkup.Reading(text, plain: { $0 }, mayOpen: { _ in true }).body.text == text)
  }

  @Test(
    "What is not well formed is escaped whole",
    arguments: [
      "a < b", "Tom & <b>Jerry</b>", "<b>never closed", "never opened</i>", "<b>one<i>two</b>three</i>",
      "<b>a</b> <script>x</script>", "<b>a</b> &copy;",
    ])
  func escapedWhole(_ text: String) {
    let reading = WrittenMarkup.Reading(text, plain: { $0 }, mayOpen: { _ in true })
    let written = reading.body
    #expect(!written.isMarkup && written.text == text && written.plainText == text)
    #expect(written.markup(links: true, pictures: true) == Markup.escaped(text))
    #expect(reading.losses == (text == "a < b" ? [] : [.isNoMarkup]))
  }

  @Test("Text alone is no markup, however it was escaped")
  func textAlone() {
    for text in ["Tom &amp; Jerry", "<span>Tom</span> &#38;<br/> Jerry"] {
      let written = WrittenMarkup.Reading(text, plain: { $0 }, mayOpen: { _ in true }).body
      #expect(!written.isMarkup && written.text.filter { $0 != "\n" } == "Tom & Jerry")
    }
  }

  @Test("Nothing is nested deeper than anybody can see")
  func deep() {
    func written(_ depth: Int) -> WrittenMarkup {
      let markup = String(repeating: "<b>", count: depth) + String(repeating: "</b>", count: depth)
      return WrittenMarkup.Reading(markup, plain: { $0 }, mayOpen: { _ in true }).body
    }
    #expect(written(32).isMarkup && !written(33).isMarkup && !written(9_000).isMarkup)
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
      let written = WrittenMarkup.Reading(markup, plain: { $0 }, mayOpen: { _ in true }).body
      let sent = written.markup(links: true, pictures: true)
      #expect(Markup.plainText(sent) == written.plainText, "\(markup)")
      #expect(
        WrittenMarkup.Reading(sent, plain: { $0 }, mayOpen: { _ in true }).body.isMarkup == written.isMarkup)
      let plain = markup.filter { $0 != "<" && $0 != "&" }
      #expect(Markup.plainText(plain) == plain)
    }
  }
}
