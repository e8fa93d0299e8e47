/// Title-style and sentence-style capitalization of English.
enum Capitals {
  /// Words that style guides write small within a title; longer prepositions may be written either way.
  private static let minor: Phrases = """
    a, an, the, and, but, or, nor, for, so, yet, as, at, by, in, of, off, on, per, to, up, out, via, vs, with, from,
    into, onto, over, than, if, under, after, before, until, since, without, through, during, about, between, against,
    am, pm, de, van, von, la, le, el, del, di, da, du, der, mm, cm, km, kg, mb, gb, kb, tb, mph, kph, min, hr, hrs
    """

  /// The minor words that no style writes with a capital in the middle of a title. The others can be adverbs, and then
  /// have a capital: Sign In, Turn Off. A, An and Or are left out, since they can also be letters and names.
  private static let alwaysMinor: Phrases = "the, and, of, nor"

  /// Words that have a capital everywhere.
  private static let names: Phrases = """
    i, i'm, i'll, i've, i'd, monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march,
    april, may, june, july, august, september, october, november, december, english, bluetooth, mr, mrs, ms, dr
    """

  /// The words that title style would write with the other case; empty if the text is in title style.
  static func departuresFromTitleStyle(_ text: WrittenText) -> [Int] {
    let scored = text.words.indices.filter { isScored($0, in: text) }
    if isShouted(scored, in: text) { return scored }
    let departures = scored.filter { index in
      let word = text.words[index]
      let isInside = isInside(index, of: text)
      if word.has(.capitalised) { return isInside && alwaysMinor.contains(word) && !word.has(.shouted) }
      // Times and measures keep their small letters: 5 pm, 20 km.
      let isMeasure = index > 0 && text.words[index - 1].has(.hasDigit)
      return !(isInside || isMeasure) || !minor.contains(word)
    }
    // A single capital The belongs to a name: The Hague.
    return departures.count == 1 && text.string(at: text.words[departures[0]].range) == "The"
      ? [] : departures
  }

  private static func isInside(_ index: Int, of text: WrittenText) -> Bool {
    index > 0 && index + 1 < text.words.count && !opens(text.words[index])
  }

  private static func opens(_ word: Word) -> Bool { word.has(.opensSentence) || word.has(.opensClause) }

  /// Whether the text is all capitals, and more than acronyms.
  private static func isShouted(_ scored: [Int], in text: WrittenText) -> Bool {
    scored.allSatisfy { text.words[$0].has(.shouted) } && scored.contains { text.words[$0].range.count > 4 }
  }

  /// Whether style guides have a rule for the word: they have no rule for numbers, addresses, quotations, and names
  /// such as iPhone and tide-table.
  private static func isScored(_ index: Int, in text: WrittenText) -> Bool {
    let word = text.words[index]
    guard word.has(.capitalised) || word.has(.small) else { return false }
    if !word.traits.isDisjoint(with: [.technical, .quoted, .mixed, .hyphenated]) { return false }
    guard word.has(.small), index + 1 < text.words.count else { return true }
    let next = text.words[index + 1]
    return !(next.has(.hyphenated) && next.has(.small))
  }

  /// The title with these words in title style; `nil` if the result is not in title style.
  static func titled(_ text: WrittenText, at words: [Int]) -> String? {
    let isShouted = isShouted(text.words.indices.filter { isScored($0, in: text) }, in: text)
    var changed = ""
    var end = 0
    for index in words {
      let word = text.words[index]
      let written = text.string(at: word.range)
      let isMinor = isInside(index, of: text) && minor.contains(word)
      changed += text.string(at: end..<word.range.lowerBound)
      changed +=
        word.has(.small) || isShouted && !isMinor ? capitalised(written, isShouted) : written.lowercased()
      end = word.range.upperBound
    }
    changed += text.string(at: end..<text.scalars.count)
    return departuresFromTitleStyle(WrittenText(changed)).isEmpty ? changed : nil
  }

  private static func capitalised(_ word: String, _ isShouted: Bool) -> String {
    word.prefix(1).uppercased() + (isShouted ? word.dropFirst().lowercased() : String(word.dropFirst()))
  }

