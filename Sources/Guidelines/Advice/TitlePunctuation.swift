/// "Use title-style capitalization and no ending punctuation."
enum TitlePunctuation: AdviceRule {
  static let name = "title.punctuation"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let kept = EndMarks.stripped(title) else { return }
    // A question may be the person's own, such as the subject of a mail.
    if draft.isFromPerson || draft.isOwnReminder, title.text.last == "?" || title.text.last == "？" { return }
    advice.add(self, "title", "The title ends with punctuation.", suggestion: kept.isEmpty ? nil : kept)
  }
}
