import NotificationModel

/// "Avoid sending a notification that tells people to perform specific tasks within your app … provide
/// notification actions."
enum ContentInstructions: AdviceRule {
  static let name = "content.instructions"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request?.sender == nil else { return }
    for (field, text) in draft.content where !advice.has(ContentScan.self, field) {
      let gesture = text.part(of: gestures)
      // A reminder's own words say what the person wants to do, and are not an order of the app.
      let order: String? =
        switch draft.language {
        case .english where !draft.isOwnReminder: order(in: text)
        case .korean where !draft.isOwnReminder: orderInKorean(in: text)
        default: nil
        }
      guard let part = gesture ?? order else { continue }
      advice.add(self, field, .textInstructs, part: part)
    }
  }

  /// Phrases that always refer to a screen.
  private static let gestures: Phrases = """
    tap/click/press/touch/swipe here, tap/click/touch/swipe to, tap/click on/the/this/for, touch for, tap and, long
    press, swipe left/right/up/down, ~눌러서/눌러확인/눌러보기/눌러야/누르셔야/누르려면/누르면/여기를눌러/터치해/터치하여/터치하면/탭하면/탭하여,
    ~클릭하여/클릭해/클릭하면/하러가기/앱을열어/앱을열면/앱에서확인
    """
  /// Verbs for acts in an app that are rarely other words.
  private static let verbs: Phrases = """
    tap, click, install, reinstall, enable, disable, configure, select, choose, enter, type, log in/out/back, sign
    in/back, turn on/off, go/switch/navigate/refer to, restart, reopen, activate, reconnect, disconnect, upgrade,
    customize, make sure, try, retry, add, remove, create, check out, set up, visit, adjust, reboot, renew, manage,
    apply, resolve, fix, contact, consult, ensure, free up
    """
  /// Words that are verbs for acts in an app only if an object follows: Update Available has no object.
  private static let ambiguous: Phrases = """
    open, press, check, update, complete, review, finish, use, see, view, run, find, launch, change, reset, share,
    join, download, scan, import, export, delete, move, set, read, look, clear, close, save, touch, verify, confirm,
    uninstall, unlock, grant, allow, free
    """
  private static let objects: Phrases = """
    the, your, this, our, my, it, its, all, a, an, in, on, for, them, these, that, with, again, here, to, at, one,
    another, any, below, now, manually, settings, preferences, me, us
    """
  private static let courtesies: Phrases = """
    please, now, then, just, and, simply, or, to continue, first, you must/should, you need/have to, don't forget to,
    remember to, be/make sure to
    """
  /// Phrases that ask for no act, or for one away from the app.
  private static let patience: Phrases = """
    wait, hold, be, note, stay, bear, keep, do, don't, accept, forgive, excuse, enjoy, leave, plug, unplug, connect,
    charge, arrive, insert, stand, remember, take, come, bring, help, consider, have, make
    """

  /// The words that tell people what to do: a gesture, or a clause with a verb at its head and its object.
  private static func order(in text: WrittenText) -> String? {
    var next = 0
    for index in text.words.indices where index >= next && opensClause(index, of: text) {
      var head = index
      while let courtesy = courtesies.match(text.words, at: head) { head = courtesy.upperBound }
      next = head + 1
      guard head < text.words.count, !text.words[head].has(.quoted) else { continue }
      let isAsked = head > index && text.words[head - 1].key == "please"
      guard isOrder(at: head, of: text, isAsked: isAsked) else { continue }
      let end = text.words[(head + 1)...].firstIndex { $0.has(.opensSentence) } ?? text.words.count
      return text.string(of: head..<end)
    }
    return nil
  }

  private static func opensClause(_ index: Int, of text: WrittenText) -> Bool {
    text.words[index].has(.opensSentence) || text.words[index].has(.opensClause)
      || text.words[index].key == "please" || text.gap(before: index).contains(",")
  }

  private static func isOrder(at head: Int, of text: WrittenText, isAsked: Bool) -> Bool {
    let words = text.words
    let verb = verbs.match(words, at: head)
    let end = verb?.upperBound ?? head + 1
    guard end < words.count, !words[end].has(.opensSentence), !words[end].has(.hyphenated),
      !words[end].has(.opensClause)
    else { return false }
    // Install Failed, Add Torrent Failed: the verb is a noun here, or a name.
    let rest = words[end...].prefix(4).prefix { !$0.has(.opensSentence) }
    if rest.contains(where: { outcomes.contains($0) }) || words[end].key.hasSuffix("ed") { return isAsked }
    return verb != nil || isAsked && !patience.contains(words[head])
      // Open uploads to resolve.
      || ambiguous.contains(words[head]) && (objects.contains(words[end]) || rest.contains { $0.key == "to" })
  }

  private static let outcomes: Phrases = """
    failed, error, complete, completed, is, was, has, available, mode, successful, attempt, request, required, at
    """

  private static let orders: Phrases = "~세요/십시오/바랍니다"
  /// Courtesies, and acts away from the app.
  private static let worldly: Phrases = """
    ~기다리/기다려/마세/마십/말아/조심/주의/유의/대피/준비/충전/참고/양해/이해/취하/일어나/쉬/휴식/건강/행복/즐/보내/함께/방문/들러/출발/탑승/착용,
    ~챙기/수령/전원을/어댑터를/충전기를/기억/기대/감사/축하/드세/되세/계세/힘내/도와/만나/운동/환기/마셔/걸어/잊지/받으/안녕/어떠/복용/봐주
    """
  /// The number of letters before an ending that are searched for an act away from the screen.
  private static let reach = 9

  private static func orderInKorean(in text: WrittenText) -> String? {
    guard let korean = text.korean else { return nil }
    var start = 0
    while let order = orders.piece(in: korean, from: start) {
      let deed = korean.letters[max(start, order.lowerBound - reach)..<order.upperBound]
      if worldly.piece(in: KoreanLetters(Array(deed))) == nil { return text.words(around: order, of: korean) }
      start = order.upperBound
    }
    return nil
  }
}

