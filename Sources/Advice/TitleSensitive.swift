/// "Avoid including potentially sensitive information in the notification’s title."
enum TitleSensitive: AdviceRule {
  static let name = "title.sensitive"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.sensitive.contains(where: { $0.field == "title" }) else { return }
    advice.add(self, "title", .titleReveals)
  }
}
