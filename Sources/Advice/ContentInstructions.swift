/// "Avoid sending a notification that tells people to perform specific tasks within your app … provide
/// notification actions."
enum ContentInstructions: AdviceRule {
  static let name = "content.instructions"

  /// What a sentence that tells people to do something in an app begins with.
  private static let orders: Phrases = [
    "go to", "tap", "click", "log in", "login", "sign in",
    "return to", "come back to", "come back and", "head to", "reply with", "check out", "log back in",
    "swipe", "select", "choose", "navigate to", "enter", "restart",
    "verify", "turn on", "turn off", "enable", "set up", "use",
    "reopen", "scroll", "look in", "switch to", "disable", "allow", "grant", "adjust", "manage", "customize",
    "configure", "activate", "deactivate", "remove", "add", "sign back in",
  ]
  /// Those that are nouns as well, unless something is named that is to be done with.
  private static let nounOrders: Phrases = [
    "press", "visit", "check", "update", "complete", "review", "finish", "use", "see", "view", "run",
    "find",
    "type", "open", "launch", "change", "reset",
  ]
  private static let objects: Phrases = [
    "the", "your", "this", "our", "my", "it", "its", "all", "a", "an", "in", "on", "for", "them", "and", "to",
  ]
  /// Those that say it all: nothing else can be meant.
  private static let gestures: Phrases = [
    "tap to", "tap here", "tap on", "tap the", "tap this", "click to", "click here", "click on", "click the",
    "click this", "press here", "swipe to", "swipe left", "swipe right", "swipe up", "tap below",
    "click below",
    "open the app", "open app", "open this app", "launch the app", "go to settings", "open settings",
    "go to the app", "in the app to", "verify your email", "verify your e mail", "verify your account",
    "verify your identity", "confirm your email", "complete your profile", "update your profile",
    "finish setting up", "finish your profile", "change your password", "update your payment", "see who",
    "tap for", "click for", "touch here", "touch to", "press to", "log in again", "sign in again",
    "make sure you",
    "open the settings", "check your settings", "upgrade to continue", "subscribe to",
    "update the application", "update the app", "confirm your", "enter your", "run update", "select a",
    "type session",
    "enter an", "enter a", "enter the", "add your", "check them", "make it your", "needs to be changed",
    "quit now", "tap here", "from the settings", "try running", "click me", "must be open",
    "finish setup", "complete setup", "try restarting", "try reconnecting", "try reinstalling",
    "try updating",
    "try changing", "try switching", "try signing", "try turning", "try logging", "make sure that",
    "make sure your",
    "needs to be updated", "needs to be configured", "needs to be enabled",
    "must be updated", "must be enabled", "must be configured", "must be set up",
    "reply with", "reply yes", "reply stop",
    "contact support", "see the log", "see log", "check the log", "check logs", "your default",
    "in privacy settings",
    "tap and", "touch and", "long press", "tap again", "to the latest version", "turn it on in",
    "turn it off in",
    "turn on in", "enable it in", "allow it in", "change it in", "change this in", "sign back in",
    "log back in",
  ]
  /// What a person is asked for that is done nowhere else.
  private static let courtesies: Phrases = ["please"]
  /// What needs no deed: Please wait.
  private static let patience: Phrases = [
    "wait", "hold", "be", "stand", "note", "stay", "bear", "allow", "keep", "do", "don't", "accept",
    "forgive",
    "excuse", "enjoy", "leave",
  ]
  /// The same where nothing stands before them that makes them a noun: a new sign-in to your account.
  private static let entries: Phrases = [
    "log in to", "sign in to", "log in and", "sign in and", "unlock to", "restart to", "reboot to", "open to",
    "press to",
    "hold to", "pull down to", "swipe down to", "update to continue",
  ]
  private static let joints: Phrases = ["please", "and", "then", "or", "now"]
  /// What is done with software, so that it needs no place to be said.
  private static let deeds: Phrases = [
    "open", "install", "apply", "enable", "disable", "configure", "remove", "reset", "change", "share",
    "turn on",
    "turn off", "log in", "sign in", "upgrade", "update", "verify", "check", "scan", "select", "type",
    "enter", "press",
    "click", "tap", "reinstall", "grant", "confirm", "complete", "add", "create", "join", "make",
    "disconnect", "free",
    "allow", "choose", "switch", "uninstall", "download", "subscribe", "retry",
    "activate", "deactivate", "adjust", "reconnect", "restart", "renew", "review", "fix", "resolve", "clear",
    "import",
    "invite", "customize", "pick", "re enable", "unlock", "manage", "set up", "delete", "move",
  ]
  private static let deedObjects: Phrases = [
    "the", "your", "this", "our", "it", "them", "these", "that", "with", "again", "manually", "bluetooth",
    "location",
    "icon", "uploads", "configuration", "me", "critical", "at", "here", "on", "notifications", "for",
  ]
  /// What is only ever said as an order.
  private static let outright: Phrases = [
    "turn on", "turn off", "enable", "disable", "grant", "activate", "reconnect", "reinstall", "configure",
    "customize",
  ]
  /// Where in an app it is to be done.
  private static let places: Phrases = [
    "app", "settings", "preferences", "menu", "tab", "screen", "page", "here", "profile", "dashboard",
    "section", "button", "inbox", "library", "window", "panel", "sidebar", "toolbar", "icon", "dialog",
    "account", "mode", "option", "options", "support", "plan", "permission", "permissions", "browser",
  ]
  /// A second step, which gives the first away.
  private static let steps: Phrases = [
    "and press", "and tap", "and click", "and choose", "and select", "then press", "then tap", "then click",
    "then choose", "then select",
  ]
  private static let politeness: Phrases = [
    "please", "now", "then", "just", "and", "simply", "to continue", "first", "or", "don't forget to",
    "remember to", "be sure to", "make sure to", "you need to", "you must", "you should", "you can",
  ]

