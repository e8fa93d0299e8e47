import NotificationModel
import Testing

struct LinkTests {
  @Test(
    "A link is a page of the web, a letter to write, or a file on this computer",
    arguments: [
      "https://example.org", "http://example.org:8080/a?b=c#d", "HTTPS://example.org/",
      "mailto:ann@example.org",
      "https://ko.wikipedia.org/wiki/알림", "file:///home/ann/My%20File", "https://[::1]/",
      "file:///\u{301}a",
    ])
  func taken(text: String) {
    #expect(Link(text)?.text == text)
  }

  @Test(
    "All else is none",
    arguments: [
      "", "example.org", "https:", "https://", "https:///path", "https://?q", "ftp://example.org",
      "javascript:alert(1)", "data:text/html,a", "mailto:", "file:relative", "file://host/path",
      "file:///a%00b",
      "file:///a%2", "file:///a%zz", "file:///a%+5", "file:///a%-0", "file:///a?b", "https://example.org/a b",
      "https://example.org/\u{7}",
      "https:///\u{301}path", "file:///a?\u{301}b",
      "https://example.org/\u{202E}", " https://example.org", "x-scheme:a", "smb://host/share",
    ])
  func refused(text: String) {
    #expect(Link(text) == nil)
  }

  @Test("The path of a file has its bytes put in, and nothing else has one")
  func paths() {
    #expect(Link("file:///home/ann/My%20File%C3%a9")?.path == "/home/ann/My File\u{E9}")
    #expect(Link("file:///a%FF") == nil)
    #expect(Link("https://example.org/a")?.path == nil)
  }

  @Test("It is no longer than browsers and servers agree upon")
  func long() {
    let start = "https://example.org/"
    let most = String(repeating: "a", count: 2_048 - start.utf8.count)
    #expect(Link(start + most) != nil && Link(start + most + "a") == nil)
  }
}
