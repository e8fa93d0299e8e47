/// Marketing needs a consent of its own: "you must receive their explicit permission".
enum ContentMarketing: AdviceRule {
  static let name = "content.marketing"

  private static let phrases: Phrases = [
    "sale", "discount", "discounts", "promo", "promotion", "coupon", "coupons", "subscribe now",
    "subscribe today", "limited time", "special offer", "exclusive offer", "exclusive deal",
    "exclusive deals",
    "last chance", "don't miss", "don't miss out", "buy now", "shop now", "order now", "upgrade now",
    "upgrade today", "upgrade to pro", "upgrade to premium", "go premium", "go pro", "free trial",
    "best price",
    "best deal", "best deals", "hot deal", "hot deals", "flash sale", "save up to", "save big", "half price",
    "half off", "free shipping", "buy one", "act now", "hurry", "while supplies last", "deal of the day",
    "black friday", "cyber monday", "clearance", "bargain", "bargains", "promo code", "voucher", "vouchers",
    "cashback", "cash back", "double points", "new arrivals", "just dropped", "offer ends", "deals",
    "try premium",
    "unlock premium", "get premium", "join now", "sign up now", "sign up today", "get it now",
    "off everything",
    "price drop", "today only", "ends tonight", "sitewide", "storewide",
  ]
  private static let off = WordKey("off")

  private static let inKorean: Fragments = [
    "~할인", "~세일", "~특가", "~쿠폰", "~무료체험", "~프로모션", "~혜택", "~지금구독", "~구독하세요", "~구매하세요", "~이벤트참여",
    "~한정판매", "~기간한정", "~무료배송", "~적립금", "~캐시백", "~놓치지마세요", "~타임딜", "~핫딜", "~업그레이드하세요", "~사은품", "~1+1",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .marketing, !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content where advertises(text, draft.language) {
      advice.add(
        self, field,
        "The text advertises; such a notification is of the kind marketing, which people consent to.")
      return
    }
  }

  private static func advertises(_ text: WrittenText, _ language: WrittenLanguage) -> Bool {
    if language == .korean { return inKorean.isIn(text) }
    if phrases.first(in: text.words) != nil { return true }
    // 20% off.
    return text.words.indices.dropFirst().contains { index in
      text.words[index].key == off && text.words[index - 1].has(.hasDigit)
        && text.gap(before: index).contains(UInt8(ascii: "%"))
    }
  }
}
