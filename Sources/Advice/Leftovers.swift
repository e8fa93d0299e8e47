import NotificationModel

/// Texts are in the words of the people who read them: not a gap that a program has not filled, the name of an exception,
/// or the number of an error. People's own words are left alone, since they may be about programs.
enum ContentTechnical: AdviceRule {
  static let name = "content.technical"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content + draft.buttons.map({ ($0.titleField, $0.title) }) {
      if let gap = Gaps.first(in: text, draft.language) {
        advice.add(self, field, .textHasGap, part: gap)
      } else if let part = technicalPart(of: text) {
        advice.add(self, field, .textIsTechnical, part: part)
      }
    }
  }

  private static let phrases: Phrases = """
    errno, enoent, eacces, econnrefused, econnreset, etimedout, ehostunreach, enospc, traceback most, stack trace,
    stacktrace, segmentation fault, core dumped, null pointer, uncaught/unhandled exception/error
    """
  private static let packages: Phrases = "java, javax, kotlin, kotlinx"

  private static func technicalPart(of text: WrittenText) -> String? {
    if let run = phrases.first(in: text.words) { return text.string(of: run) }
    let word = text.words.indices.first { index in
      let word = text.words[index]
      let isPackage =
        packages.contains(word) && word.has(.small) && index + 1 < text.words.count
        && text.gap(before: index + 1).elementsEqual(["."])
      return isPackage || isErrorNumber(word, in: text) || isException(word, in: text)
    }
    return word.map { text.run(around: text.words[$0].range) }
  }

  /// 0x80070005, in Korean with a particle. A longer number is an address of a chain of blocks, which people know, also
  /// without its middle: 0x71C7…976F.
  private static func isErrorNumber(_ word: Word, in text: WrittenText) -> Bool {
    let behind = text.scalars[word.range.upperBound...]
    guard word.key.hasPrefix("0x"), behind.first != "…", !behind.starts(with: "...".unicodeScalars) else {
      return false
    }
    let rest = word.key.dropFirst(2)
    let digits = rest.prefix(while: \.isHexDigit)
    return (4...16).contains(digits.count) && rest.dropFirst(digits.count).first?.isASCII != true
  }

  /// NullPointerException, TypeError: a capital within a word, or after other capitals.
  private static func isException(_ word: Word, in text: WrittenText) -> Bool {
    ["exception", "error"].contains { ending in
      word.key.hasSuffix(ending) && word.key.utf8.count > ending.utf8.count
        && text.scalars[word.range.upperBound - ending.utf8.count].letterCase == .capital
        && text.scalars[word.range.upperBound - 1].letterCase == .small
    }
  }
}

/// Places in a text that a program was to fill with a name or a number.
private enum Gaps {
  static func first(in text: WrittenText, _ language: WrittenLanguage) -> String? {
    for start in text.scalars.indices {
      if let gap = gap(at: start, in: text.scalars) { return text.string(at: gap) }
    }
    return language == .other ? nil : valueWord(in: text, language).map(text.string(of:))
  }

  private static func gap(at start: Int, in scalars: [Unicode.Scalar]) -> Range<Int>? {
    switch scalars[start] {
    case "%": return format(at: start, in: scalars).map { start..<$0 }
    case "{":
      let hasSign = start > 0 && "$#%".unicodeScalars.contains(scalars[start - 1])
      return braces(at: start, hasSign: hasSign, in: scalars).map { (hasSign ? start - 1 : start)..<$0 }
    case "[", "(", "<":
      let found = written.first { scalars[start...].starts(with: $0.unicodeScalars) }
      return found.map { start..<(start + $0.unicodeScalars.count) }
    default: return nil
    }
  }
  private static let written = [
    "[object Object]", "(null)", "(nil)", "(undefined)", "<null>", "<nil>", "<undefined>",
  ]

  private static func isWritten(_ scalar: Unicode.Scalar) -> Bool { scalar.isPartOfWord && !scalar.isHangul }

  /// The end of `%s`, `%1$s`, `%.2f`, `%ld`, `%(name)s` or `%!s(`. An address has %20, a sum 50%, a command +%s.
  private static func format(at start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    if start > 0, isWritten(scalars[start - 1]) || "%/+\\".unicodeScalars.contains(scalars[start - 1]) {
      return nil
    }
    let rest = scalars[(start + 1)...]
    if rest.first == "!" { return rest.dropFirst(2).first == "(" ? start + 4 : nil }
    var end = start + 1
    if rest.first == "(" {
      guard let close = rest.prefix(longest).firstIndex(of: ")") else { return nil }
      end = close + 1
    }
    while end < scalars.count, end - start < longest,
      scalars[end].isDigit || "$.-l".unicodeScalars.contains(scalars[end])
    {
      end += 1
    }
    guard end < scalars.count, "sdiuf@".unicodeScalars.contains(scalars[end]) else { return nil }
    return end + 1 < scalars.count && isWritten(scalars[end + 1]) ? nil : end + 1
  }

