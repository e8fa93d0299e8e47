/// "Use title-style capitalization" for titles. English only, and not where the title is what a person wrote.
enum TitleCase: AdviceRule {
  static let name = "title.case"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.language == .english, let title = draft.title, !draft.isFromPerson, !draft.isOwnReminder,
      !namesWork(draft)
    else { return }
    let departures = Capitals.departuresFromTitleStyle(title)
    guard !departures.isEmpty else { return }
    advice.add(
      self, "title", "The title is not in title-style capitalization.",
      suggestion: Capitals.changed(title, at: departures))
  }

  /// With the buttons of a player the title is most likely that of a song or a film, as its maker wrote it.
  private static func namesWork(_ draft: Draft) -> Bool {
    draft.buttons.contains { $0.action.icon?.hasPrefix("media-skip") == true }
  }
}
