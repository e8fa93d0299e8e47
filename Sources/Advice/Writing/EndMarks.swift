/// Punctuation at the end of texts.
enum EndMarks {
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "!", "?", ",", ";", ":", "…", "。", "！", "？", "，", "：", "；", "、", "‼", "⁉", "-", "–", "—": true
    default: false
    }
  }

  /// French has a blank before some marks, which no line breaks at.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}"
  }

  /// Abbreviations whose full stop is a part of the word.
  static let abbreviations: Phrases = [
    "inc", "ltd", "co", "corp", "jr", "sr", "st", "dr", "mr", "mrs", "ms", "no", "vol", "etc", "dept",
    "approx",
    "est", "ave", "blvd", "rd", "vs", "feat", "ft", "ed", "p", "pp", "m", "s",
  ]

  /// The text without its end marks; `nil` where it has none, or nothing else.
  static func stripped(_ text: WrittenText) -> String? {
    let scalars = text.text.unicodeScalars
    guard let last = scalars.last, isMark(last) else { return nil }
    if last == ".", let word = text.words.last, isAbbreviation(word, in: text) { return nil }
    var kept = scalars[...]
    while let last = kept.last, isMark(last) || isBlank(last) { kept.removeLast() }
    // ¿Dónde estás? has its other mark at the beginning.
    if let first = kept.first, first == "¿" || first == "¡" { kept.removeFirst() }
    return kept.isEmpty ? nil : String(kept)
  }

  /// Also U.S. and p.m., of which each letter is a word here.
  private static func isAbbreviation(_ word: Word, in text: WrittenText) -> Bool {
    let isOnlyDot = text.tail.elementsEqual([UInt8(ascii: ".")])
    return isOnlyDot && (abbreviations.contains(word) || word.range.count == 1 && !word.has(.hasDigit))
  }

  /// Whether the text ends as a sentence does: with a mark, perhaps within brackets or quotation marks, or
  /// before emoji.
  static func endsSentence(_ text: WrittenText) -> Bool {
    for scalar in text.text.unicodeScalars.reversed() {
      switch scalar {
      case ".", "!", "?", "…", "。", "！", "？": return true
      case ")", "]", "\"", "”", "’", "'", "»", "」", "』", " ", "\n", "\u{200D}": continue
      default:
        guard Letters.isEmoji(scalar) else { return false }
      }
    }
    return false
  }
}