  /// The end of `{name}`, `{0}`, `{{ name }}` or `${x}`. A formula has \frac{a} and x_{2}, a set {a}.
  private static func braces(at start: Int, hasSign: Bool, in scalars: [Unicode.Scalar]) -> Int? {
    if start > 0, isWritten(scalars[start - 1]) || "\\_^".unicodeScalars.contains(scalars[start - 1]) {
      return nil
    }
    let isDouble = start + 1 < scalars.count && scalars[start + 1] == "{"
    let begin = isDouble ? start + 2 : start + 1
    guard begin < scalars.count, let close = scalars[begin...].prefix(longest).firstIndex(of: "}") else {
      return nil
    }
    let name = scalars[begin..<close].filter { !(isDouble && $0.isBlank) }
    let isName = name.allSatisfy { $0.isPartOfWord || "_.-$".unicodeScalars.contains($0) }
    guard isName, name.count > 1 || name.first?.isDigit == true || !name.isEmpty && (isDouble || hasSign)
    else { return nil }
    guard isDouble else { return close + 1 }
    return close + 1 < scalars.count && scalars[close + 1] == "}" ? close + 2 : nil
  }
  private static let longest = 40

  /// The programs' word for a missing value, in the place of a name: null liked your photo. It can also be a word of the
  /// language: the offer is null and void, an undefined number, two to nil.
  private static func valueWord(in text: WrittenText, _ language: WrittenLanguage) -> Range<Int>? {
    let index = text.words.indices.first { index in
      let word = text.words[index]
      guard values.contains(word), !word.has(.quoted), stands(word, aloneIn: text) else { return false }
      let next = index + 1 < text.words.count ? text.words[index + 1] : nil
      if word.key == "nan" { return word.has(.mixed) && next?.key != "bread" }
      guard word.has(.small), next.map(terms.contains) != true else { return false }
      if language == .korean { return next.map(isTerm) != true }
      if word.has(.opensSentence) || next.map(verbs.contains) == true { return true }
      guard word.key != "nil" else { return false }
      let isLast = next == nil || word.has(.closesSentence) || text.gap(before: index + 1).contains(",")
      return word.has(.opensClause) || isLast && index > 0 && !complemented.contains(text.words[index - 1])
    }
    return index.map { $0..<($0 + 1) }
  }
  private static let values: Phrases = "null, undefined, nil, nan"
  private static let terms: Phrases = """
    and, or, void, hypothesis, island, modem, pointer, value, values, byte, result, results, set, field, fields,
    variable, variables, behavior, behaviour, device
    """
  private static let verbs: Phrases = """
    is, was, has, have, will, liked, likes, commented, shared, sent, invited, joined, left, mentioned, follows, followed,
    wants, uploaded, replied
    """
  private static let complemented: Phrases = """
    a, an, the, is, are, was, were, be, been, not, or, and, as, of, to, than, returned, declared, rendered, remains,
    became, becomes, still
    """

  private static func isTerm(_ word: Word) -> Bool {
    ["값", "포인터", "문자"].contains(where: word.key.hasPrefix)
  }

  /// Whether the word is no part of a path, a name or an expression: /dev/null, nullable.
  private static func stands(_ word: Word, aloneIn text: WrittenText) -> Bool {
    let (start, end) = (word.range.lowerBound, word.range.upperBound)
    if start > 0, "/._-\\\"'`".unicodeScalars.contains(text.scalars[start - 1]) { return false }
    guard end < text.scalars.count else { return true }
    if "_-/\\=(\"'`".unicodeScalars.contains(text.scalars[end]) { return false }
    return !".:".unicodeScalars.contains(text.scalars[end])
      || end + 1 == text.scalars.count || !text.scalars[end + 1].isPartOfWord
  }
}

