/// A text of an app's, taken apart once. All rules read the same words; a class, since so many do.
final class WrittenText: Sendable {
  let text: String
  let bytes: [UInt8]
  let marks: ByteSet
  let words: [Word]
  let letters: LetterCount
  let hasEmoji: Bool
  /// The letters one by one, where there are Korean ones.
  let korean: KoreanLetters?

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    marks = ByteSet(bytes)
    columns =
      marks.isASCII
      ? bytes.count : text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x80 ? 1 : Letters.columns($1)) }
    var reader = WordReader(bytes)
    reader.read()
    words = reader.words
    letters = reader.letters
    hasEmoji = reader.hasEmoji
    korean = reader.letters.hangul > 0 ? KoreanLetters(text) : nil
  }

  /// How wide it is in a terminal's font, near enough: letters of East Asia and emoji take two columns, and what
  /// joins or stands above others none.
  let columns: Int

  /// The bytes between this word and the one before.
  func gap(before index: Int) -> ArraySlice<UInt8> {
    let start = index > 0 ? words[index - 1].range.upperBound : 0
    return bytes[start..<words[index].range.lowerBound]
  }

  /// The bytes behind the last word.
  var tail: ArraySlice<UInt8> { bytes[(words.last?.range.upperBound ?? 0)...] }

  /// What stands at these bytes.
  func string(at range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// What stands from the first of these words to the last.
  func string(of run: Range<Int>) -> String {
    run.isEmpty
      ? "" : string(at: words[run.lowerBound].range.lowerBound..<words[run.upperBound - 1].range.upperBound)
  }

  /// Where these words stand one after the other.
  func firstRun(of run: [Word]) -> Range<Int>? { firstRun(of: run, within: words.indices) }

  func firstRun(of run: [Word], within range: Range<Int>) -> Range<Int>? {
    guard let first = run.first else { return nil }
    var index = range.lowerBound
    while index + run.count <= range.upperBound {
      if words[index].key == first.key, zip(words[index...], run).allSatisfy({ $0.key == $1.key }) {
        return index..<(index + run.count)
      }
      index += 1
    }
    return nil
  }
}

/// Letters by their script.
struct LetterCount {
  /// a to z.
  var basic = 0
  var hangul = 0
  var other = 0

  var all: Int { basic + hangul + other }

  /// Of a word: letters beyond a to z have two bytes or more.
  mutating func add(_ word: ArraySlice<UInt8>) {
    for byte in word {
      switch byte {
      case _ where byte.isLetter: basic += 1
      // What three bytes begin with: U+A000 to U+DFFF, which are Korean but for a few.
      case 0xEA...0xED: hangul += 1
      case 0xC2...0xF4: other += 1
      default: break
      }
    }
  }
}
