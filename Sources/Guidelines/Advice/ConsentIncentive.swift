/// Offer "no incentive for granting permission", and withhold nothing from those who refuse.
enum ConsentIncentive: AdviceRule {
  static let name = "consent.incentive"

  private static let phrases: Phrases = [
    "as a reward", "reward you", "rewards you", "get a reward", "get rewards", "reward for", "rewards for",
    "bonus",
    "for free", "a free", "get free", "one free", "free month", "free week", "if you agree", "who agrees",
    "if you allow",
    "when you allow", "if you accept", "if you say yes", "if you refuse", "unless you", "enters a draw",
    "draw for",
    "without them", "off your", "percent off", "off", "discount", "discounts", "coin", "coins", "points",
    "gift", "gifts",
    "unlock", "unlocks", "win", "prize", "prizes", "coupon", "coupons", "credits", "premium", "earn", "gems",
    "lose",
    "won't work", "will not work", "cannot use", "can't use", "won't be able", "will not be able",
    "required to",
    "disabled", "otherwise", "without notifications", "stops working", "stop working", "voucher", "lives",
    "extra", "or else", "exchange", "in return", "locked", "unavailable", "must allow", "chance to",
    "refuse", "refusing", "decline", "limited to", "trial",
  ]
  private static let inKorean: Fragments = [
    "~보상", "~보너스", "~무료", "~할인", "~코인", "~포인트", "~선물", "~쿠폰", "~당첨", "~경품", "~적립", "~보석", "~받아 가", "~잠깁",
    "~잠기", "~원을 드", "~개를 드", "~잠금 해제", "~사용할 수 없",
    "~이용할 수 없", "~제한됩니다", "~제한", "~증정", "~혜택", "~이용이 불가", "~사용이 불가", "~허용하지 않으면", "~허용해야",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let purpose = draft.purpose, phrases.first(in: purpose.words) != nil || purpose.holds(inKorean)
    else { return }
    advice.add(self, "purpose", "The purpose offers or withholds something; permission is given freely.")
  }
}
