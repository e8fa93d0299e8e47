import NotificationModel

/// "Avoid sending multiple notifications for the same thing": 42 % and 43 % are one thing, which an identifier says.
enum ContentSimilar: AdviceRule {
  static let name = "content.similar"

  /// Codes and amounts differ in their digits alone, and each is news; so is what people write, and what the person wants
  /// to be reminded of.
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.isNearCopy, !draft.isFromPerson, !draft.isOwnReminder, draft.request?.progress == nil,
      draft.sensitive.isEmpty,
      !draft.content.contains(where: { SensitiveText.hasCurrency($0.text) })
    else { return }
    advice.add(self, draft.request?.identifier == nil ? "identifier" : "thread", .saysAlmostTheSame)
  }
}
