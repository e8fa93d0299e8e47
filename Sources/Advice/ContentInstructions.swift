/// "Avoid sending a notification that tells people to perform specific tasks within your app … provide
/// notification actions."
enum ContentInstructions: AdviceRule {
  static let name = "content.instructions"

  /// What a sentence that tells people to do something in an app begins with.
  private static let orders: Phrases = [
    "go to", "tap", "click", "log in", "login", "sign in",
    "return to", "come back to", "head to", "swipe", "select", "choose", "navigate to", "enter", "restart",
    "verify", "turn on", "turn off", "enable", "set up", "use",
    "reopen", "scroll", "look in", "switch to",
  ]
  /// Those that are nouns as well, unless something is named that is to be done with.
  private static let nounOrders: Phrases = [
    "press", "visit", "check", "update", "complete", "review", "finish", "use", "see", "view", "run", "start",
    "find",
    "type", "open", "launch",
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
    "go to the app",
  ]
  /// The same where nothing stands before them that makes them a noun: a new sign-in to your account.
  private static let entries: Phrases = ["log in to", "sign in to", "log in and", "sign in and"]
  private static let joints: Phrases = ["please", "and", "then", "or", "now"]
  /// Where in an app it is to be done.
  private static let places: Phrases = [
    "app", "settings", "preferences", "menu", "tab", "screen", "page", "here", "profile", "dashboard",
    "section", "button", "inbox", "library", "window", "panel", "sidebar", "toolbar", "icon", "dialog",
    "account",
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
    "~이동하세요", "~터치하세요", "~앱에서 확인", "~앱을 열어", "~앱을 열면", "~앱을 열고",
  ]
  private static let placesInKorean: Fragments = [
    "앱", "설정", "메뉴", "~탭에서", "~화면에서", "버튼", "~페이지에서", "여기", "~함에서", "~목록에서", "홈에서",
  ]
  private static let ordersInKorean: Fragments = [
    "-안녕하세요", "~하세요", "~주세요", "~보세요", "~십시오", "~으세요", "~바랍니다", "~가세요",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request?.sender == nil, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      let tells =
        switch draft.language {
        case .english: tellsInEnglish(text, appName: draft.appName)
        case .korean:
          text.holds(gesturesInKorean) || text.holds(placesInKorean) && text.holds(ordersInKorean)
        case .other: false
        }
      guard tells else { continue }
      advice.add(
        self, field, .textInstructs)
      return
    }
  }

  private static func tellsInEnglish(_ text: WrittenText, appName: AppName) -> Bool {
    let words = text.words
    if gestures.first(in: words) != nil || asksToEnter(text) { return true }
    lazy var isApp = appName.likeness != .anyWord || appName.hasItsCapital(in: text)
    // No word is read twice: what stands behind a second order of a sentence stands behind its first as well.
    var next = 0
    for index in words.indices where words[index].has(.opensSentence) || words[index].has(.opensClause) {
      guard index >= next else { continue }
      next = index
      while next < words.count, let polite = politeness.match(words, at: next) { next = polite.upperBound }
      guard next < words.count, let order = order(words, at: next) else { continue }
      let close = words[next...].firstIndex { $0.has(.closesSentence) }.map { $0 + 1 } ?? words.count
      next = max(close, order.upperBound)
      let rest = order.upperBound..<next
      if places.first(in: words, within: rest) != nil || steps.first(in: words, within: rest) != nil
        || isApp && text.firstRun(of: appName.words, within: rest) != nil
      {
        return true
      }
    }
    return false
  }

  private static func asksToEnter(_ text: WrittenText) -> Bool {
    let words = text.words
    return words.indices.contains { index in
      guard entries.match(words, at: index) != nil, !words[index + 1].has(.hyphenated) else { return false }
      return words[index].has(.opensSentence) || words[index].has(.opensClause)
        || joints.contains(words[index - 1]) || text.gap(before: index).contains(UInt8(ascii: ","))
    }
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
