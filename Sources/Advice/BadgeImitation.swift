/// "Avoid creating a custom image or component that mimics the appearance or behavior of a badge."
enum BadgeImitation: AdviceRule {
  static let name = "badge.imitation"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content where beginsWithBadge(text) || endsWithBadge(text) {
      advice.add(self, field, .looksLikeBadge)
      return
    }
  }

  /// (3), [3], ③, or a keycap.
  private static func beginsWithBadge(_ text: WrittenText) -> Bool {
    guard let first = text.text.unicodeScalars.first else { return false }
    if isCircled(first) { return true }
    if isDot(first) {
      let next = text.text.unicodeScalars.dropFirst().first { $0 != " " && $0 != "\u{FE0F}" }
      return next.map { isCircled($0) || ("0"..."9").contains($0) } ?? false
    }
    let bytes = text.bytes
    if bytes[0].isDigit { return text.text.unicodeScalars.dropFirst().prefix(2).contains("\u{20E3}") }
    guard bytes[0] == UInt8(ascii: "(") || bytes[0] == UInt8(ascii: "[") else { return false }
    let digits = bytes.dropFirst().prefix { $0.isDigit || $0 == UInt8(ascii: "+") }
    let end = digits.endIndex
    guard (1...4).contains(digits.count), end < bytes.count,
      bytes[end] == UInt8(ascii: ")") || bytes[end] == UInt8(ascii: "]")
    else { return false }
    // (2024) is a year, and (555) 010-2345 a telephone's.
    let behind = bytes[(end + 1)...].first { !$0.isBlank }
    return !SensitiveText.isYear(Array(digits)) && behind?.isDigit != true
  }

  /// Inbox (3).
  private static func endsWithBadge(_ text: WrittenText) -> Bool {
    if let last = text.text.unicodeScalars.last, isCircled(last) { return true }
    guard let word = text.words.last, word.has(.hasDigit), word.range.count < 4, text.words.count > 1,
      text.bytes[word.range].allSatisfy(\.isDigit),
      // The second copy of a file: report (1).
      !text.words[text.words.count - 2].has(.small)
    else { return false }
    let gap = text.gap(before: text.words.count - 1)
    return gap.last == UInt8(ascii: "(") && text.tail.elementsEqual([UInt8(ascii: ")")])
      || gap.last == UInt8(ascii: "[") && text.tail.elementsEqual([UInt8(ascii: "]")])
  }

  /// A red dot, which a number makes a badge.
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{1F534}" || scalar == "\u{2B55}" || scalar == "\u{1F6D1}"
  }

  private static func isCircled(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2460...0x2473, 0x24EA...0x24FF, 0x2776...0x2793, 0x3251...0x32BF: true
    default: false
    }
  }
}
