/// Title-style and sentence-style capitalization of English.
enum Capitals {
  /// Small words within a title, as style guides have it; longer prepositions may be either.
  private static let minor: Phrases = [
    "a", "an", "the", "and", "but", "or", "nor", "for", "so", "yet", "as", "at", "by", "in", "of", "off",
    "on", "per", "to", "up", "out", "via", "vs", "with", "from", "into", "onto", "over", "than", "if",
    "under", "after", "before", "until", "since", "without", "through", "during", "about", "between",
    "against", "am", "pm", "de", "van", "von", "la", "le", "el", "del", "di", "da", "du", "der", "mm", "cm",
    "km", "kg", "mb", "gb", "kb", "tb", "mph", "kph", "min", "hr", "hrs", "al",
  ]

  /// Those of them that no style writes with a capital in the middle. The others are adverbs at times, and
  /// then have one: Sign In, Turn Off.
  private static let alwaysMinor: Phrases = ["a", "an", "the", "and", "or", "of", "nor"]

  /// The words that a title-style text would write with the other case; empty where it is as it should be.
  static func departuresFromTitleStyle(_ text: WrittenText) -> [Int] {
    let scored = text.words.indices.filter { isScored(text.words[$0]) }
    guard let first = scored.first, let last = scored.last else { return [] }
    return scored.filter { index in
      let word = text.words[index]
      if word.has(.capitalised) {
        return index > first && index < last && alwaysMinor.contains(word) && !word.has(.shouted)
          && !opens(word)
      }
      if index == first || index == last || opens(word) {
        return !isForeignParticle(word, at: index, in: text)
      }
      return !minor.contains(word)
    }
  }

  /// Words that a style guide has an opinion on: no numbers, addresses, quotations, and no names such as
  /// iPhone.
  private static func isScored(_ word: Word) -> Bool {
    guard word.has(.capitalised) || word.has(.small) else { return false }
    return !word.has(.technical) && !word.has(.quoted) && !word.has(.mixed) && !word.has(.hyphenated)
  }

  private static func opens(_ word: Word) -> Bool { word.has(.opensSentence) || word.has(.opensClause) }

  /// Times and measures at the end keep their small letters: 5 pm, 20 km.
  private static func isForeignParticle(_ word: Word, at index: Int, in text: WrittenText) -> Bool {
    index > 0 && text.words[index - 1].has(.hasDigit) && minor.contains(word)
  }

  /// The text with the case of these words changed.
  static func changed(_ text: WrittenText, at words: [Int]) -> String {
    var bytes = text.bytes
    for index in words {
      let range = text.words[index].range
      let first = bytes[range.lowerBound]
      if first.isSmall {
        bytes[range.lowerBound] = first ^ 0x20
      } else if first.isCapital {
        for position in range where bytes[position].isCapital { bytes[position] |= 0x20 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Words in the middle of sentences that have a capital and need none, as far as that can be told: of those
  /// that could, how many do. Names, acronyms and the words of `known` are left out.
  static func capitalsWithinSentences(
    _ text: WrittenText, known: [WrittenText]
  ) -> (capital: [Int], scored: Int) {
    var capital: [Int] = []
    var scored = 0
    for (index, word) in text.words.enumerated() where isScored(word) {
      if opens(word) || word.has(.shouted) || minor.contains(word) { continue }
      if known.contains(where: { $0.words.contains { $0.key == word.key } }) { continue }
      scored += 1
      if word.has(.capitalised) { capital.append(index) }
    }
    return (capital, scored)
  }
}
