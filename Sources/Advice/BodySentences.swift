import NotificationModel

/// "Use complete sentences, sentence case, and proper punctuation." English and
/// Korean, and not for what a person wrote.
enum BodySentences: AdviceRule {
  static let name = "body.sentences"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let body = draft.body, draft.request?.sender == nil, !draft.isOwnReminder else { return }
    let found: [Fault] =
      switch draft.language {
      case .english: body.words.count > 3 ? faults(of: body, in: draft) : []
      case .korean: faultsInKorean(of: body)
      case .other: []
      }
    guard !found.isEmpty else { return }
    let suggestion = corrected(body, found)
    for fault in found { advice.add(self, "body", fault.message, part: fault.part, suggestion: suggestion) }
  }

  private typealias Fault = (message: Remark.Message, part: String?)

  private static func faults(of body: WrittenText, in draft: Draft) -> [Fault] {
    var faults: [Fault] = []
    if let first = body.words.first, first.has(.small), !first.has(.mixed), !first.has(.technical),
      !first.has(.quoted)
    {
      faults.append((.bodyWithoutCapital, body.string(at: first.range)))
    }
    if !EndMarks.endsSentence(body), !BodyTruncated.hasSign(body) { faults.append((.bodyWithoutEnd, nil)) }
    if hasRepeatedMark(body) { faults.append((.bodyMarksRepeated, nil)) }
    let shouted = body.words.filter { $0.has(.shouted) && $0.range.count > 3 && !$0.has(.technical) }
    if shouted.count > 1 { faults.append((.bodyShouts, shouted.first.map { body.string(at: $0.range) })) }
    let known = [draft.title, draft.subtitle, draft.appName.text].compactMap { $0 }
    let (capital, scored) = Capitals.capitalsWithinSentences(body, known: known)
    if scored > 3, capital.count * 10 >= scored * 8 { faults.append((.bodyNotInSentenceCase, nil)) }
    return faults
  }

  /// Korean sentences have a mark at their end, too; what has no verb at its end is none.
  private static func faultsInKorean(of body: WrittenText) -> [Fault] {
    var faults: [Fault] = []
    let isSentence = body.words.count > 2 && sentenceEndings.contains { body.korean?.endsWith($0) == true }
    if isSentence, body.tail.isEmpty { faults.append((.bodyWithoutEnd, nil)) }
    if hasRepeatedMark(body) { faults.append((.bodyMarksRepeated, nil)) }
    return faults
  }
  private static let sentenceEndings = ["니다", "어요", "아요", "해요", "세요", "에요", "예요", "네요", "군요", "시오"]

  /// The body with a capital and an end, where these are all that is amiss.
  private static func corrected(_ body: WrittenText, _ faults: [Fault]) -> String? {
    let messages = faults.map(\.message)
    guard messages.allSatisfy({ [.bodyWithoutCapital, .bodyWithoutEnd, .bodyMarksRepeated].contains($0) })
    else {
      return nil
    }
    var text = messages.contains(.bodyMarksRepeated) ? withoutRepeatedMarks(body.text) : body.text
    if messages.contains(.bodyWithoutCapital) {
      // Behind a dash or a bracket it is not the first letter that needs one.
      guard body.words.first?.range.lowerBound == 0 else { return nil }
      text = text.prefix(1).uppercased() + text.dropFirst()
    }
    // Behind a colon or an address more may be to come.
    guard messages.contains(.bodyWithoutEnd) else { return text }
    guard let last = body.words.last, body.tail.isEmpty, !last.has(.technical) else { return nil }
    return text + "."
  }

  private static func withoutRepeatedMarks(_ text: String) -> String {
    var result = ""
    for character in text where !("!?".contains(character) && result.last == character) {
      result.append(character)
    }
    return result
  }

  /// Two exclamation or question marks in a row.
  private static func hasRepeatedMark(_ text: WrittenText) -> Bool {
    zip(text.bytes, text.bytes.dropFirst()).contains { first, second in
      first == second && (first == UInt8(ascii: "!") || first == UInt8(ascii: "?"))
    }
  }
}
