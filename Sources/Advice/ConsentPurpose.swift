import NotificationModel

/// A purpose is a short, specific, complete sentence, in sentence style, with a full stop, in the active voice.
enum ConsentPurpose: AdviceRule {
  static let name = "consent.purpose"

  static let fewestWords = 5
  static let columns = 120

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let purpose = draft.purpose, let message = fault(of: purpose, draft) else { return }
    advice.add(self, "purpose", message)
  }

  private static func fault(of purpose: WrittenText, _ draft: Draft) -> Remark.Message? {
    if purpose.columns > columns { return .purposeTooLong }
    switch draft.language {
    case .english: return faultInEnglish(of: purpose, draft)
    case .korean: return faultInKorean(of: purpose)
    case .other: return isFragment(purpose) ? .purposeIncomplete : nil
    }
  }

  /// What holds wherever letters are written as here: one or two words are no sentence, and a stop ends one.
  private static func isFragment(_ purpose: WrittenText) -> Bool {
    guard purpose.letters.other * 2 < purpose.letters.all else { return false }
    return purpose.words.count < 3 || purpose.text.last != "."
  }

  private static func faultInEnglish(of purpose: WrittenText, _ draft: Draft) -> Remark.Message? {
    if purpose.text.last != "." { return .purposeWithoutStop }
    if purpose.words.first?.has(.small) == true, purpose.words.first?.has(.mixed) == false {
      return .purposeWithoutCapital
    }
    if purpose.words.count < fewestWords { return .purposeIncomplete }
    let (capital, scored) = Capitals.capitalsWithinSentences(purpose, known: [draft.appName.text])
    if scored >= 3, capital.count * 2 > scored { return .purposeNotInSentenceStyle }
    let clauses = MainClauses.runs(of: purpose)
    if clauses.contains(where: { isPassive(purpose, $0) }) {
      return .purposePassive
    }
    if clauses.contains(where: { vague.first(in: purpose.words, within: $0) != nil }) {
      return .purposeVague
    }
    if verbs.first(in: purpose.words) == nil { return .purposeWithoutDeed }
    return nil
  }

  private static let vague: Phrases = [
    "stuff", "things", "better experience", "best experience", "various", "user experience",
    "important things",
    "something", "everything", "anything", "all kinds", "your experience", "improve your", "updates and more",
    "and more", "stay connected", "stay up to date", "keep you informed", "keep you updated", "information",
    "full experience", "for notifications", "send you notifications", "many reasons", "to function",
    "to work",
    "other content", "relevant content",
  ]
  private static let verbs: Phrases = [
    "tell", "tells", "notify", "notifies", "remind", "reminds", "let", "lets", "alert", "alerts", "warn",
    "warns",
    "send", "sends", "show", "shows", "announce", "announces", "inform", "informs", "says", "say", "ring",
    "rings", "report", "reports", "wake", "wakes", "know", "knows", "hear", "get", "gets", "learn",
    "call", "calls", "ping", "pings", "point", "speaks", "mentions", "messages", "prompt", "prompts",
    "receive", "receives", "see", "find", "follow", "keep", "track", "catch", "check", "miss", "notice",
    "start",
    "stop", "join", "reply", "answer", "watch", "come", "arrive", "arrives", "be", "read", "pick", "leave",
  ]

  private static let be: Phrases = ["is", "are", "was", "were", "be", "been", "being", "get", "gets"]

  /// A form of to be, and a participle.
  private static func isPassive(_ text: WrittenText, _ clause: Range<Int>) -> Bool {
    clause.dropLast().contains { index in
      guard be.contains(text.words[index]) else { return false }
      let next = text.words[index + 1]
      let bytes = text.bytes[next.range]
      return participles.contains(next) || bytes.count > 4 && bytes.suffix(2).elementsEqual("ed".utf8)
    }
  }
  private static let participles: Phrases = [
    "sent", "shown", "told", "given", "used", "made", "kept", "seen", "brought",
  ]

  private static func faultInKorean(of purpose: WrittenText) -> Remark.Message? {
    guard let korean = purpose.korean else { return .purposeIncomplete }
    if !(korean.endsWith("다.") || korean.endsWith("요.")) {
      return .purposeIncompleteOrWithoutStop
    }
    if purpose.words.count < 3 { return .purposeTooShort }
    if purpose.holds(vagueInKorean) { return .purposeVague }
    if purpose.holds(passiveInKorean) { return .purposePassive }
    if !purpose.holds(verbsInKorean) { return .purposeWithoutDeed }
    return nil
  }

  private static let vagueInKorean: Fragments = [
    "~다양한", "~여러 가지", "~더 나은", "~각종", "~유용한", "~좋은 경험", "~최고의", "~편리한", "~원활한", "~여러가지", "~이것저것", "~알림을 허용",
    "~알림을 켜", "~알림 켜",
  ]
  private static let passiveInKorean: Fragments = [
    "~보내집니다", "~표시됩니다", "~전송됩니다", "~사용됩니다", "~발송됩니다", "~제공됩니다", "~전달됩니다", "~됩니다",
  ]
  private static let verbsInKorean: Fragments = [
    "~알려", "~알립니다", "~알리", "~보냅니다", "~보내", "~전해", "~알림을", "~안내", "~전합니다", "~울립니다", "~깨워", "~알 수 있", "~볼 수 있",
    "~받을 수 있", "~확인할 수 있", "~놓치지 않", "~받아 보",
  ]
}
