/// Offer "no incentive for granting permission", and withhold nothing from those who refuse.
enum ConsentIncentive: AdviceRule {
  static let name = "consent.incentive"

  private static let phrases: Phrases = [
    "reward", "rewards", "bonus", "free", "discount", "discounts", "coin", "coins", "points", "gift", "gifts",
    "unlock", "unlocks", "win", "prize", "prizes", "coupon", "coupons", "credits", "premium", "earn", "gems",
    "lose",
    "won't work", "will not work", "cannot use", "can't use", "won't be able", "will not be able",
    "required to",
    "disabled", "otherwise", "without notifications", "stops working", "stop working", "voucher", "lives",
    "extra", "or else", "exchange", "in return", "locked", "unavailable", "must allow", "chance to",
    "refuse", "refusing", "decline", "limited to", "trial",
  ]
  private static let inKorean: Fragments = [
    "~보상", "~보너스", "~무료", "~할인", "~코인", "~포인트", "~선물", "~쿠폰", "~당첨", "~경품", "~적립", "~잠금 해제", "~사용할 수 없",
    "~이용할 수 없", "~제한됩니다", "~제한", "~드립니다", "~증정", "~혜택", "~이용이 불가", "~사용이 불가", "~허용하지 않으면", "~허용해야",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let purpose = draft.purpose, phrases.first(in: purpose.words) != nil || inKorean.isIn(purpose)
    else { return }
    advice.add(self, "purpose", "The purpose offers or withholds something; permission is given freely.")
  }
}
