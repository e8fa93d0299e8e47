/// Splits a text into words in one pass over its scalars.
struct WordReader {
  private let scalars: [Unicode.Scalar]
  private(set) var words: [Word] = []
  private var position = 0

  /// The traits of the next word that are known before it begins.
  private var pending: Word.Traits = .opensSentence
  private var isQuoted = false
  /// Whether the last scalar was a mark that ends a sentence if a blank follows.
  private var isAfterStop = false

  /// The first word of the present run of visible characters, and whether the run is an address or the like.
  private var runStart = 0
  private var isTechnical = false

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func read() {
    while position < scalars.count {
      if scalars[position].isPartOfWord {
        readWord()
      } else {
        pass(scalars[position])
        position += 1
      }
    }
    endRun()
  }

  private mutating func pass(_ mark: Unicode.Scalar) {
    switch mark {
    case " ", "\t", "\u{A0}", "\u{3000}":
      endRun()
      if isAfterStop { pending.insert(.opensSentence) }
    case "\n":
      endRun()
      pending.insert(.opensSentence)
      // Otherwise a mark of inches would quote the rest of the text.
      isQuoted = false
    case ".":
      if !isAfterAbbreviation { stop() }
      isTechnical = isTechnical || isBetweenWords
    case "!", "?", "…", "。", "！", "？":
      stop()
    case ":", "=":
      isTechnical = isTechnical || isBetweenWords
      pending.insert(.opensClause)
    case "-":
      pending.insert(isBetweenWords ? .hyphenated : .opensClause)
    case "(", "[", "|", "*", ">", "–", "—", "•", "·", "：":
      pending.insert(.opensClause)
    case "\"":
      isQuoted.toggle()
    case "'":
      isQuoted = position == 0 || scalars[position - 1].isBlank
    case "“", "‘", "«", "「", "『", "《":
      isQuoted = true
    case "”", "’", "»", "」", "』", "》":
      isQuoted = false
    case "@", "_", "/", "\\", "#", "{", "}", "%", "$", "~":
      isTechnical = true
    default:
      break
    }
  }

  private mutating func stop() {
    isAfterStop = true
    if let last = words.indices.last { words[last].traits.insert(.closesSentence) }
  }

  /// Whether the last word is an abbreviation, after which the sentence goes on: Mrs., U.S.
  private var isAfterAbbreviation: Bool {
    guard let last = words.last, last.range.upperBound == position, !last.has(.hasDigit) else { return false }
    return last.range.count == 1 && !scalars[position - 1].isHangul || EndMarks.abbreviations.contains(last)
  }

  private var isBetweenWords: Bool {
    position > 0 && scalars[position - 1].isPartOfWord
      && position + 1 < scalars.count && scalars[position + 1].isPartOfWord
  }

  private mutating func endRun() {
    if isTechnical {
      for index in runStart..<words.count { words[index].traits.insert(.technical) }
    }
    isTechnical = false
    pending.remove(.hyphenated)
    runStart = words.count
  }

  private mutating func readWord() {
    let start = position
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "'" || scalar == "’" {
        guard position + 1 < scalars.count, scalars[position + 1].properties.isAlphabetic else { break }
      } else if !scalar.isPartOfWord || changesScript(scalar, in: scalars[start..<position]) {
        break
      }
      position += 1
    }
    var traits = Self.traits(of: scalars[start..<position]).union(pending)
    if isQuoted { traits.insert(.quoted) }
    isTechnical = isTechnical || traits.contains(.hasDigit)
    let key = Self.key(of: scalars[start..<position], isForeign: traits.contains(.foreign))
    words.append(Word(range: start..<position, key: key, traits: traits))
    pending = []
    isAfterStop = false
  }

  /// Whether the script changes within a word: a name and the particle after it are two words, as in KakaoTalk으로 and
  /// DNSの.
  private func changesScript(_ scalar: Unicode.Scalar, in word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let last = word.last, !scalar.isDigit, !last.isDigit else { return false }
    return scalar.isEastAsian != last.isEastAsian
  }

  private static func key(of word: ArraySlice<Unicode.Scalar>, isForeign: Bool) -> String {
    if isForeign {
      return String(String.UnicodeScalarView(word.map { $0 == "’" ? "'" : $0 })).lowercased()
    }
    return String(unsafeUninitializedCapacity: word.count) { bytes in
      for (index, scalar) in zip(bytes.indices, word) {
        let byte = scalar == "’" ? UInt8(ascii: "'") : UInt8(truncatingIfNeeded: scalar.value)
        bytes.initializeElement(at: index, to: scalar.letterCase == .capital ? byte | 0x20 : byte)
      }
      return word.count
    }
  }

  private static func traits(of word: ArraySlice<Unicode.Scalar>) -> Word.Traits {
    var traits: Word.Traits = []
    var (first, last): (Unicode.Scalar.LetterCase?, Unicode.Scalar.LetterCase?)
    var (count, hasSmall) = (0, false)
    for scalar in word {
      if scalar.isDigit { traits.insert(.hasDigit) }
      if !scalar.isASCII, scalar != "’" { traits.insert(.foreign) }
      guard let letterCase = scalar.letterCase else { continue }
      if last == .small, letterCase == .capital { traits.insert(.mixed) }
      hasSmall = hasSmall || letterCase == .small
      first = first ?? letterCase
      last = letterCase
      count += 1
    }
    guard let first else { return traits }
    traits.insert(first == .capital ? .capitalised : .small)
    if count > 1, !hasSmall { traits.insert(.shouted) }
    return traits
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }
  var isBlank: Bool { self == " " || self == "\n" || self == "\t" }
  var isHangul: Bool {
    switch value {
    case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: true
    default: false
    }
  }
  var isEastAsian: Bool { value >= 0x2E80 && !isEmoji || isHangul }
  /// Pictures and signs, with the mark for "as an emoji".
  var isEmoji: Bool { (0x2190..<0x2C00).contains(value) || (0x1F000..<0x1FB00).contains(value) || isVariant }
  private var isVariant: Bool { (0xFE00...0xFE0F).contains(value) || value == 0x20E3 }

  enum LetterCase { case capital, small }

  /// `nil` for what has no case, such as digits and the letters of East Asia.
  var letterCase: LetterCase? {
    switch self {
    case "A"..."Z": .capital
    case "a"..."z": .small
    case _ where isASCII: nil
    case _ where properties.isUppercase: .capital
    case _ where properties.isLowercase: .small
    default: nil
    }
  }

  var isPartOfWord: Bool {
    if isASCII { return letterCase != nil || isDigit }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .spacingMark, .nonspacingMark:
      !isVariant
    default: false
    }
  }
}
