/// Marketing needs a consent of its own: "you must receive their explicit permission".
enum ContentMarketing: AdviceRule {
  static let name = "content.marketing"
  private static let phrases: Phrases = """
    sale ends/starts, on sale, big/flash/summer/winter/spring/holiday sale, half price, half the price, off everything,
    special/limited/exclusive offer/offers/deal/deals, limited time, last chance, don't miss out, best/our/latest
    deals, buy/shop/order/upgrade/subscribe/renew/act now, subscribe today, buy one, free
    trial/shipping/delivery/account/month, months free, discount/promo/coupon code, coupon, coupons, double points,
    black friday, cyber monday, go/get/try/unlock premium/pro, try/with plus, unlimited access, exclusive features, new
    arrivals, we miss/missed you, been a while, your last visit, invite/refer a friend, invite friends, donate, your
    donation, donations fund, support us, default browser, boost/boosting/promote your, staff picks, trending this
    week, just for you, recommendations for you, app recommendation, save up to, save big, percent off,
    ~할인/세일/특가/쿠폰/무료체험/프로모션/사은품/캐시백/적립/매출/무료배송/무료계정/친구초대/인기항목,
    ~지금구독/구독하세요/구매하세요/구독하면/기간한정/한정판매/놓치지마세요/프리미엄으로/기부하/기부해/보고싶었/기본브라우저/혜택을/1+1, 추천앱/새로운추천/(광고)/Plus로/Plus를~
    """
  private static let upgrades: Phrases = "upgrade/subscribe/switch to"
  private static let paid: Phrases = "pro, premium, plus"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .marketing, !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      guard let part = text.part(of: phrases) ?? offer(in: text).map(text.string(of:)) else { continue }
      return advice.add(self, field, .textAdvertises, part: part)
    }
  }

  /// 20% off, save 20%, upgrade to Parcelly Plus.
  private static func offer(in text: WrittenText) -> Range<Int>? {
    let words = text.words
    if let verb = upgrades.first(in: words) {
      let name = verb.upperBound..<min(verb.upperBound + 4, words.count)
      if let plan = paid.first(in: words, within: name) { return verb.lowerBound..<plan.upperBound }
    }
    let share = words.indices.dropLast().first { index in
      text.gap(before: index + 1).contains("%")
        && (words[index + 1].key == "off" || index > 0 && words[index - 1].key == "save")
    }
    return share.map { $0..<($0 + 2) }
  }
}

/// "Don't use buttons or other controls to request feedback"; a rating prompt is of the kind rating.
enum ContentRating: AdviceRule {
  static let name = "content.rating"
  private static let phrases: Phrases = """
    leave/write/give/add a/us review/rating/feedback, leave/write/give us a review/rating, leave/write a review, leave
    a rating, leave feedback, give rating, a quick/kind/short/nice review, a quick rating, a rating in, tell us what
    you think, how are we doing, how many stars, five/5 stars, five/5 star review, your review/rating helps,
    rate/review/like/love us/our, rate/review this/the app, rate your experience, rate now/me, enjoying/love/loving
    the/our/this app, ~리뷰를남/리뷰남/리뷰를작성/리뷰를부탁/리뷰부탁/후기를남/후기남/평점과후기,
    별점을/별점부탁/별점으로/별점남/별점다섯/별5개/별다섯/평점을남/평점부탁/평가해주/평가를남/평가를부탁~
    """
  private static let labels: Phrases = """
    rate, rate app/us/now/it, rate this app, write/leave/add a review, leave/give/send feedback, review app, 별점 주기/남기기,
    리뷰 쓰기/작성/남기기, 평가하기, 평점 주기, 후기 쓰기/작성
    """
  private static let verbs: Phrases = "rate, review, enjoying, enjoy, like, love, loving"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .rating, !draft.isFromPerson else { return }
    if let button = draft.buttons.first(where: { $0.title.isOne(of: labels) }) {
      return advice.add(self, button.titleField, .textAsksForRating, part: button.title.text)
    }
    for (field, text) in draft.content where text.has(phrases) || namesApp(text, draft.appName) {
      return advice.add(self, field, .textAsksForRating)
    }
  }

  /// Enjoying Quillhaven?
  private static func namesApp(_ text: WrittenText, _ app: AppName) -> Bool {
    guard let name = text.firstRun(of: app.words), name.lowerBound > 0 else { return false }
    return verbs.contains(text.words[name.lowerBound - 1])
      && (app.likeness != .anyWord || app.hasItsCapital(in: text))
  }
}

