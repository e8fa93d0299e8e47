import NotificationModel

/// "Avoid including sensitive, personal, or confidential information in a notification."
enum ContentSensitive: AdviceRule {
  static let name = "content.sensitive"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let (field, message) = field(of: draft) else { return }
    advice.add(self, field, message)
  }

  /// Where something stands that others should not read.
  static func field(of draft: Draft) -> (field: String, message: Remark.Message)? {
    for (field, text) in draft.content {
      if SensitiveText.isIn(text) { return (field, .textReveals) }
      let others = draft.content.filter { $0.field != field }
      if others.contains(where: { SensitiveText.holdsCode(text, calledSoIn: $0.text) }) {
        return (field, .codeRevealed)
      }
    }
    return nil
  }
}