/// "Use an alert — not a notification — to display an error message."
enum ContentErrorAlert: AdviceRule {
  static let name = "content.errorAlert"
  private static let failures: Phrases = """
    failed, failure, failures, error, errors, unable to, could/can not, couldn't, cannot, can't, aborted, crashed,
    corrupt, corrupted, invalid, incorrect, timed out, not responding/found, went wrong, denied, declined, connection
    refused/lost, was rejected/refused, unsuccessful, unexpectedly, stopped working, problem with, not enough space,
    disk full, disk is full, out of memory, wrong password, ~실패/오류/에러/손상/비정상/연결이끊/끊어졌/끊겼/중단되었/중단됨/거부되/거절되/잘못되/잘못된,
    ~수없습니다/수없음/수없어/못했습니다/못함/못했어/문제가발생/문제가생/응답하지않/올바르지않/유효하지않/일치하지않
    """
  /// No Errors, 0 Errors, Trial and Error, Heart Failure.
  private static let exceptions: Phrases =
    "no, zero, 0, without, any, and, heart, kidney, last, of, if, when, never"
  private static let exceptionsInKorean: Phrases = "~오류없/오류가없/실패없/실패할/배터리"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content where !text.text.hasSuffix("?") && !advice.has(TitleError.self, field)
    {
      guard let part = failure(in: text, draft.language) else { continue }
      return advice.add(self, field, .errorBelongsInApp, part: part)
    }
  }

  private static func failure(in text: WrittenText, _ language: WrittenLanguage) -> String? {
    switch language {
    case .korean: return text.has(exceptionsInKorean) ? nil : text.part(of: failures)
    // In other languages, English words are quoted output of another program.
    case .other: return nil
    case .english:
      let places = text.words.indices.filter { index in
        !text.words[index].has(.quoted) && !(index > 0 && exceptions.contains(text.words[index - 1]))
      }
      return places.lazy.compactMap { failures.match(text.words, at: $0) }.first.map(text.string(of:))
    }
  }
}

/// "Avoid including sensitive, personal, or confidential information in a notification."
enum ContentSensitive: AdviceRule {
  static let name = "content.sensitive"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let (field, isCode) = draft.sensitive.first, field != "title" else { return }
    advice.add(self, field, isCode ? .codeRevealed : .textReveals)
  }
}

/// "Avoid sending multiple notifications for the same thing": 42 % and 43 % are the same event, and should share an
/// identifier.
enum ContentSimilar: AdviceRule {
  static let name = "content.similar"
  /// Codes and amounts differ only in their digits, but each is news; so are a person's own words.
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.isNearCopy, !draft.isFromPerson, !draft.isOwnReminder, draft.request?.progress == nil,
      draft.sensitive.isEmpty,
      !draft.content.contains(where: { SensitiveText.hasCurrency($0.text) })
    else { return }
    advice.add(self, draft.request?.identifier == nil ? "identifier" : "thread", .saysAlmostTheSame)
  }
}

/// "Build trust by accurately representing the urgency of each notification."
package enum UrgencyOveruse: AdviceRule {
  static let name = "urgency.overuse"
  /// The time before now, in seconds, and the most notifications that the rule looks at.
  package static let seconds: Int64 = 7 * 86_400
  package static let newest = 100
  /// The fewest notifications for which a share is meaningful.
  private static let fewest = 20

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let history = draft.history, history.all >= fewest, history.timeSensitive * 5 > history.all else {
      return
    }
    advice.add(self, "level", .urgentTooOften)
  }
}

/// "Avoid creating a custom image or component that mimics the appearance or behavior of a badge."
enum BadgeImitation: AdviceRule {
  static let name = "badge.imitation"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let badge = draft.content.first { holdsBadge($0.text) }
    if let badge { advice.add(self, badge.field, .looksLikeBadge) }
  }

  /// (3), [3] or a red dot with a number at the beginning or the end, ③, or a keycap. The second copy of a file is no badge: report (1); nor is
  /// the number of a telephone: (555) 010-2345.
  private static func holdsBadge(_ text: WrittenText) -> Bool {
    if text.scalars.prefix(3).contains("\u{20E3}") { return true }
    if [text.scalars.first, text.scalars.last].contains(where: { $0.map(isCircled) == true }) { return true }
    guard let first = text.words.first, let last = text.words.last else { return false }
    let (second, isFile) = (text.words.dropFirst().first, text.words.dropLast().last?.has(.small) == true)
    let opens =
      isCount(first) && second?.has(.hasDigit) != true
      && ["(", "[", redDot].contains(text.string(at: 0..<first.range.lowerBound).filter { $0 != " " })
    return opens
      || isCount(last) && text.tail.isEmpty && second != nil
        && text.gap(before: text.words.count - 1).filter { $0 != " " } == Array(redDot.unicodeScalars)
      || isCount(last) && second != nil && !isFile && [")", "]"].contains(text.string(at: text.tail.indices))
        && "([".unicodeScalars.contains(text.gap(before: text.words.count - 1).last ?? " ")
  }

  private static let redDot = "\u{1F534}"

  private static func isCount(_ word: Word) -> Bool { word.isNumber && word.key.count < 4 }

  private static func isCircled(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x2400 && scalar.properties.generalCategory == .otherNumber
  }
}
