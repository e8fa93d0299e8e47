/// Takes a text apart in one pass over its bytes.
struct WordReader {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var words: [Word] = []
  private(set) var letters = LetterCount()
  private(set) var hasEmoji = false

  // What the next word begins with.
  private var isOpeningSentence = true
  private var isOpeningClause = false
  private var isHyphenated = false
  private var isQuoted = false
  /// A mark that ends a sentence where a blank follows.
  private var isAfterStop = false

  /// The first word of the run of visible characters under way, and whether that is an address or the like.
  private var runStart = 0
  private var isTechnical = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    words.reserveCapacity(bytes.count / 5 + 1)
  }

  mutating func read() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isLetter || byte.isDigit {
        readWord()
      } else if byte < 0x80 {
        pass(byte)
        position += 1
      } else {
        let (scalar, length) = scalar(at: position)
        if Letters.isLetter(scalar) {
          readWord()
        } else {
          pass(scalar)
          position += length
        }
      }
    }
    endRun()
  }

  // MARK: Between words

  private mutating func pass(_ byte: UInt8) {
    switch byte {
    case 0x20, 0x09:
      endRun()
      if isAfterStop { isOpeningSentence = true }
    case 0x0A:
      endRun()
      isOpeningSentence = true
      // A mark of inches would quote all the rest.
      isQuoted = false
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
      if byte != UInt8(ascii: ".") || !isAfterAbbreviation { stop() }
      if byte == UInt8(ascii: "."), isBetweenWords { isTechnical = true }
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      if isBetweenWords { isTechnical = true }
      isOpeningClause = true
    case UInt8(ascii: "-"):
      isHyphenated = isBetweenWords
      if !isHyphenated { isOpeningClause = true }
    case UInt8(ascii: "\""):
      isQuoted.toggle()
    case UInt8(ascii: "'"):
      isQuoted = position == 0 || bytes[position - 1].isBlank
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: ">"):
      isOpeningClause = true
    case UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "#"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "~"):
      isTechnical = true
    // Back &amp; Forth has an entity, Back & Forth has none.
    case UInt8(ascii: "&"):
      if position + 1 < bytes.count, !bytes[position + 1].isBlank { isTechnical = true }
    default:
      break
    }
  }

  private mutating func pass(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xA0, 0x3000:
      endRun()
      if isAfterStop { isOpeningSentence = true }
    case 0x201C, 0x2018, 0x00AB, 0x300C, 0x300E, 0x300A: isQuoted = true
    case 0x201D, 0x2019, 0x00BB, 0x300D, 0x300F, 0x300B: isQuoted = false
    case 0x2026, 0x3002, 0xFF01, 0xFF1F: stop()
    case 0x2013, 0x2014, 0x2022, 0x00B7, 0xFF1A: isOpeningClause = true
    default: if Letters.isEmoji(scalar) { hasEmoji = true }
    }
  }

  private mutating func stop() {
    isAfterStop = true
    if let last = words.indices.last { words[last].traits.insert(.closesSentence) }
  }

  /// Mrs. and U.S. go on.
  private var isAfterAbbreviation: Bool {
    guard let last = words.last, last.range.upperBound == position, !last.has(.hasDigit) else { return false }
    return last.range.count == 1 || EndMarks.abbreviations.contains(last)
  }

  /// Whether a letter or digit stands on both sides of this byte.
  private var isBetweenWords: Bool {
    position > 0 && position + 1 < bytes.count && isWordByte(bytes[position - 1])
      && isWordByte(bytes[position + 1])
  }

  private func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }

  private mutating func endRun() {
    if isTechnical {
      for index in runStart..<words.count { words[index].traits.insert(.technical) }
    }
    isTechnical = false
    isHyphenated = false
    runStart = words.count
  }

  // MARK: Words

  private mutating func readWord() {
    let start = position
    var key = WordKey()
    var shape = Shape()
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isLetter {
        // A name and the particle behind it are two words: KakaoTalk으로, DNSの.
        if shape.isEastAsian { break }
        shape.add(isCapital: byte.isCapital)
        key.add(byte)
        position += 1
      } else if byte.isDigit {
        shape.hasDigit = true
        key.add(byte)
        position += 1
      } else if byte == UInt8(ascii: "'"), position + 1 < bytes.count, bytes[position + 1].isLetter {
        key.add(byte)
        position += 1
      } else if byte >= 0x80 {
        let (scalar, length) = scalar(at: position)
        if scalar.value == 0x2019, position + length < bytes.count, bytes[position + length].isLetter {
          // The typographic apostrophe counts as the plain one.
          key.add(UInt8(ascii: "'"))
        } else if Letters.isLetter(scalar) {
          let isHangul = Letters.isHangul(scalar)
          let isEastAsian = isHangul || scalar.value >= 0x2E80
          if isEastAsian && shape.basic > 0 { break }
          if isHangul { letters.hangul += 1 } else { letters.other += 1 }
          shape.addForeign(scalar, isEastAsian: isEastAsian)
          for byte in bytes[position..<(position + length)] { key.add(byte) }
        } else {
          break
        }
        position += length
      } else {
        break
      }
    }
    letters.basic += shape.basic
    append(start..<position, key, shape)
  }

  private mutating func append(_ range: Range<Int>, _ key: WordKey, _ shape: Shape) {
    var traits = shape.traits
    if isOpeningSentence { traits.insert(.opensSentence) }
    if isOpeningClause { traits.insert(.opensClause) }
    if isHyphenated { traits.insert(.hyphenated) }
    if isQuoted { traits.insert(.quoted) }
    if shape.hasDigit { isTechnical = true }
    words.append(Word(range: range, key: key, traits: traits))
    isOpeningSentence = false
    isOpeningClause = false
    isHyphenated = false
    isAfterStop = false
  }

  /// Decodes one scalar; the bytes are those of a `String`, and so well formed.
  private func scalar(at position: Int) -> (Unicode.Scalar, length: Int) {
    let lead = bytes[position]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard position + length <= bytes.count else { return ("\u{FFFD}", bytes.count - position) }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for index in 1..<length { value = value << 6 | UInt32(bytes[position + index] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}

/// How a word is written.
private struct Shape {
  private(set) var basic = 0
  private var capitals = 0
  private var cased = 0
  private var marks: Word.Traits = []
  private(set) var isEastAsian = false
  var hasDigit = false

  mutating func add(isCapital: Bool) {
    basic += 1
    count(isCapital: isCapital)
  }

  mutating func addForeign(_ scalar: Unicode.Scalar, isEastAsian: Bool) {
    self.isEastAsian = self.isEastAsian || isEastAsian
    marks.insert(.foreign)
    if scalar.value < 0x2E80 { count(isCapital: Letters.isCapital(scalar)) }
  }

  @inline(__always)
  private mutating func count(isCapital: Bool) {
    if cased == 0 { marks.insert(isCapital ? .capitalised : .small) }
    if isCapital {
      if capitals < cased { marks.insert(.mixed) }
      capitals += 1
    }
    cased += 1
  }

  var traits: Word.Traits {
    var traits = marks
    if cased > 1, capitals == cased { traits.insert(.shouted) }
    if hasDigit { traits.insert(.hasDigit) }
    return traits
  }
}
