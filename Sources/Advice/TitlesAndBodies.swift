import NotificationModel

/// "Prefer brief titles that people can read at a glance."
enum TitleBrief: AdviceRule {
  static let name = "title.brief"
  /// Columns of a terminal's font. The specification of desktop notifications says 40; a few more still make one line.
  static let columns = 50

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, title.columns > columns else { return }
    advice.add(self, "title", .titleTooLong)
  }
}

/// A one-word title such as "Error" explains nothing; alerts should avoid the word anywhere.
enum TitleError: AdviceRule {
  static let name = "title.error"
  private static let nouns: Phrases = """
    error, errors, warning, failure, failed, alert, oops, problem, fault, exception, critical, fatal, issue, crash,
    sorry, danger, caution, wrong, 오류, 에러, 경고, 실패, 문제, 주의, 장애, 위험, 예외
    """
  private static let companions: Phrases = """
    an, a, the, occurred, has, system, unknown, general, unexpected, detected, internal, application, app, something,
    went, uh, oh, found, encountered, 발생, 알, 수, 없는, 시스템, 오류가, 문제가, 발생했습니다, 알림, 치명적, 심각한, 내부
    """

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, !draft.isFromPerson, title.has(nouns),
      title.words.allSatisfy({ nouns.contains($0) || companions.contains($0) })
    else { return }
    advice.add(self, "title", .titleSaysOnlyWrong)
  }
}

/// "If you can only provide a generic title for a noncommunication notification — like New Document — it can be
/// better to let the system display your app name instead."
enum TitleGeneric: AdviceRule {
  static let name = "title.generic"
  /// Titles that end with these could be any app's, unless a word before them says more.
  private static let lastWords: Phrases = """
    message, messages, document, item, event, file, update, updates, info, information, news, notice, attention, note,
    announcement, status, reminder, email, mail, alert, success, hello, welcome, 알림, 메시지, 문서, 소식, 안내, 공지, 공지사항, 업데이트,
    정보, 이벤트, 글
    """
  private static let companions: Phrases = """
    new, important, latest, your, you, have, a, an, the, one, system, general, received, app, unread, recent, 새, 새로운,
    읽지, 않은, 중요, 중요한, 시스템, 일반, 앱, 신규, 개의
    """
  /// Generic after any word.
  private static let alwaysLast: Phrases = "notification, notifications"
  private static let mostWords = 3

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, draft.request?.sender == nil, let last = title.words.last,
      !title.text.hasSuffix("?"), !advice.has(ContentAppName.self, "title")
    else { return }
    let others = title.words.dropLast()
    let isGeneric =
      alwaysLast.contains(last) && title.words.count <= mostWords
      // A count of notifications says nothing, a count of messages does.
      || lastWords.contains(last)
        && others.allSatisfy { companions.contains($0) || last.key == "알림" && $0.has(.hasDigit) }
    if isGeneric { advice.add(self, "title", .titleFitsAny) }
  }
}

/// "Create a short title if it provides context for the notification content."
enum TitleRedundant: AdviceRule {
  static let name = "title.redundant"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let body = draft.body, !draft.isFromPerson,
      !advice.has(ContentAppName.self, "title"), !advice.has(TitleError.self, "title"),
      !advice.has(TitleGeneric.self, "title")
    else { return }
    let said = Set(Stems.all(in: title.words[...]))
    let end = body.words.firstIndex { $0.has(.closesSentence) } ?? body.words.count - 1
    let first = Set(Stems.all(in: body.words.prefix(end + 1)))
    // A first sentence with half as many word stems again has news of its own.
    guard !said.isEmpty, said.isSubset(of: first), first.count - said.count <= said.count / 2 else { return }
    advice.add(self, "title", .titleSaysTheSame)
  }
}

/// "Use title-style capitalization" for titles. English only, and not for titles that a person wrote.
enum TitleCase: AdviceRule {
  static let name = "title.case"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let first = departures(of: title, in: draft).first else { return }
    let corrected = corrected(title, of: draft)
    let suggestion = TitlePunctuation.stripped(corrected, of: draft) ?? corrected.text
    advice.add(
      self, "title", .titleNotInTitleStyle, part: title.string(at: title.words[first].range),
      suggestion: suggestion == title.text ? nil : suggestion)
  }

  /// The title with the departures from title style corrected.
  static func corrected(_ title: WrittenText, of draft: Draft) -> WrittenText {
    Capitals.titled(title, at: departures(of: title, in: draft)).map(WrittenText.init) ?? title
  }

  private static func departures(of title: WrittenText, in draft: Draft) -> [Int] {
    guard draft.language == .english, !draft.isFromPerson, !draft.isOwnReminder, !namesWork(draft) else {
      return []
    }
    return Capitals.departuresFromTitleStyle(title)
  }

  /// Whether the title is that of a work, such as a song, in the spelling of its author: the buttons are those of a
  /// player.
  private static func namesWork(_ draft: Draft) -> Bool {
    draft.buttons.contains { $0.action.icon?.hasPrefix("media-") == true || $0.title.isOne(of: skips) }
      || draft.body?.words.first?.key == "by"
  }
  private static let skips: Phrases =
    "next, previous, skip, pause, play, next track, previous track, play pause"
}

