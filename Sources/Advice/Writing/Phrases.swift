/// Words and phrases to look for, separated by commas, in small letters and with plain apostrophes; strokes separate
/// alternatives of a word. Korean adds particles and endings to its words: `~알림` is found anywhere, and `알림~` at the
/// beginning of a word. Blanks are ignored in Korean, since people differ in where they put them.
struct Phrases: ExpressibleByStringLiteral, Sendable {
  /// The words behind each first word, longest phrase first.
  private var others: [String: [[String]]] = [:]
  private var pieces: [(letters: [Unicode.Scalar], opensWord: Bool)] = []

  init(stringLiteral list: String) {
    for phrase in list.split(separator: ",") {
      let isPiece = phrase.contains("~")
      let choices = phrase.split(whereSeparator: \.isWhitespace).map { word in
        word.split { $0 == "/" || $0 == "~" }.map(String.init)
      }
      let phrases = choices.reduce([[]]) { begun, words in
        begun.flatMap { start in words.map { start + [$0] } }
      }
      for words in phrases {
        if isPiece {
          pieces.append((Array(words.joined().unicodeScalars), phrase.last == "~"))
        } else if let first = words.first {
          others[first, default: []].append(Array(words.dropFirst()))
        }
      }
    }
    others = others.mapValues { $0.sorted { $0.count > $1.count } }
  }

  /// The words of the longest phrase that begins with this word.
  func match(_ words: [Word], at start: Int) -> Range<Int>? {
    guard start < words.count, let candidates = others[words[start].key] else { return nil }
    let found = candidates.first { rest in
      rest.count < words.count - start && zip(rest, words[(start + 1)...]).allSatisfy { $0 == $1.key }
    }
    return found.map { start..<(start + 1 + $0.count) }
  }

  func first(in words: [Word], within range: Range<Int>? = nil) -> Range<Int>? {
    let range = range ?? words.indices
    for index in range {
      if let match = match(words, at: index), match.upperBound <= range.upperBound { return match }
    }
    return nil
  }

  /// Whether the word alone is one of them.
  func contains(_ word: Word) -> Bool { others[word.key]?.last?.isEmpty == true }

  /// The letters of the first piece in the text.
  func piece(in korean: KoreanLetters, from start: Int = 0) -> Range<Int>? {
    for position in korean.letters.indices.dropFirst(start) {
      let rest = korean.letters[position...]
      for piece in pieces where !piece.opensWord || korean.opensWord[position] {
        if rest.starts(with: piece.letters) { return position..<(position + piece.letters.count) }
      }
    }
    return nil
  }
}

/// The scalars of a text with Korean in it, without the blanks.
struct KoreanLetters: Sendable {
  private(set) var letters: [Unicode.Scalar] = []
  private(set) var opensWord: [Bool] = []
  /// The place of each letter among the scalars of the text.
  private(set) var places: [Int] = []

  init(_ scalars: [Unicode.Scalar]) {
    for (place, scalar) in scalars.enumerated() where !scalar.isBlank {
      letters.append(scalar)
      opensWord.append(place == 0 || !scalars[place - 1].isPartOfWord)
      places.append(place)
    }
  }

  func endsWith(_ ending: String) -> Bool {
    letters.reversed().starts(with: ending.unicodeScalars.reversed())
  }
}

extension WrittenText {
  /// The words of the first of these phrases in the text.
  func part(of phrases: Phrases) -> String? {
    if let run = phrases.first(in: words) { return string(of: run) }
    guard let korean, let run = phrases.piece(in: korean) else { return nil }
    return words(around: run, of: korean)
  }

  func has(_ phrases: Phrases) -> Bool { part(of: phrases) != nil }

  /// Whether one of the Korean pieces is in the text.
  func holds(_ phrases: Phrases) -> Bool { korean.flatMap { phrases.piece(in: $0) } != nil }

  /// Whether the whole text is one of these phrases.
  func isOne(of phrases: Phrases) -> Bool {
    !words.isEmpty && phrases.match(words, at: 0)?.count == words.count
  }

  func words(around run: Range<Int>, of korean: KoreanLetters) -> String {
    let start = scalars[..<korean.places[run.lowerBound]].lastIndex(where: \.isBlank).map { $0 + 1 } ?? 0
    let end = scalars[korean.places[run.upperBound - 1]...].firstIndex(where: \.isBlank) ?? scalars.count
    return string(at: start..<end)
  }
}
