/// "For each button, use a short, title-case term or phrase that clearly describes the result of the action."
enum ActionsLabel: AdviceRule {
  static let name = "actions.label"

  static let words = 4
  static let columns = 24

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons {
      let title = button.title
      if title.columns > columns || title.words.count > words {
        advice.add(self, button.titleField, .labelTooLong, part: title.text)
      }
      let stripped = EndMarks.stripped(title)
      let departures = draft.language == .english ? departuresFromStyle(title) : []
      guard stripped != nil || !departures.isEmpty else { continue }
      let titled = departures.isEmpty ? nil : Capitals.titled(title, at: departures)
      let corrected = EndMarks.stripped(WrittenText(titled ?? title.text)) ?? titled
      if stripped != nil { advice.add(self, button.titleField, .labelPunctuated, suggestion: corrected) }
      if !departures.isEmpty {
        advice.add(self, button.titleField, .labelNotInTitleStyle, suggestion: corrected)
      }
    }
  }

  private static func departuresFromStyle(_ title: WrittenText) -> [Int] {
    let departures = Capitals.departuresFromTitleStyle(title)
    guard departures.isEmpty else { return departures }
    return title.words.indices.filter { title.words[$0].has(.shouted) && title.words[$0].range.count > 3 }
  }
}
