/// "Provide generically descriptive text to display when notification previews aren’t available."
enum HiddenPreviewMissing: AdviceRule {
  static let name = "hiddenPreview.missing"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.hiddenPreview == nil,
      draft.request?.sender != nil || draft.kind == .message || draft.request?.isPrivate == true
    else { return }
    advice.add(
      self, draft.hiddenPreviewField,
      .previewMissing,
      suggestion: draft.language == .english && draft.kind == .message ? "New message" : nil)
  }
}
