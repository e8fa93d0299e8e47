/// "Avoid including sensitive, personal, or confidential information in a notification."
enum ContentSensitive: AdviceRule {
  static let name = "content.sensitive"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let (field, isCode) = draft.sensitive.first else { return }
    advice.add(self, field, isCode ? .codeRevealed : .textReveals)
  }
}
