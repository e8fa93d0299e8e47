/// "Create a short title if it provides context for the notification content."
enum TitleRedundant: AdviceRule {
  static let name = "title.redundant"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let body = draft.body, !draft.isFromPerson else { return }
    guard repeats(title, body) else { return }
    advice.add(self, "title", .titleSaysTheSame)
  }

  /// Whether the body, or its first sentence, says nothing but the title, and all of it.
  private static func repeats(_ title: WrittenText, _ body: WrittenText) -> Bool {
    // Lazy: most bodies begin with a word of their own.
    let said = title.words.lazy.compactMap { Stems.stem(of: $0, in: title) }
    var repeated: Set<WordKey> = []
    var isFirstSentence = true
    for word in body.words {
      if let stem = Stems.stem(of: word, in: body) {
        guard said.contains(stem) else { return !isFirstSentence && said.allSatisfy(repeated.contains) }
        repeated.insert(stem)
      }
      if word.has(.closesSentence) { isFirstSentence = false }
    }
    return !repeated.isEmpty
  }
}
