/// Title-style and sentence-style capitalization of English.
enum Capitals {
  /// Small words within a title, as style guides have it; longer prepositions may be either.
  private static let minor: Phrases = [
    "a", "an", "the", "and", "but", "or", "nor", "for", "so", "yet", "as", "at", "by", "in", "of", "off",
    "on", "per", "to", "up", "out", "via", "vs", "with", "from", "into", "onto", "over", "than", "if",
    "under", "after", "before", "until", "since", "without", "through", "during", "about", "between",
    "against", "am", "pm", "de", "van", "von", "la", "le", "el", "del", "di", "da", "du", "der", "mm", "cm",
    "km", "kg", "mb", "gb", "kb", "tb", "mph", "kph", "min", "hr", "hrs", "al", "bin", "ibn",
  ]

  /// Those of them that no style writes with a capital in the middle. The others are adverbs at times, and
  /// then have one: Sign In, Turn Off. Nor do A, An and Or belong here, which are letters and names as well.
  private static let alwaysMinor: Phrases = ["the", "and", "of", "nor"]

  /// The words that a title-style text would write with the other case; empty where it is as it should be.
  static func departuresFromTitleStyle(_ text: WrittenText) -> [Int] {
    let scored = text.words.indices.filter { isScored($0, in: text) }
    guard !scored.isEmpty else { return [] }
    if isShouted(scored, in: text) { return scored }
    let departures = scored.filter { index in
      let word = text.words[index]
      let isInside = isInside(index, of: text)
      if word.has(.capitalised) { return isInside && alwaysMinor.contains(word) && !word.has(.shouted) }
      return !(isInside || isMeasure(index, in: text)) || !minor.contains(word)
    }
    // One The alone is that of a name: The Hague.
    if departures.count == 1, text.words[departures[0]].has(.capitalised),
      text.words[departures[0]].key == article
    {
      return []
    }
    return departures
  }
  private static let article = WordKey("the")

  private static func isInside(_ index: Int, of text: WrittenText) -> Bool {
    index > 0 && index + 1 < text.words.count && !opens(text.words[index])
  }

  /// Nothing but capitals, and more than acronyms have.
  private static func isShouted(_ scored: [Int], in text: WrittenText) -> Bool {
    scored.allSatisfy { text.words[$0].has(.shouted) } && scored.contains { text.words[$0].range.count > 4 }
  }

  /// Words that a style guide has an opinion on: no numbers, addresses, quotations, and no names such as
  /// iPhone and tide-table.
  private static func isScored(_ index: Int, in text: WrittenText) -> Bool {
    let word = text.words[index]
    guard word.has(.capitalised) || word.has(.small) else { return false }
    if !word.traits.isDisjoint(with: [.technical, .quoted, .mixed, .hyphenated]) { return false }
    guard word.has(.small), index + 1 < text.words.count else { return true }
    let next = text.words[index + 1]
    return !(next.has(.hyphenated) && next.has(.small))
  }

  private static func opens(_ word: Word) -> Bool { word.has(.opensSentence) || word.has(.opensClause) }

  /// Times and measures keep their small letters: 5 pm, 20 km.
  private static func isMeasure(_ index: Int, in text: WrittenText) -> Bool {
    index > 0 && text.words[index - 1].has(.hasDigit)
  }

  /// The title with these words in title style; `nil` where that makes none of it.
  static func titled(_ text: WrittenText, at words: [Int]) -> String? {
    let isShouted = isShouted(text.words.indices.filter { isScored($0, in: text) }, in: text)
    let changed = changed(text, at: words) { index, word in
      if text.words[index].has(.small) { return capitalised(word) }
      let small = word.lowercased()
      let isMinor = isInside(index, of: text) && minor.contains(text.words[index])
      return isShouted && !isMinor ? capitalised(small) : small
    }
    return departuresFromTitleStyle(WrittenText(changed)).isEmpty ? changed : nil
  }

  /// The text with these words in small letters, but for a first one.
  static func sentenced(_ text: WrittenText, at words: [Int]) -> String {
    changed(text, at: words) { index, word in index > 0 ? word.lowercased() : capitalised(word.lowercased()) }
  }

  private static func changed(
    _ text: WrittenText, at words: [Int], _ change: (Int, String) -> String
  ) -> String {
    var changed = ""
    var end = 0
    for index in words {
      let range = text.words[index].range
      changed += text.string(at: end..<range.lowerBound) + change(index, text.string(at: range))
      end = range.upperBound
    }
    return changed + text.string(at: end..<text.bytes.count)
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Words in the middle of sentences that have a capital and need none, as far as that can be told: of those
  /// that could, how many do. Acronyms, and what has a capital in `known` as well, are left out.
  static func capitalsWithinSentences(
    _ text: WrittenText, known: [WrittenText]
  ) -> (capital: [Int], scored: Int) {
    var capital: [Int] = []
    var scored = 0
    for index in text.words.indices where isScored(index, in: text) {
      let word = text.words[index]
      if opens(word) || word.has(.shouted) || minor.contains(word) || names.contains(word) { continue }
      if word.has(.capitalised) {
        if known.contains(where: { $0.words.contains { $0.key == word.key && $0.has(.capitalised) } }) {
          continue
        }
        capital.append(index)
      }
      scored += 1
    }
    return (capital, scored)
  }

  /// Words that have a capital everywhere.
  private static let names: Phrases = [
    "i", "i'm", "i'll", "i've", "i'd", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "english", "bluetooth", "mr", "mrs", "ms", "dr",
  ]
}
