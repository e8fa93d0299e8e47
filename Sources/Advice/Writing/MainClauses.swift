/// What an English sentence says itself, without what hangs on "when", "if" and the like.
enum MainClauses {
  private static let subordinators: Phrases = [
    "when", "whenever", "if", "that", "which", "who", "whose", "where", "while", "until", "till", "because",
    "before", "after", "once", "unless", "as soon as", "whether", "since",
  ]
  private static let conjunctions: Phrases = ["and", "so", "plus", "but"]

  /// The words of main clauses, in runs.
  static func runs(of text: WrittenText) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int? = text.words.isEmpty ? nil : 0
    var isLeading = false
    for index in text.words.indices {
      let word = text.words[index]
      if word.has(.opensSentence) {
        start = start ?? index
        isLeading = false
      } else if start == nil, text.gap(before: index).contains(UInt8(ascii: ",")) {
        if isLeading || conjunctions.contains(word) { start = index }
      }
      guard let begin = start, subordinators.match(text.words, at: index) != nil else { continue }
      isLeading = word.has(.opensSentence)
      if begin < index { runs.append(begin..<index) }
      start = nil
    }
    if let start { runs.append(start..<text.words.count) }
    return runs
  }
}
