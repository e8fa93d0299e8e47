/// Pieces of Korean words to look for. Korean puts particles and endings behind its words, so that a piece is
/// found wherever it begins a word, or with a `~` before it anywhere. A blank within may be missing, for people
/// differ in where they put them. What stands within the words of a piece with a `-` before it does not count.
struct Fragments: ExpressibleByArrayLiteral, Sendable {
  private struct Fragment {
    let rest: [UInt32]
    /// Of each letter of the rest, whether a blank may stand before it.
    let mayBeApart: [Bool]
    let standsAnywhere: Bool
    let isException: Bool
  }

  /// A bit for each first letter, of 256 that several share: most letters of a text begin nothing.
  private let filter: SIMD4<UInt64>
  /// The first letters, by open addressing, at most half full; 0 where there is none.
  private let firsts: [UInt32]
  private let fragments: [[Fragment]]

  init(arrayLiteral fragments: String...) {
    var byFirst: [UInt32: [Fragment]] = [:]
    for fragment in fragments {
      let isFree = fragment.hasPrefix("~")
      let isException = fragment.hasPrefix("-")
      let letters = KoreanLetters(String(isFree || isException ? fragment.dropFirst() : fragment[...]))
      guard let first = letters.scalars.first else { continue }
      byFirst[first, default: []].append(
        Fragment(
          rest: Array(letters.scalars.dropFirst()), mayBeApart: Array(letters.isAfterBlank.dropFirst()),
          standsAnywhere: isFree, isException: isException))
    }
    var size = 4
    while size < byFirst.count * 2 { size *= 2 }
    var firsts = [UInt32](repeating: 0, count: size)
    var table = [[Fragment]](repeating: [], count: size)
    var filter = SIMD4<UInt64>()
    for (first, fragments) in byFirst {
      filter[Self.word(first)] |= Self.bit(first)
      var index = Self.start(first) & (size - 1)
      while firsts[index] != 0 { index = (index + 1) & (size - 1) }
      firsts[index] = first
      table[index] = fragments
    }
    self.filter = filter
    self.firsts = firsts
    self.fragments = table
  }

  private static func start(_ letter: UInt32) -> Int { Int(letter ^ (letter >> 5)) }

  @inline(__always) private static func word(_ letter: UInt32) -> Int { Int(letter >> 6 & 3) }
  @inline(__always) private static func bit(_ letter: UInt32) -> UInt64 { 1 << UInt64(letter & 63) }

  /// Whether one of them is in the text.
  func isIn(_ letters: KoreanLetters) -> Bool { first(in: letters) != nil }

  /// The letters of the first that is in the text.
  func first(in letters: KoreanLetters) -> Range<Int>? {
    let mask = firsts.count - 1
    var exceptionEnd = 0
    for (position, letter) in letters.scalars.enumerated()
    where filter[Self.word(letter)] & Self.bit(letter) != 0 && position >= exceptionEnd {
      var index = Self.start(letter) & mask
      while firsts[index] != 0 {
        if firsts[index] == letter {
          var end = position
          var isException = false
          for fragment in fragments[index] where stands(fragment, at: position, of: letters) {
            end = max(end, position + 1 + fragment.rest.count)
            isException = isException || fragment.isException
          }
          guard end > position else { break }
          guard isException else { return position..<end }
          exceptionEnd = letters.opensWord[end...].firstIndex(of: true) ?? letters.scalars.count
          break
        }
        index = (index + 1) & mask
      }
    }
    return nil
  }

  private func stands(_ fragment: Fragment, at position: Int, of letters: KoreanLetters) -> Bool {
    guard fragment.standsAnywhere || letters.opensWord[position] else { return false }
    let end = position + 1 + fragment.rest.count
    guard end <= letters.scalars.count else { return false }
    return fragment.rest.indices.allSatisfy { index in
      let place = position + 1 + index
      return letters.scalars[place] == fragment.rest[index]
        && (fragment.mayBeApart[index] || !letters.isAfterBlank[place])
    }
  }
}

extension WrittenText {
  /// Whether one of these is in the text. Looked at, and so put together, only for a Korean one.
  func holds(_ fragments: @autoclosure () -> Fragments) -> Bool {
    guard let korean else { return false }
    return fragments().isIn(korean)
  }

  /// The words that the first of these stands in.
  func first(of fragments: @autoclosure () -> Fragments) -> String? {
    guard let korean, let run = fragments().first(in: korean) else { return nil }
    return korean.words(of: run)
  }
}

/// The scalars of a Korean text without its blanks.
struct KoreanLetters {
  private(set) var scalars: [UInt32] = []
  /// Whether a word begins there.
  private(set) var opensWord: [Bool] = []
  private(set) var isAfterBlank: [Bool] = []

  init(_ text: String) {
    var isOpening = true
    var isAfterBlank = false
    for scalar in text.unicodeScalars {
      guard scalar.value > 0x20 else {
        isOpening = true
        isAfterBlank = true
        continue
      }
      self.isAfterBlank.append(isAfterBlank)
      isAfterBlank = false
      scalars.append(scalar.value)
      opensWord.append(isOpening)
      isOpening = !Letters.isLetterOrDigit(scalar)
    }
  }

  /// What these letters say, with the words they are a part of.
  func words(of run: Range<Int>) -> String {
    var start = run.lowerBound
    while start > 0, !isAfterBlank[start] { start -= 1 }
    let end = isAfterBlank[run.upperBound...].firstIndex(of: true) ?? scalars.count
    var text = ""
    for index in start..<end {
      if index > start, isAfterBlank[index] { text.append(" ") }
      if let scalar = Unicode.Scalar(scalars[index]) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// Whether a sum of won is named: 4,500원, 3천 원.
  var hasWon: Bool {
    scalars.indices.contains { index in
      guard index > 0, scalars[index] == Self.won else { return scalars[index] == Self.wonSign }
      return (0x30...0x39).contains(scalars[index - 1]) || Self.powersOfTen.contains(scalars[index - 1])
    }
  }
  private static let won = Unicode.Scalar("원").value
  private static let wonSign = Unicode.Scalar("₩").value
  private static let powersOfTen = "백천만억".unicodeScalars.map(\.value)

  /// Whether the text ends with this one.
  func endsWith(_ fragment: String) -> Bool {
    var end = scalars.endIndex
    for scalar in fragment.unicodeScalars.reversed() {
      guard end > 0, scalars[end - 1] == scalar.value else { return false }
      end -= 1
    }
    return true
  }
}
