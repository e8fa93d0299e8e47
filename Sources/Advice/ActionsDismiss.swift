/// The system always displays a button of its own that dismisses a notification.
enum ActionsDismiss: AdviceRule {
  static let name = "actions.dismiss"

  private static let labels: Phrases = [
    "dismiss", "close", "ok", "okay", "cancel", "not now", "got it", "hide", "no thanks",
    "maybe later",
    "dismiss notification", "close notification", "later", "close this",
    "닫기", "확인", "취소", "나중에", "알림 닫기", "숨기기", "알겠습니다", "지금은 안 함", "괜찮습니다",
    "다음에", "나중에 하기",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where button.action.input == nil {
      guard !button.title.words.isEmpty,
        labels.match(button.title.words, at: 0)?.count == button.title.words.count
      else { continue }
      advice.add(self, button.titleField, .actionOnlyDismisses)
    }
  }
}
