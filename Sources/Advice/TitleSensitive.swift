/// "Avoid including potentially sensitive information in the notification’s title."
enum TitleSensitive: AdviceRule {
  static let name = "title.sensitive"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title,
      SensitiveText.isIn(title) || draft.body.map({ SensitiveText.holdsCode(title, calledSoIn: $0) }) == true
    else { return }
    advice.add(self, "title", .titleReveals)
  }
}
