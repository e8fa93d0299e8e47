import NotificationModel

/// A text of an app, split into words once for all rules.
final class WrittenText: Sendable {
  let text: String
  let scalars: [Unicode.Scalar]
  let words: [Word]
  /// The width in a terminal's font.
  let columns: Int
  /// The Korean letters without the blanks; `nil` for a text without Korean letters.
  let korean: KoreanLetters?

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
    columns = text.displayWidth
    var reader = WordReader(scalars)
    reader.read()
    words = reader.words
    korean = scalars.contains(where: \.isHangul) ? KoreanLetters(scalars) : nil
  }

  /// The marks and blanks between this word and the one before.
  func gap(before index: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[(index > 0 ? words[index - 1].range.upperBound : 0)..<words[index].range.lowerBound]
  }

  /// The marks behind the last word.
  var tail: ArraySlice<Unicode.Scalar> { scalars[(words.last?.range.upperBound ?? 0)...] }

  func string(at range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// The text from the first of these words to the last.
  func string(of run: Range<Int>) -> String {
    run.isEmpty
      ? "" : string(at: words[run.lowerBound].range.lowerBound..<words[run.upperBound - 1].range.upperBound)
  }

  /// The visible characters around a place, without quotation marks and brackets.
  func run(around range: Range<Int>) -> String {
    func ends(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isBlank || "\"'`“”‘’«»()[]<>,;:".unicodeScalars.contains(scalar)
    }
    let start = scalars[..<range.lowerBound].lastIndex(where: ends).map { $0 + 1 } ?? 0
    return string(at: start..<(scalars[range.upperBound...].firstIndex(where: ends) ?? scalars.count))
  }

  /// The first place of these words in sequence.
  func firstRun(of run: [Word], within range: Range<Int>? = nil) -> Range<Int>? {
    let range = range ?? words.indices
    guard let first = run.first, run.count <= range.count else { return nil }
    let start = (range.lowerBound...(range.upperBound - run.count)).first { index in
      words[index].key == first.key && zip(words[index...], run).allSatisfy { $0.key == $1.key }
    }
    return start.map { $0..<($0 + run.count) }
  }
}

/// A word of a text: letters and digits, with apostrophes between them. Hyphens separate words.
struct Word: Sendable {
  /// The word's place among the scalars of the text.
  let range: Range<Int>
  /// The word in small letters and with plain apostrophes, for comparison.
  let key: String
  var traits: Traits

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt16

    /// The first letter is a capital or a small one.
    static let capitalised = Traits(rawValue: 1 << 0)
    static let small = Traits(rawValue: 1 << 1)
    /// Two letters or more, and all of them capital.
    static let shouted = Traits(rawValue: 1 << 2)
    /// A capital after a small letter, as in iPhone and McKay.
    static let mixed = Traits(rawValue: 1 << 3)
    static let hasDigit = Traits(rawValue: 1 << 4)
    /// The word has letters beyond a to z.
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

  /// Whether the word has only digits.
  var isNumber: Bool { key.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
