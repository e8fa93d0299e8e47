/// Words without the endings that grammar gives them, roughly: enough to tell whether two texts say the same.
enum Stems {
  private static let little: Phrases = [
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "has", "have", "had", "and", "or", "of", "in",
    "on", "at", "to", "for", "with", "by", "from", "your", "you", "my", "our", "its", "it", "this", "that",
    "there", "now", "will", "just", "it's", "you've", "we", "i", "s", "successfully", "새", "새로운",
  ]
  private static let englishEndings = ["ing", "ed", "es", "s", "d", "e"].map { Array($0.utf8) }
  /// Particles and endings of Korean, longest first.
  private static let koreanEndings = [
    "되었습니다", "하였습니다", "했습니다", "됐습니다", "있습니다", "습니다", "됩니다", "합니다", "입니다", "되었어요",
    "했어요", "됐어요", "어요", "아요", "이에요", "예요", "에서", "으로", "까지", "부터", "이", "가", "을", "를", "은", "는", "의",
    "에", "로", "도", "와", "과", "됨", "함", "요",
  ].map { Array($0.utf8) }

  /// The stem of a word that carries a meaning; of a little word, none.
  static func stem(of word: Word, in text: WrittenText) -> WordKey? {
    guard !little.contains(word) else { return nil }
    let stem = stem(of: text.bytes[word.range])
    return stem.isEmpty ? nil : WordKey(bytes: stem)
  }

  private static func stem(of word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = word.last else { return word }
    if last >= 0x80 {
      let ending = koreanEndings.first { word.hasSuffix($0) }
      return ending.map { word.dropLast($0.count) } ?? word
    }
    let ending = englishEndings.first { word.count - $0.count >= 3 && word.hasSuffix($0) }
    return ending.map { word.dropLast($0.count) } ?? word
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(endIndex - suffix.count)...].elementsEqual(suffix)
  }
}
