/// Offer "no incentive for granting permission", and withhold nothing from those who refuse.
enum ConsentIncentive: AdviceRule {
  static let name = "consent.incentive"

  /// What makes something else hang on the answer.
  private static let conditions: Phrases = [
    "if you allow", "when you allow", "once you allow", "until you allow", "unless you allow",
    "if you agree", "when you agree", "once you agree", "until you agree", "unless you agree",
    "if you accept", "if you say yes", "if you refuse", "if you decline", "if you don't allow",
    "who agrees", "who agree", "who allow", "who allows", "who refuse", "who refuses", "who say yes",
    "who says yes", "by agreeing", "by allowing", "for agreeing", "for allowing", "for saying yes",
    "say yes to", "your consent", "permission is granted", "in return", "in exchange", "as a reward",
  ]
  /// What is taken from those who refuse.
  private static let threats: Phrases = [
    "won't work", "will not work", "stops working", "stop working", "cannot use", "can't use",
    "won't be able",
    "will not be able", "without them", "without notifications", "must allow", "required to", "or else",
  ]
  /// What is given, and what it is given with.
  private static let gives: Phrases = [
    "get", "gets", "earn", "earns", "win", "wins", "take", "receive", "claim", "unlock", "unlocks", "give",
  ]
  private static let gifts: Phrases = [
    "coin", "coins", "points", "credits", "gift", "gifts", "prize", "prizes", "voucher", "vouchers", "coupon",
    "coupons", "discount", "discounts", "bonus", "reward", "rewards", "premium", "free", "off", "trial",
  ]
  /// What follows these is what the app tells about.
  private static let topics: Phrases = ["about", "of", "on", "from", "for", "in", "at"]

  private static let conditionsInKorean: Fragments = [
    "허용하면", "허용하시", "허용하지 않", "허용해야", "동의하면", "동의하시", "동의하신", "~알림을 켜면", "~알림 켜면", "~알림 켜고",
    "~알림을 켜고",
  ]
  private static let threatsInKorean: Fragments = [
    "~사용할 수 없습니다", "~이용할 수 없습니다", "~제한됩니다", "~잠깁니다", "~이용이 불가", "~사용이 불가",
  ]
  private static let giftsInKorean: Fragments = [
    "~쿠폰을 드", "~쿠폰도 드", "~포인트를 드", "~선물을 드", "~할인해 드", "~코인을 드", "~적립해 드", "~이용권을 드", "~원을 드",
    "~개를 드", "~받아 가", "~무료로 드",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    if let purpose = draft.purpose, bargains(purpose, isMarketing: draft.kind == .marketing) {
      advice.add(self, "purpose", .purposeBargains)
    }
    guard !draft.isFromPerson else { return }
    for (field, text) in draft.content where rewardsPermission(text) {
      advice.add(self, field, .textBargains)
    }
  }

  /// "Turn on location and you get 100 coins."
  private static func rewardsPermission(_ text: WrittenText) -> Bool {
    let words = text.words
    guard permissions.first(in: words) != nil || text.holds(permissionsInKorean) else { return false }
    return offers(words, words.indices) || conditions.first(in: words) != nil || uses.first(in: words) != nil
      || text.holds(giftsInKorean)
  }
  private static let permissions: Phrases = [
    "turn on location", "enable location", "allow location", "share your location", "turn on notifications",
    "enable notifications", "allow notifications", "turn on tracking", "agree to tracking", "allow tracking",
    "enable tracking", "allow access", "share your contacts", "allow contacts", "give us permission",
  ]
  private static let permissionsInKorean: Fragments = [
    "~위치를 켜", "~위치 서비스를 켜", "~알림을 켜", "~알림 켜", "~추적을 허용", "~추적에 동의", "~접근을 허용", "~알림을 허용", "~위치를 허용",
  ]
  /// What is held back until then.
  private static let uses: Phrases = ["to use", "to unlock", "to continue", "to keep using", "to get"]

  /// Marketing is about gifts, and so may name them.
  private static func bargains(_ purpose: WrittenText, isMarketing: Bool) -> Bool {
    if purpose.holds(conditionsInKorean) || purpose.holds(threatsInKorean) { return true }
    if !isMarketing, purpose.holds(giftsInKorean) { return true }
    if conditions.first(in: purpose.words) != nil { return true }
    return MainClauses.runs(of: purpose).contains { run in
      threats.first(in: purpose.words, within: run) != nil || !isMarketing && offers(purpose.words, run)
    }
  }

  /// "… and you get 20 coins": a gift right behind what gives it.
  private static func offers(_ words: [Word], _ run: Range<Int>) -> Bool {
    run.contains { index in
      guard gives.contains(words[index]) else { return false }
      let behind = words[(index + 1)..<min(index + 5, run.upperBound)]
      return behind.prefix { !topics.contains($0) }.contains { gifts.contains($0) }
    }
  }
}
