/// "Don’t truncate your message — the system does this automatically when necessary."
enum BodyTruncated: AdviceRule {
  static let name = "body.truncated"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content where hasSign(text) || CutWords.endsWithin(text, draft.language) {
      // People trail off, and what is under way has three dots by custom: Syncing Photos…
      if isUnderWay(text) || draft.isFromPerson && text.columns < CutWords.columns { continue }
      advice.add(self, field, .textCutOff)
      return
    }
  }

  /// What apps put behind a text that they have cut.
  private static let ends = ["...", "…"]
  /// What may close a quotation behind it: “… to see it…”.
  private static let closing = ["", "”", "\"", "’", "'", "」", "』"].flatMap { [$0, $0 + "."] }
  private static let cuts = ends.flatMap { end in closing.map { Array((end + $0).utf8) } }
  /// The same in brackets, which a hint or an address may follow.
  private static let brackets = [
    "(more)", "[...]", "[…]", "(…)", "(...)", "(더보기)", "(더 보기)", "(전체 보기)", "(이하 생략)",
  ].map { Array($0.utf8) }

  private static func isUnderWay(_ text: WrittenText) -> Bool {
    guard let first = text.words.first, text.words.count <= 4 else { return false }
    return text.bytes[first.range].suffix(3).elementsEqual("ing".utf8)
  }

  static func hasSign(_ text: WrittenText) -> Bool {
    guard !text.words.isEmpty else { return false }
    if hasBracket(text) { return true }
    let tail = text.tail
    // Whatever ends a cut text has more than one byte.
    return tail.count > 1 && cuts.contains { tail.hasEnd($0) }
  }

  private static func hasBracket(_ text: WrittenText) -> Bool {
    guard text.bytes.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }) else {
      return false
    }
    return text.bytes.indices.contains { start in
      let rest = text.bytes[start...]
      return (rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "["))
        && brackets.contains { rest.starts(with: $0) }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasEnd(_ end: [UInt8]) -> Bool {
    count >= end.count && suffix(end.count).elementsEqual(end)
  }
}
