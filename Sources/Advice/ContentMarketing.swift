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
    "today only", "sitewide", "storewide",
  ]
  private static let inKorean: Fragments = [
    "~할인", "~세일", "~특가", "~쿠폰", "~무료 체험", "~프로모션", "~혜택", "~지금 구독", "~구독하세요", "~구매하세요", "~이벤트 참여",
    "~한정 판매", "~기간 한정", "~무료 배송", "~적립금", "~캐시백", "~놓치지 마세요", "~타임 딜", "~핫딜", "~업그레이드하세요", "~사은품", "~1+1",
    "~프리미엄",
    "~구독하면",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .marketing, !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content where advertises(text, draft.language) {
      advice.add(
        self, field,
        .textAdvertises)
      return
    }
  }

  private static func advertises(_ text: WrittenText, _ language: WrittenLanguage) -> Bool {
    if language == .korean { return text.holds(inKorean) }
    if phrases.first(in: text.words) != nil { return true }
    return text.words.indices.contains { isShareOfPrice($0, in: text) }
  }

  /// 20% off, 20% less, save 20 percent.
  private static func isShareOfPrice(_ index: Int, in text: WrittenText) -> Bool {
    guard text.words[index].has(.hasDigit), index + 1 < text.words.count else { return false }
    let next = text.words[index + 1]
    let isPercent = next.key == percent || text.gap(before: index + 1).contains(UInt8(ascii: "%"))
    guard isPercent else { return false }
    return index > 0 && text.words[index - 1].key == save || less.contains(next)
      || index + 2 < text.words.count && less.contains(text.words[index + 2])
  }

  private static let percent = WordKey("percent")
  private static let save = WordKey("save")
  private static let less: Phrases = ["off", "less", "cheaper", "discount"]
}
