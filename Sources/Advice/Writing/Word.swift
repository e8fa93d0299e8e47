/// A word of a text: letters and digits, with apostrophes between them. Hyphens part words.
struct Word: Sendable {
  /// Where it stands, in bytes of the text.
  let range: Range<Int>
  /// What it is compared by, whatever its case.
  let key: WordKey
  var traits: Traits

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt16

    /// Its first letter is a capital one.
    static let capitalised = Traits(rawValue: 1 << 0)
    /// Its first letter is a small one.
    static let small = Traits(rawValue: 1 << 1)
    /// Two letters or more, and all of them capital.
    static let shouted = Traits(rawValue: 1 << 2)
    /// A capital after a small letter, as in iPhone and McKay.
    static let mixed = Traits(rawValue: 1 << 3)
    static let hasDigit = Traits(rawValue: 1 << 4)
    /// It has letters beyond a to z.
    static let foreign = Traits(rawValue: 1 << 5)
    /// The first of the text, of a line, or after a full stop.
    static let opensSentence = Traits(rawValue: 1 << 6)
    /// After a colon, a dash, a bracket and the like.
    static let opensClause = Traits(rawValue: 1 << 7)
    /// Joined to the word before it by a hyphen.
    static let hyphenated = Traits(rawValue: 1 << 8)
    /// Within quotation marks.
    static let quoted = Traits(rawValue: 1 << 9)
    /// A part of an address, a path, a file name, a number with a unit or the like.
    static let technical = Traits(rawValue: 1 << 10)
    /// A full stop, an exclamation or a question mark follows.
    static let closesSentence = Traits(rawValue: 1 << 11)
  }

  func has(_ trait: Traits) -> Bool { !traits.isDisjoint(with: trait) }
}

/// A word without its case: FNV-1a of its bytes, small letters for capital ones of a to z.
///
/// Two words of one key would be taken for each other; that is bad advice at worst, and with 64 bits no two
/// words that people write.
struct WordKey: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ word: some StringProtocol) { self.init(bytes: word.utf8) }

  init(bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    value = (value ^ UInt64(small)) &* 0x0000_0100_0000_01B3
  }
}