/// "Use title-style capitalization and no ending punctuation." English and Korean.
enum TitlePunctuation: AdviceRule {
  static let name = "title.punctuation"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, draft.language != .other, !advice.has(ContentCut.self, "title"),
      stripped(title, of: draft) != nil
    else { return }
    advice.add(
      self, "title", .titlePunctuated, suggestion: stripped(TitleCase.corrected(title, of: draft), of: draft))
  }

  /// The title without its end marks; `nil` if it has no end marks, or may have them.
  static func stripped(_ title: WrittenText, of draft: Draft) -> String? {
    // A person's own words, such as the subject of a mail, may ask or exclaim.
    let isOwn = draft.isFromPerson || draft.isOwnReminder
    if isOwn, let last = title.scalars.last, "?？!！".unicodeScalars.contains(last) { return nil }
    return EndMarks.stripped(title)
  }
}

/// "Avoid including potentially sensitive information in the notification’s title."
enum TitleSensitive: AdviceRule {
  static let name = "title.sensitive"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.sensitive.contains(where: { $0.field == "title" }) else { return }
    advice.add(self, "title", .titleReveals)
  }
}

/// "Write succinct, easy-to-read notification content."
enum BodyConcise: AdviceRule {
  static let name = "body.concise"
  /// Columns, as for titles: more than about four lines of a banner.
  static let columns = 240

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let body = draft.body, body.columns > columns else { return }
    advice.add(self, "body", .bodyTooLong)
  }
}

/// "Use complete sentences, sentence case, and proper punctuation." English and Korean, and not a person's own words.
enum BodySentences: AdviceRule {
  static let name = "body.sentences"
  private typealias Fault = (message: Remark.Message, part: String?)

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let body = draft.body, draft.request?.sender == nil, !draft.isOwnReminder else { return }
    let found: [Fault] =
      switch draft.language {
      case .english: body.words.count > 3 ? faults(of: body, in: draft) : []
      case .korean: faultsInKorean(of: body)
      case .other: []
      }
    for (message, part) in found { advice.add(self, "body", message, part: part) }
  }

  private static func faults(of body: WrittenText, in draft: Draft) -> [Fault] {
    var faults: [Fault] = []
    if let first = body.words.first, first.has(.small),
      first.traits.isDisjoint(with: [.mixed, .technical, .quoted])
    {
      faults.append((.bodyWithoutCapital, body.string(at: first.range)))
    }
    // After an address or the name of a file, a full stop would be read as a part of it.
    let last = body.words.last
    if !EndMarks.endsSentence(body), last?.has(.technical) == false || last?.has(.hasDigit) == true {
      faults.append((.bodyWithoutEnd, nil))
    }
    if hasRepeatedMark(body) { faults.append((.bodyMarksRepeated, nil)) }
    let shouted = body.words.filter { $0.has(.shouted) && $0.range.count > 3 && !$0.has(.technical) }
    if shouted.count > 1 { faults.append((.bodyShouts, body.string(at: shouted[0].range))) }
    let known = draft.content.filter { $0.field != "body" }.map(\.text) + [draft.appName.text]
    let (capital, scored) = Capitals.capitalsWithinSentences(body, known: known)
    if scored > 3, capital.count * 10 >= scored * 8 { faults.append((.bodyNotInSentenceCase, nil)) }
    return faults
  }

  /// Korean sentences have a mark at their end, too. A text without a verb at its end is not a sentence.
  private static func faultsInKorean(of body: WrittenText) -> [Fault] {
    let isSentence = body.words.count > 2 && sentenceEndings.contains { body.korean?.endsWith($0) == true }
    return (isSentence ? [(.bodyWithoutEnd, nil)] : [])
      + (hasRepeatedMark(body) ? [(.bodyMarksRepeated, nil)] : [])
  }
  private static let sentenceEndings = ["니다", "어요", "아요", "해요", "세요", "에요", "예요", "네요", "군요", "시오"]

  /// Two exclamation or question marks in a row.
  private static func hasRepeatedMark(_ text: WrittenText) -> Bool {
    zip(text.scalars, text.scalars.dropFirst()).contains { $0 == $1 && ($0 == "!" || $0 == "?") }
  }
}
