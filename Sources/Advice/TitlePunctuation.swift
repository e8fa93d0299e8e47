/// "Use title-style capitalization and no ending punctuation."
enum TitlePunctuation: AdviceRule {
  static let name = "title.punctuation"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, stripped(title, of: draft) != nil else { return }
    let suggestion = stripped(TitleCase.corrected(title, of: draft), of: draft)
    advice.add(
      self, "title", .titlePunctuated,
      suggestion: suggestion)
  }

  /// The title without its end marks; `nil` where it has none, or may have them.
  static func stripped(_ title: WrittenText, of draft: Draft) -> String? {
    // What a person wrote, such as the subject of a mail, may ask or exclaim.
    if draft.isFromPerson || draft.isOwnReminder, let last = title.text.unicodeScalars.last,
      "?？!！".unicodeScalars.contains(last)
    {
      return nil
    }
    return EndMarks.stripped(title)
  }
}