  /// `capital`: the words within sentences that have a capital without a reason. `scored`: the number of words that
  /// could have one. Acronyms are left out, and so are words that `known` writes with a capital.
  static func capitalsWithinSentences(
    _ text: WrittenText, known: [WrittenText]
  ) -> (capital: [Int], scored: Int) {
    let known = Set(known.flatMap { $0.words.filter { $0.has(.capitalised) }.map(\.key) })
    let scored = text.words.indices.filter { index in
      let word = text.words[index]
      return isScored(index, in: text) && !opens(word) && !word.has(.shouted) && !minor.contains(word)
        && !names.contains(word) && !(word.has(.capitalised) && known.contains(word.key))
    }
    return (scored.filter { text.words[$0].has(.capitalised) }, scored.count)
  }
}

/// Punctuation at the end of texts.
enum EndMarks {
  /// Abbreviations whose full stop is a part of the word.
  static let abbreviations: Phrases = """
    inc, ltd, co, corp, jr, sr, st, dr, mr, mrs, ms, no, vol, etc, dept, approx, est, ave, blvd, rd, vs, feat, ft, ed,
    pp
    """
  private static let marks = Set(".!?,;:…。！？，：；、‼⁉-–—".unicodeScalars)
  private static let stops = Set(".!?…。！？".unicodeScalars)
  private static let closings = Set(")]\"”’'»」』 \n\u{200D}".unicodeScalars)

  /// The text without its end marks; `nil` if it has no end marks, or consists of them.
  static func stripped(_ text: WrittenText) -> String? {
    var kept = text.scalars[...]
    while let last = kept.last, marks.contains(last) || last.isBlank { kept.removeLast() }
    let hasMarks = !kept.isEmpty && kept.endIndex < text.scalars.count && !endsWithAbbreviation(text)
    return hasMarks ? text.string(at: kept.indices) : nil
  }

  /// Also true for U.S. and p.m., in which each letter is a word of its own.
  private static func endsWithAbbreviation(_ text: WrittenText) -> Bool {
    guard let word = text.words.last, text.tail.elementsEqual(["."]) else { return false }
    return abbreviations.contains(word) || word.range.count == 1 && !word.has(.hasDigit)
  }

  /// Whether the text ends as a sentence does: with a mark, perhaps within brackets or quotation marks, or
  /// before emoji.
  static func endsSentence(_ text: WrittenText) -> Bool {
    text.scalars.last { !closings.contains($0) && !$0.isEmoji }.map(stops.contains) ?? false
  }
}

/// Word stems, found roughly: precise enough to tell whether two texts say the same.
enum Stems {
  private static let little: Phrases = """
    a, an, the, is, are, was, were, be, been, has, have, had, and, or, of, in, on, at, to, for, with, by, from, your,
    you, my, our, its, it, this, that, there, now, will, just, it's, you've, we, i, s, successfully, 새, 새로운
    """
  private static let englishEndings = ["ing", "ed", "es", "s", "d", "e"]
  /// Particles and endings of Korean, longest first.
  private static let koreanEndings = [
    "되었습니다", "하였습니다", "했습니다", "됐습니다", "있습니다", "습니다", "됩니다", "합니다", "입니다", "되었어요", "했어요", "됐어요", "어요",
    "아요", "이에요", "예요", "에서", "으로", "까지", "부터", "이", "가", "을", "를", "은", "는", "의", "에", "로", "도", "와", "과",
    "됨", "함", "요",
  ]

  /// The stems of the words that carry a meaning, in their order.
  static func all(in words: ArraySlice<Word>) -> [String] {
    words.filter { !little.contains($0) }.map { stem(of: $0.key) }
  }

  private static func stem(of word: String) -> String {
    let isKorean = word.unicodeScalars.last?.isHangul == true
    let ending = (isKorean ? koreanEndings : englishEndings).first { ending in
      word.hasSuffix(ending) && word.count - ending.count >= (isKorean ? 1 : 3)
    }
    return ending.map { String(word.dropLast($0.count)) } ?? word
  }
}
