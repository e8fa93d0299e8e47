/// Pieces of Korean words to look for. Korean puts particles and endings behind its words, so that a piece is
/// found wherever it begins a word, or with a `~` before it anywhere; blanks within do not count, for people
/// differ in where they put them.
struct Fragments: ExpressibleByArrayLiteral, Sendable {
  private struct Fragment {
    let rest: [UInt32]
    let standsAnywhere: Bool
  }

  /// The first letters, by open addressing, at most half full; 0 where there is none.
  private let firsts: [UInt32]
  private let fragments: [[Fragment]]

  init(arrayLiteral fragments: String...) {
    var byFirst: [UInt32: [Fragment]] = [:]
    for fragment in fragments {
      let isFree = fragment.hasPrefix("~")
      let scalars = fragment.unicodeScalars.map(\.value).filter { $0 != 0x20 && $0 != 0x7E }
      guard let first = scalars.first else { continue }
      byFirst[first, default: []].append(
        Fragment(rest: Array(scalars.dropFirst()), standsAnywhere: isFree))
    }
    var size = 4
    while size < byFirst.count * 2 { size *= 2 }
    var firsts = [UInt32](repeating: 0, count: size)
    var table = [[Fragment]](repeating: [], count: size)
    for (first, fragments) in byFirst {
      var index = Self.start(first) & (size - 1)
      while firsts[index] != 0 { index = (index + 1) & (size - 1) }
      firsts[index] = first
      table[index] = fragments
    }
    self.firsts = firsts
    self.fragments = table
  }

  private static func start(_ letter: UInt32) -> Int { Int(letter ^ (letter >> 5)) }

  /// Whether one of them is in the text.
  func isIn(_ letters: KoreanLetters) -> Bool {
    let mask = firsts.count - 1
    for (position, letter) in letters.scalars.enumerated() {
      var index = Self.start(letter) & mask
      while firsts[index] != 0 {
        if firsts[index] == letter {
          if fragments[index].contains(where: { stands($0, at: position, of: letters) }) { return true }
          break
        }
        index = (index + 1) & mask
      }
    }
    return false
  }

  private func stands(_ fragment: Fragment, at position: Int, of letters: KoreanLetters) -> Bool {
    guard fragment.standsAnywhere || letters.opensWord[position] else { return false }
    let end = position + 1 + fragment.rest.count
    return end <= letters.scalars.count && letters.scalars[(position + 1)..<end].elementsEqual(fragment.rest)
  }
}

extension WrittenText {
  /// Whether one of these is in the text. Looked at, and so put together, only for a Korean one.
  func holds(_ fragments: @autoclosure () -> Fragments) -> Bool {
    guard let korean else { return false }
    return fragments().isIn(korean)
  }
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
