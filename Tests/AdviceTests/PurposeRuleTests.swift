import Testing

struct PurposeRuleTests {
  static let cases: [RuleCases] = [
    RuleCases(
      rule: "consent.purpose", part: .purpose,
      speaks: [
        "Notifications", "we tell you when a letter comes.", "We tell you when a letter comes",
        "We Tell You When a Letter Comes.",
        "Notifications are sent when a letter comes.", "For a better experience.",
      ],
      silent: [
        "We tell you when a letter comes.", "Quillhaven reminds you of letters you have not answered.",
        "You receive a notification when your team scores.", "We notify you when your order is shipped.",
        "Wir melden uns, wenn ein Brief ankommt.", "手紙が届いたらお知らせします。",
      ]),
    RuleCases(
      rule: "consent.purpose", part: .purpose, language: "ko",
      speaks: ["알림", "편지가 오면 알려 드립니다", "다양한 소식을 알려 드립니다."], silent: ["편지가 오면 알려 드립니다."]),
    RuleCases(
      rule: "consent.incentive", part: .purpose,
      speaks: [
        "We tell you about letters, and you get 20 coins for free.", "Allow this, or the app won't work.",
        "We tell you about letters, and you earn points.",
      ],
      silent: [
        "We tell you when a letter comes.", "We tell you when a reward chest opens.",
        "We tell you when a door is locked.",
        "We tell you when your team scores points.", "We tell you when your gift arrives.",
      ]),
    RuleCases(
      rule: "consent.incentive", part: .purpose, language: "ko", speaks: ["알림을 켜면 쿠폰을 드립니다."],
      silent: ["편지가 오면 알려 드립니다.", "무료 와이파이가 있으면 알려 드립니다.", "선물이 도착하면 알려 드립니다."]),
  ]

  @Test(
    "A rule of purposes speaks where it is meant to, and leaves lookalikes alone",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
