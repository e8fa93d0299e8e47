/// "Provide generically descriptive text to display when notification previews aren’t available."
enum HiddenPreviewMissing: AdviceRule {
  static let name = "hiddenPreview.missing"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.hiddenPreview == nil,
      draft.request?.isPrivate == true || isFromPerson(draft) || !draft.sensitive.isEmpty
    else { return }
    advice.add(
      self, draft.hiddenPreviewField,
      .previewMissing,
      suggestion: draft.language == .english && draft.kind == .message ? "New message" : nil)
  }

  /// A call says no more than that. Of a message that nobody is named for it takes the words to know whether it holds more
  /// than that there is one.
  private static func isFromPerson(_ draft: Draft) -> Bool {
    if draft.kind == .call { return false }
    return draft.request?.sender != nil || draft.kind == .message && draft.language != .other
  }
}