  private static let gesturesInKorean: Fragments = [
    "~열어 주세요", "~열어 보세요", "~여세요", "~눌러 주세요", "~눌러 보세요", "~누르세요", "~탭하세요", "~탭하여", "~클릭하세요",
    "~클릭하여", "~클릭해", "~실행해 주세요", "~실행하세요", "~접속해 주세요", "~접속하세요", "~로그인하세요", "~로그인해 주세요",
    "~이동하세요", "~터치하세요", "~앱에서 확인", "~앱을 열어", "~앱을 열면", "~앱을 열고", "~확인해 보세요", "~완성해 주세요", "~완료해 주세요",
    "~변경해 주세요",
    "~업데이트하세요", "~업데이트해 주세요", "~실행해서", "~인증해 주세요", "~설정해 주세요", "~설정하세요", "~등록해 주세요", "~입력해 주세요",
    "~입력하세요", "~다시 로그인", "~확인해주세요", "~눌러서", "~터치해서", "~터치하여", "~터치하면", "~탭하면", "~클릭!", "~눌러주세요", "~눌러 확인",
    "~열어 확인", "~참여해 보세요", "~업그레이드하", "~설치하십시오", "~승인해 주", "~선택하세요",
    "~선택해 주세요", "~기록해 주세요", "~연결하세요", "~보정하세요", "~적용하세요", "~구성하십시오", "~허용해 주세요", "~눌러 잠그", "~해제하십시오",
    "~해제하세요", "~끊어 주세요", "~끊어주세요", "~시작하십시오", "~시작하세요", "~점검해 보세요", "~점검해보세요", "~확인하세요",
    "~확인해 주세요", "~확인하십시오", "~설치해 주세요", "~바꾸세요", "~비우세요", "~켜세요", "~끄세요", "~만지세요", "~켜 주세요", "~꺼 주세요", "~확인해요",
    "~누르셔야", "~눌러야", "~탭하여", "~하러 가기", "~하러 가볼까요", "~클릭해서", "~여십시오", "~누르십시오", "~탭하십시오", "~클릭하십시오",
    "~변경하세요", "~변경하십시오", "~입력하십시오",
  ]
  /// Courtesies, and what is done in the world rather than in an app, do not count.
  private static let ordersInKorean: Fragments = [
    "-복용하", "-복용해 주세요", "-대피하", "-대피해 주세요", "-착용하", "-착용해 주세요", "-참고하", "-참고해 주세요", "-참고 바랍니다",
    "-양해 바랍니다", "-양해 부탁", "-양해해 주세요", "-유의하", "-유의해 주세요", "-주의해 주세요", "-주의 바랍니다", "-조심해 주세요",
    "-휴식하", "-휴식을 취하", "-환기하", "-환기해 주세요", "-스트레칭하", "-스트레칭해 주세요", "-운동하", "-준비하", "-준비해 주세요",
    "-수령하", "-수령해 주세요", "-찾아가세요", "-챙기세요", "-챙겨 주세요", "-챙겨 보세요", "-대기하", "-대기해 주세요", "-기대하",
    "-기대해 주세요", "-기억하", "-기억해 주세요", "-이해해 주세요", "-마셔 주세요", "-움직여 보세요", "-걸어 보세요", "-쉬어 주세요",
    "-쉬어 보세요", "-충전해 주세요", "-충전해 보세요", "-전원을 연결해 주세요", "-건강하", "-행복하", "-응원해 주세요", "-들러 주세요",
    "-방문해 주세요", "-방문하", "-와 주세요", "-와주세요", "-가져가세요", "-탑승하", "-탑승해 주세요", "-하차하", "-일어나", "-출발하",
    "-참고하시기 바랍니다", "-유의하시기 바랍니다", "-주의하시기 바랍니다", "-양해하여 주시기 바랍니다", "-준비하시기 바랍니다",
    "-방문하시기 바랍니다", "-복용하시기 바랍니다", "-대피하시기 바랍니다", "-즐기", "-보내세요", "-함께하", "-함께해 주세요", "-안심하", "-걱정하", "-생각하",
    "-안녕하세요", "-기다리십시오", "-기다려 주십시오", "-기다리세요", "-마십시오", "-마세요", "-취하십시오",
    "-전원을 연결하십시오", "-전원을 다시 연결하십시오", "-어댑터를 연결하십시오", "-충전기를 연결하십시오", "-충전기를 연결하세요",
    "-전원을 연결하세요", "-충전하세요", "-충전하십시오", "-조심하세요", "-주의하세요", "-드세요",
    "-기다려 주세요", "-축하하세요", "-쉬세요", "-힘내세요",
    "-감사하세요", "-계세요", "-되세요", "~하세요", "~주세요", "~보세요", "~십시오", "~으세요", "~바랍니다", "~가세요",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request?.sender == nil, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      let part: String? =
        switch draft.language {
        case .english: order(in: text, appName: draft.appName).map(text.string(of:))
        case .korean: text.first(of: gesturesInKorean) ?? text.first(of: ordersInKorean)
        case .other: nil
        }
      guard let part else { continue }
      advice.add(self, field, .textInstructs, part: part)
    }
  }

  /// The words that tell people what to do.
  private static func order(in text: WrittenText, appName: AppName) -> Range<Int>? {
    let words = text.words
    if let order = gestures.first(in: words) ?? requestToEnter(in: text) ?? courtesy(in: text) {
      return order
    }
    lazy var isApp = appName.likeness != .anyWord || appName.hasItsCapital(in: text)
    // No word is read twice: what stands behind a second order of a sentence stands behind its first as well.
    var next = 0
    for index in words.indices where opensClause(index, of: text) {
      guard index >= next else { continue }
      next = index
      while next < words.count, let polite = politeness.match(words, at: next) { next = polite.upperBound }
      if let deed = deed(at: next, of: text) { return deed }
      if next < words.count, let order = outright.match(words, at: next), order.upperBound < words.count,
        !words[order.upperBound].has(.opensSentence), !words[order.upperBound].has(.hasDigit)
      {
        return order
      }
      guard next < words.count, let order = order(words, at: next) else { continue }
      let close = words[next...].firstIndex { $0.has(.closesSentence) }.map { $0 + 1 } ?? words.count
      next = max(close, order.upperBound)
      let rest = order.upperBound..<next
      let place =
        places.first(in: words, within: rest) ?? steps.first(in: words, within: rest)
        ?? (isApp ? text.firstRun(of: appName.words, within: rest) : nil)
      if let place { return order.lowerBound..<place.upperBound }
    }
    return nil
  }

  /// Please update the application.
  private static func courtesy(in text: WrittenText) -> Range<Int>? {
    let words = text.words
    let place = words.indices.dropLast().first { index in
      courtesies.contains(words[index]) && !words[index].has(.closesSentence)
        && words[index + 1].has(.small) && !patience.contains(words[index + 1])
    }
    return place.map { $0..<($0 + 2) }
  }

  private static func requestToEnter(in text: WrittenText) -> Range<Int>? {
    let words = text.words
    for index in words.indices {
      guard let entry = entries.match(words, at: index), !words[index + 1].has(.hyphenated) else { continue }
      if words[index].has(.opensSentence) || words[index].has(.opensClause)
        || joints.contains(words[index - 1]) || text.gap(before: index).contains(UInt8(ascii: ","))
      {
        return entry
      }
    }
    return nil
  }

  private static func opensClause(_ index: Int, of text: WrittenText) -> Bool {
    text.words[index].has(.opensSentence) || text.words[index].has(.opensClause)
      || text.gap(before: index).contains(UInt8(ascii: ","))
  }

  /// Install the update. Behind "To continue," as well.
  private static func deed(at index: Int, of text: WrittenText) -> Range<Int>? {
    guard index < text.words.count, let deed = deeds.match(text.words, at: index),
      deed.upperBound < text.words.count, !text.words[index].has(.hyphenated),
      !text.words[deed.upperBound].has(.opensSentence), deedObjects.contains(text.words[deed.upperBound])
    else { return nil }
    return deed.lowerBound..<(deed.upperBound + 1)
  }

  private static func order(_ words: [Word], at start: Int) -> Range<Int>? {
    if let order = nounOrders.match(words, at: start) {
      let next = order.upperBound
      let isVerb = next < words.count && (objects.contains(words[next]) || words[next].has(.capitalised))
      return isVerb && !words[next].has(.hyphenated) ? order : nil
    }
    return orders.match(words, at: start)
  }
}
