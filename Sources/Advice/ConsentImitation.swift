/// Don't imitate the system's question for permission: people are to know whom they answer.
enum ConsentImitation: AdviceRule {
  static let name = "consent.imitation"

  private static let phrases: Phrases = [
    "would like to send you notifications", "wants to send you notifications",
    "would like to send notifications",
    "wants to send notifications", "would like to notify you", "wants to notify you", "allow notifications",
    "enable notifications", "turn on notifications", "would like permission", "wants permission",
    "would like to access", "wants to access", "don't allow", "grant permission", "allow access",
    "permission to send", "permission to notify", "permission to show", "would like to use your",
    "would like your permission", "notification permission", "would like to show notifications",
    "wants to show notifications",
    "activate notifications", "allow us to",
    "to use your location", "permit notifications", "allow push", "enable push",
  ]
  private static let buttons: Phrases = [
    "allow", "don't allow", "allow notifications", "enable notifications", "turn on notifications",
    "allow once",
    "allow always", "always allow", "deny", "allow all", "block notifications", "enable", "grant",
    "allow while using app",
    "허용", "허용 안 함", "알림 허용", "알림 켜기", "허용하기", "허용 안함", "거부", "알림 받기", "허용하지 않음",
  ]
  private static let topics: Phrases = ["notification", "notifications", "permission", "alerts", "access"]
  private static let topicsInKorean: Fragments = ["~알림", "권한", "~접근"]
  private static let inKorean: Fragments = [
    "~알림을 허용", "~알림 허용", "~알림을 보내고자", "~알림을 보내려고", "~알림 권한", "~접근을 허용", "~권한을 허용",
    "~허용하시겠", "~알림을 보내도록", "~알림을 켜", "~보내고자 합니다", "~알림을 보내도", "~알림을 받으시겠",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request == nil || draft.request?.sender == nil else { return }
    for (field, text) in draft.content where phrases.first(in: text.words) != nil || text.holds(inKorean) {
      return advice.add(self, field, .looksLikeQuestion)
    }
    for button in draft.buttons {
      let words = button.title.words
      if phrases.first(in: words) != nil { return advice.add(self, button.titleField, .looksLikeQuestion) }
      guard !words.isEmpty, buttons.match(words, at: 0)?.count == words.count else { continue }
      let isNamed = words.count > 1 && words.contains { topics.contains($0) }
      let isAbout = isNamed || draft.content.contains { topics.first(in: $0.text.words) != nil }
      let isAboutInKorean =
        button.title.holds(topicsInKorean) || draft.content.contains { $0.text.holds(topicsInKorean) }
      if isAbout || isAboutInKorean { return advice.add(self, button.titleField, .looksLikeQuestion) }
    }
  }
}
