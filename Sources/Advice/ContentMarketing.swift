/// Marketing needs a consent of its own: "you must receive their explicit permission".
enum ContentMarketing: AdviceRule {
  static let name = "content.marketing"

  private static let phrases: Phrases = [
    "on sale", "sale ends", "sale is on", "sale starts", "sale on", "sale now", "our sale", "big sale",
    "mega sale",
    "summer sale", "winter sale", "spring sale", "autumn sale", "fall sale", "holiday sale", "weekend sale",
    "half the price", "subscribe to", "percent off", "discount", "discounts", "promo", "coupon",
    "coupons", "subscribe now",
    "subscribe today", "limited time", "special offer", "exclusive offer", "exclusive deal",
    "exclusive deals",
    "last chance", "don't miss", "don't miss out", "buy now", "shop now", "order now", "upgrade now",
    "upgrade today", "upgrade to pro", "upgrade to premium", "go premium", "go pro", "free trial",
    "best price",
    "best deal", "best deals", "hot deal", "hot deals", "flash sale", "save up to", "save big", "half price",
    "half off", "free shipping", "buy one", "act now", "while supplies last", "deal of the day",
    "black friday", "cyber monday", "bargain", "bargains", "promo code",
    "cashback", "double points", "offer ends", "deals",
    "try premium",
    "unlock premium", "get premium", "join now", "sign up now", "sign up today", "get it now",
    "off everything",
    "today only", "recommendation", "recommendations", "boost your sales", "boosting your sales",
    "promote your",
    "staff picks", "trending this", "free account", "explore our", "check out these", "try private",
    "sitewide", "storewide", "we miss you", "we missed you", "donate", "donate to", "donations",
    "donation",
    "default browser", "fast and private", "your last visit", "been a while", "come back and",
    "continue your journey",
    "learning journey", "win some", "rewards", "level up", "be rewarded", "subscribe to", "join a challenge",
    "free month", "free months", "months free", "month free",
    "invite friends",
    "refer a friend", "invite a friend", "upgrade your plan", "renew now", "don't lose access",
    "unlimited access", "go unlimited",
    "get unlimited", "exclusive access", "new arrivals", "free delivery",
  ]
  private static let inKorean: Fragments = [
    "~할인", "~세일", "~특가", "~쿠폰", "~무료 체험", "~프로모션", "~혜택", "~지금 구독", "~구독하세요", "~구매하세요", "~이벤트 참여",
    "~한정 판매", "~기간 한정", "~무료 배송", "~적립금", "~캐시백", "~놓치지 마세요", "~타임 딜", "~핫딜", "~업그레이드하세요", "~사은품", "~1+1",
    "-건강보험 혜택", "-프리미엄 리그", "~프리미엄", "~구독하면", "~친구 초대", "~추천인", "~기부하", "~기부해", "추천 앱", "새로운 추천", "~인기 항목",
    "~무료 계정", "Plus로", "Plus를", "~매출 증대", "~보호 모드 사용해", "~도움 주기", "(광고)",
    "-광고 차단", "-광고 없", "-광고 중", "-광고 제거", "광고 ", "소홀해지", "~보고 싶었",
    "~기다리고 있어요", "~기본 브라우저", "~보상을 받",
    "~포인트를 벌", "~돌아와",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .marketing, !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      guard let part = offer(in: text, draft.language) else { continue }
      advice.add(self, field, .textAdvertises, part: part)
    }
  }

  private static func offer(in text: WrittenText, _ language: WrittenLanguage) -> String? {
    if language == .korean { return text.first(of: inKorean) }
    let offer =
      phrases.first(in: text.words) ?? upgradeToPaid(in: text)
      ?? text.words.indices.first { isShareOfPrice($0, in: text) }.map { $0..<min($0 + 3, text.words.count) }
    return offer.map(text.string(of:))
  }

  /// Upgrade to Parcelly Pro.
  private static func upgradeToPaid(in text: WrittenText) -> Range<Int>? {
    guard let offer = upgrades.first(in: text.words) else { return nil }
    return paid.first(in: text.words, within: offer.upperBound..<min(offer.upperBound + 4, text.words.count))
      .map { offer.lowerBound..<$0.upperBound }
  }
  private static let upgrades: Phrases = ["upgrade to", "switch to", "get", "try", "unlock"]
  private static let paid: Phrases = ["pro", "premium", "plus"]

  /// 20% off, save 20 percent.
  private static func isShareOfPrice(_ index: Int, in text: WrittenText) -> Bool {
    guard text.words[index].has(.hasDigit), index + 1 < text.words.count else { return false }
    let next = text.words[index + 1]
    let isPercent = next.key == percent || text.gap(before: index + 1).contains(UInt8(ascii: "%"))
    guard isPercent else { return false }
    if index > 0, text.words[index - 1].key == save { return true }
    let behind = (index + 1)..<min(index + 3, text.words.count)
    return behind.contains { place in
      less.contains(text.words[place])
        && !(place + 1 < text.words.count && measures.contains(text.words[place + 1]))
    }
  }

  private static let percent = WordKey("percent")
  private static let save = WordKey("save")
  private static let less: Phrases = ["off", "cheaper", "discount"]
  /// What prices are taken off; of anything else something is off by so much.
  private static let measures: Phrases = ["their", "its", "the", "his", "her", "target", "course", "pace"]
}
