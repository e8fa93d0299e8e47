import NotificationModel

/// "Use complete sentences, sentence case, and proper punctuation." English only, and not for what a person
/// wrote.
enum BodySentences: AdviceRule {
  static let name = "body.sentences"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.language == .english, let body = draft.body, draft.request?.sender == nil,
      body.words.count > 3, let message = fault(of: body, in: draft)
    else { return }
    advice.add(self, "body", message)
  }

  private static func fault(of body: WrittenText, in draft: Draft) -> Remark.Message? {
    if let first = body.words.first, first.has(.small), !first.has(.mixed), !first.has(.technical),
      !first.has(.quoted)
    {
      return .bodyWithoutCapital
    }
    if !EndMarks.endsSentence(body) && !BodyTruncated.hasSign(body) {
      return .bodyWithoutEnd
    }
    if hasRepeatedMark(body) { return .bodyMarksRepeated }
    let shouted = body.words.filter { $0.has(.shouted) && $0.range.count > 3 && !$0.has(.technical) }
    if shouted.count > 1 { return .bodyShouts }
    let known = [draft.title, draft.subtitle, draft.appName.text].compactMap { $0 }
    let (capital, scored) = Capitals.capitalsWithinSentences(body, known: known)
    if scored > 3, capital.count * 10 >= scored * 8 { return .bodyNotInSentenceCase }
    return nil
  }

  /// Two exclamation or question marks in a row.
  private static func hasRepeatedMark(_ text: WrittenText) -> Bool {
    zip(text.bytes, text.bytes.dropFirst()).contains { first, second in
      first == second && (first == UInt8(ascii: "!") || first == UInt8(ascii: "?"))
    }
  }
}
