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
  /// Those that can mean nothing else, whatever the app says of them.
  private static let openings: Phrases = [
    "open", "view", "open app", "open the app", "open in app", "view in app", "go to app", "launch app",
    "show details", "view details", "details", "show notifications", "show updates", "view updates",
    "show more",
    "öffnen", "ouvrir", "abrir", "apri", "открыть", "otwórz", "öppna", "avaa", "otevřít", "відкрити", "aç",
    "openen",
    "åbn", "åpne", "megnyitás", "deschide", "άνοιγμα", "打开", "開く", "開啟", "פתיחה", "فتح",
    "anzeigen", "afficher", "mostrar", "visualizza", "показать", "pokaż", "visa", "näytä", "zobrazit",
    "показати",
    "göster", "tonen", "weergeven", "προβολή", "查看", "显示", "表示", "הצגה", "عرض", "voir", "ver", "vedi",
    "details anzeigen", "details tonen", "voir les détails", "ver detalles", "ver detalhes",
    "mostra dettagli",
    "열기", "보기", "앱 열기", "앱에서 보기", "업데이트 보기", "알림 표시", "알림 보기", "상세 정보", "자세한 정보", "상세 정보 표시",
    "세부사항 표시", "세부 정보 보기", "자세히 보이기", "설정으로 이동", "앱에서 열기", "앱으로 이동", "자세히", "자세히 보기", "상세 보기", "더 보기",
  ]
  private static let verbs: Phrases = ["open", "view", "show", "launch", "go to", "see", "visit"]
  /// What is opened or shown without the app: Open Garage Door, Show Password.
  private static let others: Phrases = [
    "door", "gate", "garage", "window", "curtains", "blinds", "password", "valve",
  ]
  private static let endingsInKorean = ["열기", "보기", "가기"]
  private static let leaving = "나가기"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons {
      let words = button.title.words
      guard
        button.action.foreground && opens(button.title)
          || !words.isEmpty && openings.match(words, at: 0)?.count == words.count
      else { continue }
      advice.add(self, button.titleField, .actionOnlyOpensApp, part: button.title.text)
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