/// "Don’t truncate your message — the system does this automatically when necessary." Three dots can be meant, as in
/// Loading…: only those that follow a part of a word or of a sentence, or stand for the rest of a text, are a cut.
enum ContentCut: AdviceRule {
  static let name = "content.cut"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, text) in draft.content {
      guard let last = cut(text, in: draft) else { continue }
      advice.add(self, field, .textIsCut, part: text.string(at: last..<text.scalars.count))
    }
  }

  /// The place of the last word before the dots, if they are a cut.
  private static func cut(_ text: WrittenText, in draft: Draft) -> Int? {
    guard let dots = lastDots(of: text),
      let index = text.words.lastIndex(where: { $0.range.upperBound <= dots.lowerBound })
    else { return nil }
    let last = text.words[index]
    let between = text.scalars[last.range.upperBound..<dots.lowerBound]
    let opener = between.last { !$0.isBlank }
    let after = text.scalars[dots.upperBound...].filter { !$0.isBlank }
    let place = last.range.lowerBound
    // […] and (…) stand for the rest.
    if opener == "[" && after == ["]"] || opener == "(" && after == [")"] { return place }
    let isLong = index + 1 > fewestWords
    let rest = WrittenText(text.string(at: dots.upperBound..<text.scalars.count))
    if isLong, rest.isOne(of: offers) { return place }
    guard after.isEmpty, between.allSatisfy(\.isBlank), !draft.isFromPerson, !draft.isOwnReminder,
      draft.request?.progress == nil, !last.has(.quoted), !last.has(.hasDigit)
    else { return nil }
    let start = text.words[...index].lastIndex { $0.has(.opensSentence) } ?? 0
    let sentence = text.words[start...index]
    let isCut =
      switch draft.language {
      case .english: isCutInEnglish(sentence, isBroad: text.columns >= broadColumns)
      case .korean: isCutInKorean(sentence, of: text)
      case .other: false
      }
    return isCut ? place : nil
  }

  /// The last three dots of a text, which at most a few words follow.
  private static func lastDots(of text: WrittenText) -> Range<Int>? {
    let scalars = text.scalars
    let first = max(0, scalars.count - mostBehind)
    guard let end = scalars[first...].lastIndex(where: { $0 == "…" || $0 == "." }) else { return nil }
    if scalars[end] == "…" { return end..<(end + 1) }
    let start = scalars[..<end].lastIndex { $0 != "." }.map { $0 + 1 } ?? 0
    return end - start >= 2 ? start..<(end + 1) : nil
  }
  private static let mostBehind = 24
  private static let fewestWords = 4
  /// Columns of a text that is broader than a note that work goes on.
  private static let broadColumns = 80
  private static let broadColumnsInKorean = 40
  private static let manyWords = 8

  private static let offers: Phrases = """
    more, read/see/show/view more, read on, continue reading, see/view/show all, full text/story/message/article, 더보기, 더
    보기, 전체 보기, 전체보기, 자세히 보기, 자세히보기, 계속 읽기, 전문 보기
    """
  /// Words after which an English sentence goes on.
  private static let open: Phrases = """
    the, a, an, of, and, with, your, my, our, their, his, its, from, into, than, are, was, were, has, have, will, would,
    because, or, which, between, these, as, if, when, be, can, should
    """
  /// Words of two letters, measures, and words without a vowel.
  private static let short: Phrases = """
    am, an, as, at, be, by, do, go, he, hi, id, if, in, is, it, me, my, no, of, oh, ok, on, or, so, to, tv, uh, um,
    up, us, we, ad, pc, pm, ms, kb, mb, gb, tb, km, cm, mm, kg, ml, hz, ah, eh, er, ex, hm, hmm, mmm, shh, psst, tsk, pts,
    hrs, min, mins, lbs, kph, mph, dvd, html, http, pdf, usb, cpu, gpu, ssd, mr, mrs, dr, st, vs, jr, sr, etc, gym, ly
    """

  private static func isCutInEnglish(_ sentence: ArraySlice<Word>, isBroad: Bool) -> Bool {
    guard let first = sentence.first, let last = sentence.last, sentence.count >= fewestWords else {
      return false
    }
    // Work that goes on: Waiting for…, Please wait until…
    if first.key.hasSuffix("ing") || first.key == "please" { return false }
    return open.contains(last) || isBroad && sentence.count >= manyWords || isPart(last)
  }

  /// A part of a word: `ha`, `thr`.
  private static func isPart(_ word: Word) -> Bool {
    guard word.has(.small), word.traits.isDisjoint(with: [.mixed, .foreign, .technical, .hyphenated]) else {
      return false
    }
    let hasVowel = word.key.unicodeScalars.contains { "aeiouy".unicodeScalars.contains($0) }
    return (2...4).contains(word.range.count) && (word.range.count == 2 || !hasVowel) && !short.contains(word)
  }

  /// The last letters of a sentence, of a note in a noun's form, and of work under way.
  private static let ends = Set("다요까죠네지음임함됨기중료전후".unicodeScalars)

  private static func isCutInKorean(_ sentence: ArraySlice<Word>, of text: WrittenText) -> Bool {
    guard let last = sentence.last, sentence.count >= fewestWords else { return false }
    let letter = text.scalars[last.range.upperBound - 1]
    return text.columns >= broadColumnsInKorean && letter.isHangul && !ends.contains(letter)
  }
}

/// "Use terms like scan and hold near instead of tap and touch", and "avoid referring to technical, developer-oriented
/// terms like NFC … and tag". Either word alone can mean something else: a price tag, the NFC North.
enum ContentScan: AdviceRule {
  static let name = "content.scan"
  private static let phrases: Phrases = """
    nfc tag/tags/sticker/stickers/chip/label, scan/read/touch/tap nfc, scan/read/touch/tap/hold a/an/the nfc,
    scan a/the/this/your/another tag, tag scanned/detected/discovered, touch/tap the/a tag,
    tap/touch your/the phone/device/card/watch/badge to/on/onto/against/at, tap/touch your/the phone/device/card/watch/badge here/again,
    ~NFC태그/NFC스티커/NFC를스캔/NFC를읽/NFC를터치/태그를스캔/태그를읽/태그를터치/태그에터치/태그를탭/태그에탭/태그가스캔/태그가인식,
    ~휴대폰을터치/휴대폰을탭/휴대폰을태그/기기를터치/기기를탭/기기를태그/스마트폰을터치/스마트폰을태그/카드를터치/카드를태그/카드를탭
    """
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      guard let part = text.part(of: phrases) else { continue }
      advice.add(self, field, .scanInOtherWords, part: part)
    }
  }
}
