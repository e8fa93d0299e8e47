import NotificationModel
import Testing

struct HoldsTests {
  @Test(
    "A text is found at the beginning, within and at the end, as a whole, and nowhere else",
    arguments: [
      ("green tea", "green", true), ("green tea", "n t", true), ("green tea", "tea", true),
      ("tea", "tea", true), ("tea", "teas", false), ("green tea", "nt", false), ("차 한 잔", "한", true),
      ("tea", "", true), ("", "", true), ("", "tea", false),
    ])
  func holds(text: String, part: String, isFound: Bool) { #expect(text.holds(part) == isFound) }
}
