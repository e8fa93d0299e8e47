/// "Use title-style capitalization and no ending punctuation."
enum TitlePunctuation: AdviceRule {
  static let name = "title.punctuation"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let kept = EndMarks.stripped(title) else { return }
    // What a person wrote, such as the subject of a mail, may ask or exclaim.
    if draft.isFromPerson || draft.isOwnReminder, let last = title.text.last, "?？!！".contains(last) { return }
    advice.add(self, "title", "The title ends with punctuation.", suggestion: kept.isEmpty ? nil : kept)
  }
}
