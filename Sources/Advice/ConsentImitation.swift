/// Don't imitate the system's question for permission: people are to know whom they answer.
enum ConsentImitation: AdviceRule {
  static let name = "consent.imitation"

  private static let phrases: Phrases = [
    "would like to send you notifications", "wants to send you notifications",
    "would like to send notifications",
    "wants to send notifications", "would like to notify you", "wants to notify you", "allow notifications",
    "enable notifications", "turn on notifications", "permission to notify", "notification permission",
    "would like to show notifications", "wants to show notifications", "permission to send notifications",
    "permission to show notifications", "activate notifications", "permit notifications", "allow push",
    "enable push", "don't allow", "anonymized data", "anonymous data", "usage data", "share usage",
    "send usage",
    "permission to track", "allow tracking", "would like to track", "wants to track you",
  ]
  /// The same where the app speaks of itself and of what is the person's: others ask as well, a telephone by Bluetooth
  /// or somebody who wants to write in a room.
  private static let requests: Phrases = [
    "would like permission", "wants permission", "would like to access", "wants to access",
    "grant permission", "allow access", "would like to use your", "would like your permission", "allow us to",
    "to use your location", "needs permission", "needs access", "permission to use", "permission to send",
    "permission to show", "permission to access",
  ]
  private static let buttons: Phrases = [
    "allow", "don't allow", "allow notifications", "enable notifications", "turn on notifications",
    "allow once",
    "allow always", "always allow", "deny", "allow all", "block notifications", "enable", "grant",
    "allow while using app",
    "허용", "허용 안 함", "알림 허용", "알림 켜기", "허용하기", "허용 안함", "거부", "알림 받기", "허용하지 않음",
  ]
  /// What the system asks about.
  private static let topics: Phrases = [
    "notification", "notifications", "alerts", "tracking", "track", "location", "your contacts",
    "your photos",
    "your calendar", "your camera", "your microphone", "your data", "your activity",
  ]
  private static let topicsInKorean: Fragments = [
    "~알림", "추적", "위치", "연락처", "카메라", "마이크", "활동 정보",
  ]
  private static let inKorean: Fragments = [
    "~알림을 허용", "~알림 허용", "~알림을 보내고자", "~알림을 보내려고", "~알림 권한", "~알림을 보내도록", "~알림을 켜", "~알림을 보내도",
    "~알림을 받으시겠", "~추적을 허용", "~추적하도록", "익명화된", "익명 데이터", "~사용 정보를 보내",
  ]
  private static let requestsInKorean: Fragments = ["~접근을 허용", "~권한을 허용", "~허용하시겠", "~보내고자 합니다"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request?.sender == nil, !draft.isFromPerson else { return }
    let isAbout = draft.content.contains {
      topics.first(in: $0.text.words) != nil || $0.text.holds(topicsInKorean)
    }
    for (field, text) in draft.content {
      guard let part = question(in: text, draft, isAbout: isAbout) else { continue }
      return advice.add(self, field, .looksLikeQuestion, part: part)
    }
    for button in draft.buttons {
      let words = button.title.words
      if phrases.first(in: words) != nil {
        return advice.add(self, button.titleField, .looksLikeQuestion, part: button.title.text)
      }
      guard !words.isEmpty, buttons.match(words, at: 0)?.count == words.count else { continue }
      let isNamed =
        words.count > 1 && topics.first(in: words) != nil || button.title.holds(topicsInKorean)
      guard isNamed || isAbout && draft.content.contains(where: { speaksForApp($0.text, draft) }) else {
        continue
      }
      return advice.add(self, button.titleField, .looksLikeQuestion, part: button.title.text)
    }
  }

  private static func question(in text: WrittenText, _ draft: Draft, isAbout: Bool) -> String? {
    if let phrase = phrases.first(in: text.words) { return text.string(of: phrase) }
    if let phrase = text.first(of: inKorean) { return phrase }
    guard isAbout else { return nil }
    if let phrase = text.first(of: requestsInKorean) { return phrase }
    guard let request = requests.first(in: text.words), speaksForApp(text, draft) else { return nil }
    return text.string(of: request)
  }

  /// Whether it is the app that wants something: it names itself, says "we", or asks without saying who does.
  private static func speaksForApp(_ text: WrittenText, _ draft: Draft) -> Bool {
    guard let first = text.words.first else { return false }
    return text.words.contains { ourselves.contains($0) } || text.firstRun(of: draft.appName.words) != nil
      || verbs.contains(first) || text.korean != nil
  }

  private static let ourselves: Phrases = ["we", "us", "our", "app", "notifications", "alerts"]
  private static let verbs: Phrases = ["allow", "grant", "enable", "permit", "please", "let"]
}
