import NotificationModel
import Testing

struct CutTests {
  @Test(
    "A text is cut to so many bytes, and never within a scalar",
    arguments: [
      ("tea", 3, "tea"), ("tea", 2, "te"), ("tea", 0, ""), ("é", 1, ""), ("aé", 2, "a"), ("차 한 잔", 4, "차 "),
      ("e\u{301}a", 2, "e"), ("🫖", 3, ""), ("", 0, ""),
    ])
  func cut(text: String, bytes: Int, kept: String) { #expect(text.cut(toBytes: bytes) == kept) }
}
