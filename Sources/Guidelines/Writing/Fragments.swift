/// Pieces of Korean words to look for. Korean puts particles and endings behind its words, so that a piece is
/// found wherever it begins a word, or with a `~` before it anywhere; blanks within do not count, for people
/// differ in where they put them.
struct Fragments: ExpressibleByArrayLiteral, Sendable {
  private struct Fragment {
    let rest: [UInt32]
    let standsAnywhere: Bool
  }
  private let byFirst: [UInt32: [Fragment]]

  init(arrayLiteral fragments: String...) {
    var byFirst: [UInt32: [Fragment]] = [:]
    for fragment in fragments {
      let isFree = fragment.hasPrefix("~")
      let scalars = fragment.unicodeScalars.map(\.value).filter { $0 != 0x20 && $0 != 0x7E }
      guard let first = scalars.first else { continue }
      byFirst[first, default: []].append(
        Fragment(rest: Array(scalars.dropFirst()), standsAnywhere: isFree))
    }
    self.byFirst = byFirst
  }

  /// The end of the first one, in letters from the beginning of the text.
  func first(in hangul: KoreanLetters, from start: Int = 0) -> Int? {
    let letters = hangul.scalars
    var index = start
    while index < letters.count {
      if let fragments = byFirst[letters[index]] {
        for fragment in fragments where fragment.standsAnywhere || hangul.opensWord[index] {
          let end = index + 1 + fragment.rest.count
          if end <= letters.count, letters[(index + 1)..<end].elementsEqual(fragment.rest) { return end }
        }
      }
      index += 1
    }
    return nil
  }

  func isIn(_ text: WrittenText) -> Bool { text.korean.map { first(in: $0) != nil } ?? false }
}

/// The scalars of a Korean text without its blanks.
struct KoreanLetters {
  private(set) var scalars: [UInt32] = []
  /// Whether a word begins there.
  private(set) var opensWord: [Bool] = []

  init(_ text: String) {
    var isOpening = true
    for scalar in text.unicodeScalars {
      guard scalar.value > 0x20 else {
        isOpening = true
        continue
      }
      scalars.append(scalar.value)
      opensWord.append(isOpening)
      isOpening = !Letters.isLetterOrDigit(scalar)
    }
  }

  /// Whether the text ends with this one.
  func endsWith(_ fragment: String) -> Bool {
    scalars.reversed().starts(with: fragment.unicodeScalars.reversed().map(\.value))
  }
}
