import NotificationModel
import Testing

@Suite("Names")
struct NamesTests {
  @Test(
    "ids are plain", arguments: ["org.example.Mail", "a", "A-b_c.9", String(repeating: "x", count: 255)])
  func plain(_ text: String) { #expect(AppID(text)?.text == text && ItemID(text)?.text == text) }

  @Test(
    "everything else is no id",
    arguments: ["", "a b", "a/b", "é", "a\u{0}b", "a\n", "K\u{212A}", String(repeating: "x", count: 256)])
  func notPlain(_ text: String) { #expect(AppID(text) == nil && ItemID(text) == nil) }

  @Test("opaque names differ when their bytes do")
  func bytes() throws {
    let composed = try #require(OpaqueName("caf\u{E9}"))
    let decomposed = try #require(OpaqueName("cafe\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test(
    "control characters and lengths out of bounds are refused", arguments: ["", "a\u{7F}", "\u{9B}", "\n"])
  func opaque(_ text: String) { #expect(OpaqueName(text) == nil) }
}