/// Offer "no incentive for granting permission", and withhold nothing from those who refuse.
enum ConsentIncentive: AdviceRule {
  static let name = "consent.incentive"
  /// Phrases that make something else depend on the answer.
  private static let conditions: Phrases = """
    if/when/once/until/unless you allow/agree/accept/refuse/decline, if you say yes, if you don't allow, who
    agree/agrees/allow/allows/refuse/refuses, who says yes, permission is granted, by/for agreeing/allowing, for saying
    yes, say yes to, your consent, in return/exchange, as a reward, won't/not work, stops working, cannot/can't use,
    won't be able, without notifications, must allow, required to, 허용하면/허용하시/허용하지않/허용해야/동의하면/동의하시/동의하신~,
    ~알림을켜면/알림켜면/알림을켜고/알림켜고/사용할수없/이용할수없/제한됩니다/잠깁니다/무료로드, ~쿠폰을드/포인트를드/선물을드/할인해드/코인을드/적립해드/이용권을드/원을드
    """
  private static let gives: Phrases =
    "get, gets, earn, earns, win, wins, receive, claim, unlock, unlocks, give"
  private static let gifts: Phrases = """
    coin, coins, points, credits, gift, gifts, prize, prizes, voucher, vouchers, coupon, coupons, discount, bonus,
    reward, rewards, premium, free
    """
  private static let permissions: Phrases = """
    turn on location/notifications/tracking, enable/allow location/notifications/tracking/access, share your location,
    agree to tracking, ~위치를켜/위치서비스를켜/알림을켜/알림켜/추적을허용/추적에동의/접근을허용/알림을허용/위치를허용
    """

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    if let purpose = draft.purpose, bargains(purpose, isMarketing: draft.kind == .marketing) {
      advice.add(self, "purpose", .purposeBargains)
    }
    let text = draft.content.first { $0.text.has(permissions) && bargains($0.text, isMarketing: false) }
    if let text, !draft.isFromPerson { advice.add(self, text.field, .textBargains) }
  }

  /// Marketing is about gifts, and so may name them.
  private static func bargains(_ text: WrittenText, isMarketing: Bool) -> Bool {
    let verbs = isMarketing ? [] : text.words.indices.filter { gives.contains(text.words[$0]) }
    return text.has(conditions)
      || verbs.contains { verb in
        text.words[(verb + 1)...].prefix(4).prefix { $0.key != "about" }.contains(where: gifts.contains)
      }
  }
}

/// Don't imitate the system's question for permission: people must know which program they answer.
enum ConsentImitation: AdviceRule {
  static let name = "consent.imitation"
  private static let phrases: Phrases = """
    like/wants to send you notifications, like/wants to send/show notifications, like/wants to notify you,
    allow/enable/activate notifications/push/tracking, turn on notifications, permission to notify/send/show/track,
    notification permission, don't allow, like/wants to track, to use your location, like/wants to access your, share
    usage, anonymous/anonymized data, 익명데이터/익명화된~,
    ~알림을허용/알림허용/알림을보내고자/알림을보내려고/알림권한/알림을보내도록/알림을켜/알림을받으시겠/추적을허용/추적하도록/허용안함/접근을허용하시겠
    """
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson else { return }
    for (field, text) in draft.content + draft.buttons.map({ ($0.titleField, $0.title) }) {
      guard let part = text.part(of: phrases) else { continue }
      return advice.add(self, field, .looksLikeQuestion, part: part)
    }
    guard let text = draft.content.first(where: { $0.text.has(needs) }),
      draft.buttons.count > 1 || draft.buttons.contains(where: { $0.title.isOne(of: consents) })
    else { return }
    advice.add(self, text.field, .leadsToQuestion)
  }

  /// In a text before the system's question, "include only one button and make it clear that it opens the system alert".
  private static let needs: Phrases = """
    need/needs/require/requires access to your location/contacts/calendar/photos/camera/microphone/messages/files,
    need/needs/require/requires permission to send/notify/show/use/access/read, permission is needed/required to
    send/notify/show/use/access/read, will/you'll be asked for permission/access, will/you'll be asked to allow/grant,
    will/you'll be asked for your location/contacts/calendar/photos/camera/microphone/messages/files,
    will/we'll ask for permission/access, will/we'll ask you for permission/access, will/we'll ask you to allow/grant,
    will/we'll ask for your location/contacts/calendar/photos/camera/microphone/messages/files,
    ~위치/연락처/캘린더/사진/카메라/마이크/접근 권한이필요/권한을허용해
    """
  private static let consents: Phrases = """
    allow, allow access, allow once, grant, grant access/permission, 허용, 허용하기, 권한 허용, 접근 허용, 권한 주기
    """
}
