package import NotificationModel

/// Request permission "only when your app clearly needs access", and "at launch only when" it is "necessary for
/// your app to function".
package enum ConsentEarly: AdviceRule {
  static let name = "consent.early"
  static let milliseconds: Int64 = 10_000

  /// Whether the app was first seen so recently that people cannot know yet what it would notify about. A question is
  /// then too early if the app has neither posted nor registered anything.
  package static func isNew(_ firstSeen: Timestamp, now: Timestamp) -> Bool {
    (0...milliseconds).contains(now.milliseconds &- firstSeen.milliseconds)
  }

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.isFirstContact else { return }
    advice.add(self, "purpose", .askedTooEarly)
  }
}

/// A purpose is a short, specific, complete sentence, in sentence style, with a full stop, in the active voice.
enum ConsentPurpose: AdviceRule {
  static let name = "consent.purpose"
  static let fewestWords = 5
  static let columns = 120

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let purpose = draft.purpose, let message = fault(of: purpose, draft) else { return }
    advice.add(self, "purpose", message)
  }

  private static func fault(of purpose: WrittenText, _ draft: Draft) -> Remark.Message? {
    if purpose.columns > columns { return .purposeTooLong }
    // In other languages, too, one or two words are not a sentence, unless the language is written without blanks.
    let isShort =
      purpose.words.count < 3 && (draft.language != .other || !purpose.words.contains { $0.has(.foreign) })
    if isShort || draft.language != .other && purpose.text.last != "." {
      return .purposeNoSentence
    }
    switch draft.language {
    case .english: return faultInEnglish(of: purpose, draft)
    case .korean: return faultInKorean(of: purpose)
    case .other: return nil
    }
  }

  private static let vague: Phrases = """
    stuff, things, better/best/possible/user/your experience, something, everything, anything, all kinds, improve your,
    and more, stay connected, stay up to date, keep you informed/updated, various, information, send you notifications,
    for notifications, to function/work, relevant/other content,
    ~다양한/여러가지/더나은/각종/유용한/좋은경험/최고의/편리한/원활한/이것저것/알림을허용/알림을켜/알림켜
    """
  private static let be: Phrases = "is, are, was, were, be, been, being, get, gets"
  private static let participles: Phrases = "sent, shown, told, given, used, made, kept, seen, brought"
  private static let subordinators: Phrases = """
    when, whenever, if, that, which, who, while, until, because, before, after, once
    """

  private static func faultInEnglish(of purpose: WrittenText, _ draft: Draft) -> Remark.Message? {
    let words = purpose.words
    let (capital, scored) = Capitals.capitalsWithinSentences(purpose, known: [draft.appName.text])
    let isSentence = words.count >= fewestWords && !(words[0].has(.small) && !words[0].has(.mixed))
    if !isSentence || scored >= 3 && capital.count * 2 > scored { return .purposeNoSentence }
    // In a clause after "when", the agent of a passive does not matter.
    let main = 0..<(words.indices.dropFirst().first { subordinators.contains(words[$0]) } ?? words.count)
    let isPassive = main.dropLast().contains { index in
      let next = words[index + 1]
      return be.contains(words[index])
        && (participles.contains(next) || next.key.count > 4 && next.key.hasSuffix("ed"))
    }
    if isPassive { return .purposePassive }
    return vague.first(in: words, within: main) != nil ? .purposeVague : nil
  }

  private static func faultInKorean(of purpose: WrittenText) -> Remark.Message? {
    let isSentence = ["다.", "요."].contains { purpose.korean?.endsWith($0) == true }
    if !isSentence { return .purposeNoSentence }
    if purpose.holds(vague) { return .purposeVague }
    return purpose.korean?.endsWith("됩니다.") == true ? .purposePassive : nil
  }
}

/// "Write body text that succinctly describes the notification content without revealing too many details, like
/// “Friend request,” “New comment,” “Reminder,” or “Shipment.” Use sentence-style capitalization."
enum HiddenPreviewWording: AdviceRule {
  static let name = "hiddenPreview.wording"
  static let words = 5
  static let columns = 36

  /// Words that describe nothing.
  private static let empty: Phrases = """
    notification, notifications, hidden, private, content, new, alert, preview, text, body, 알림, 숨김, 비공개, 내용, 새, 숨겨진
    """
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let preview = draft.hiddenPreview else { return }
    if preview.words.count > words || preview.columns > columns {
      advice.add(self, draft.hiddenPreviewField, .previewTooLong)
    } else if preview.words.allSatisfy(empty.contains) {
      advice.add(self, draft.hiddenPreviewField, .previewSaysNothing)
    } else if reveals(preview, of: draft) {
      advice.add(self, draft.hiddenPreviewField, .previewReveals)
    } else if draft.language == .english, departsFromSentenceStyle(preview, of: draft) {
      advice.add(self, draft.hiddenPreviewField, .previewNotInSentenceStyle)
    }
  }

  private static func departsFromSentenceStyle(_ preview: WrittenText, of draft: Draft) -> Bool {
    let known = [draft.appName.text] + draft.textsWithNames
    return !Capitals.capitalsWithinSentences(preview, known: known).capital.isEmpty
      || preview.text.last == "."
      || preview.words[0].has(.small) && preview.words[0].traits.isDisjoint(with: [.mixed, .technical])
      || preview.words.contains { $0.has(.shouted) && $0.range.count > 4 }
  }

  /// Whether the preview has numbers, secrets, or names of the notification. A count is no secret: 3 new messages,
  /// 새 메시지 3개.
  private static func reveals(_ preview: WrittenText, of draft: Draft) -> Bool {
    let names = (draft.request?.sender.map { [WrittenText($0.name)] } ?? []) + draft.textsWithNames
    let named = Set(names.flatMap(\.words).filter { $0.has(.capitalised) }.map(\.key))
    return SensitiveText.isIn(preview)
      || preview.words.enumerated().contains { index, word in
        word.has(.hasDigit) && !(index == 0 && word.isNumber) && !"개건통".contains(word.key.last ?? " ")
          || index > 0 && word.has(.capitalised) && !word.has(.shouted) && named.contains(word.key)
            && draft.language == .english
      }
  }
}
