/// "Use title-style capitalization" for titles. English only, and not where the title is what a person wrote.
enum TitleCase: AdviceRule {
  static let name = "title.case"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.language == .english, let title = draft.title, !draft.isFromPerson, !draft.isOwnReminder
    else { return }
    let departures = Capitals.departuresFromTitleStyle(title)
    guard !departures.isEmpty else { return }
    advice.add(
      self, "title", "The title is not in title-style capitalization.",
      suggestion: Capitals.changed(title, at: departures))
  }
}
