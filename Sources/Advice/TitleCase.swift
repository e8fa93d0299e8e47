/// "Use title-style capitalization" for titles. English only, and not where the title is what a person wrote.
enum TitleCase: AdviceRule {
  static let name = "title.case"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title else { return }
    let departures = departures(of: title, in: draft)
    guard !departures.isEmpty else { return }
    let corrected = Capitals.titled(title, at: departures)
    let suggestion = corrected.map { TitlePunctuation.stripped(WrittenText($0), of: draft) ?? $0 }
    advice.add(
      self, "title", .titleNotInTitleStyle,
      suggestion: suggestion == title.text ? nil : suggestion)
  }

  /// The title without what this rule has against it.
  static func corrected(_ title: WrittenText, of draft: Draft) -> WrittenText {
    Capitals.titled(title, at: departures(of: title, in: draft)).map(WrittenText.init) ?? title
  }

  private static func departures(of title: WrittenText, in draft: Draft) -> [Int] {
    guard draft.language == .english, !draft.isFromPerson, !draft.isOwnReminder, !namesWork(draft) else {
      return []
    }
    return Capitals.departuresFromTitleStyle(title)
  }

  /// With the buttons of a player the title is most likely that of a song or a film, as its maker wrote it.
  private static func namesWork(_ draft: Draft) -> Bool {
    draft.buttons.contains { $0.action.icon?.hasPrefix("media-skip") == true }
  }
}
