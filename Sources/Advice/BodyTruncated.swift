/// "Don’t truncate your message — the system does this automatically when necessary."
enum BodyTruncated: AdviceRule {
  static let name = "body.truncated"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content {
      let isCut =
        hasBracket(text) || trailsOff(text) && !isUnderWay(text, draft)
        || CutWords.endsWithin(text, draft.language)
      guard isCut else { continue }
      let last = text.words.last.map { text.string(at: $0.range.lowerBound..<text.bytes.count) }
      advice.add(self, field, .textCutOff, part: last)
    }
  }

  /// What apps put behind a text that they have cut.
  private static let ends = ["...", "…"]
  private static let cuts = ends.map { Array($0.utf8) }
  /// The same in brackets, which a hint or an address may follow.
  private static let brackets = [
    "(more)", "[...]", "[…]", "(…)", "(...)", "(더보기)", "(더 보기)", "(전체 보기)", "(이하 생략)",
  ].map { Array($0.utf8) }

  static func hasSign(_ text: WrittenText) -> Bool { hasBracket(text) || trailsOff(text) }

  private static func trailsOff(_ text: WrittenText) -> Bool {
    let tail = text.tail
    // Whatever ends a cut text has more than one byte.
    return !text.words.isEmpty && tail.count > 1 && cuts.contains { tail.hasEnd($0) }
  }

  /// What is under way has three dots by custom, and so has a request to wait: Syncing Photos… People trail off. Nobody
  /// cuts a text that is short already.
  private static func isUnderWay(_ text: WrittenText, _ draft: Draft) -> Bool {
    if text.columns < CutWords.columns || draft.request?.progress != nil { return true }
    let start = text.words.lastIndex { $0.has(.opensSentence) } ?? 0
    let last = start..<text.words.count
    // Two words of a sentence are none that was cut.
    if last.count < 3 || waiting.first(in: text.words, within: last) != nil { return true }
    return text.bytes[text.words[start].range].suffix(3).elementsEqual("ing".utf8)
      || text.holds(waitingInKorean)
  }

  /// Words for waiting, and for what goes on.
  private static let waiting: Phrases = [
    "wait", "moment", "progress", "warten", "patienter", "attendez", "cours", "attendere",
    "attendi",
    "corso", "espere", "espera", "curso", "aguarde", "aguarda", "andamento", "wachten", "wacht", "bezig",
    "ogenblik", "geduld", "augenblick",
    "vänta",
    "vent", "venter", "odota", "odottakaa", "czekać", "poczekaj", "czekaj", "počkejte", "čekejte", "čakajte",
    "várjon", "kérem", "подождите", "ждите", "зачекайте", "περιμένετε", "bekleyin", "tunggu", "așteptați",
  ]
  private static let waitingInKorean: Fragments = ["기다", "잠시만", "~하는 중", "~중입니다"]

  private static func hasBracket(_ text: WrittenText) -> Bool {
    guard text.bytes.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }) else {
      return false
    }
    return text.bytes.indices.contains { start in
      let rest = text.bytes[start...]
      return (rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "["))
        && brackets.contains { rest.starts(with: $0) }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasEnd(_ end: [UInt8]) -> Bool {
    count >= end.count && suffix(end.count).elementsEqual(end)
  }
}
