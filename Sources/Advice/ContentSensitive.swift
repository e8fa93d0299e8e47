/// "Avoid including sensitive, personal, or confidential information in a notification."
enum ContentSensitive: AdviceRule {
  static let name = "content.sensitive"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content where SensitiveText.isIn(text) {
      advice.add(
        self, field, .textReveals)
      return
    }
  }
}
