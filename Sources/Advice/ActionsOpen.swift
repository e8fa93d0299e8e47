/// "Avoid providing an action that merely opens your app."
enum ActionsOpen: AdviceRule {
  static let name = "actions.open"

  private static let labels: Phrases = [
    "open", "open app", "open the app", "open in app", "view", "show", "view in app", "show in app",
    "go to app",
    "launch", "launch app", "see more", "see details", "details", "read more", "view details", "show details",
    "more", "more details", "learn more", "view more", "show more", "check", "go", "see", "see all",
    "view all",
    "show all", "view now", "open now", "take a look", "look", "more info", "view message", "open message",
    "열기", "앱 열기", "보기", "앱에서 보기", "자세히", "자세히 보기", "더 보기", "상세 보기", "확인하기", "바로가기", "이동",
    "앱으로 이동", "앱에서 열기", "실행", "앱 실행", "상세보기", "더보기", "바로 가기",
  ]
  private static let verbs: Phrases = ["open", "view", "show", "launch", "go to", "see", "visit"]
  /// What is opened or shown without the app: Open Garage Door, Show Password.
  private static let others: Phrases = [
    "door", "gate", "garage", "window", "curtains", "blinds", "password", "valve",
  ]
  private static let endingsInKorean = ["열기", "보기", "가기"]
  private static let leaving = "나가기"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where button.action.foreground && opens(button.title) {
      advice.add(
        self, button.titleField, .actionOnlyOpensApp
      )
    }
  }

  private static func opens(_ title: WrittenText) -> Bool {
    guard !title.words.isEmpty else { return false }
    if let korean = title.korean, endingsInKorean.contains(where: { korean.endsWith($0) }) {
      return !korean.endsWith(leaving)
    }
    return verbs.match(title.words, at: 0) != nil && others.first(in: title.words) == nil
      || labels.match(title.words, at: 0)?.count == title.words.count
  }
}
