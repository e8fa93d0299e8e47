/// "Create a short title if it provides context for the notification content."
enum TitleRedundant: AdviceRule {
  static let name = "title.redundant"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let body = draft.body, !draft.isFromPerson else { return }
    let said = Stems.content(of: title.words, in: title)
    guard !said.isEmpty else { return }
    let whole = Stems.content(of: body.words, in: body)
    let firstEnd = body.words.firstIndex { $0.has(.closesSentence) }.map { $0 + 1 } ?? body.words.count
    let first = Stems.content(of: body.words[..<firstEnd], in: body)
    let repeatsBody = whole.isSubset(of: said)
    let repeatsFirst = first == said
    guard repeatsBody || repeatsFirst, !whole.isEmpty else { return }
    advice.add(self, "title", "Title and body say the same; let the title give context, or leave it out.")
  }
}
