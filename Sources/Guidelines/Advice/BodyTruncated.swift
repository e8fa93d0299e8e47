/// "Don’t truncate your message — the system does this automatically when necessary."
enum BodyTruncated: AdviceRule {
  static let name = "body.truncated"

  private static let signs = [
    "...", "…", "(more)", "[...]", "[…]", "(…)", "(...)", "(더 보기)", "[더 보기]", "(이하 생략)",
  ]
  .map { Array($0.utf8) }

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content where isCut(text) {
      advice.add(self, field, "The text is cut off; the desktop does that where it must.")
      return
    }
  }

  private static func isCut(_ text: WrittenText) -> Bool {
    signs.contains { text.bytes.count > $0.count && text.bytes.suffix($0.count).elementsEqual($0) }
  }
}
