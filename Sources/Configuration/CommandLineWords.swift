/// An argument of this process that is not UTF-8, counted from 1.
package struct ArgumentFault: Error, CustomStringConvertible {
  let number: Int

  package var description: String { "argument \(number) is not UTF-8" }
}

extension CommandLine {
  /// The arguments behind the program's name, as they were given: `arguments` replaces bytes that are not UTF-8,
  /// and so would name another file, or say another text. Without so many at the end, which another program reads.
  package static func words(butLast others: Int = 0) throws(ArgumentFault) -> [String] {
    var words: [String] = []
    var number = 1
    while number < Int(argc) - others, let bytes = unsafeArgv[number] {
      guard let word = String(validatingCString: bytes) else { throw ArgumentFault(number: number) }
      words.append(word)
      number += 1
    }
    return words
  }
}

/// Suggestions for an unknown word.
package enum Spelling {
  /// The known word that differs the least, where it differs by little: a letter in a short word, a third of them in a
  /// long one. Capitals do not count, nor do the dashes of an option. Never the word itself, which was not right where
  /// it stood.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let given = letters(of: word)
    let most = max(1, given.count / 3)
    return known.filter { $0 != word }.map { (word: $0, distance: distance(given, letters(of: $0))) }
      .filter { $0.distance <= most }.min { $0.distance < $1.distance }?.word
  }

  /// As the end of a sentence about the word; empty where nothing is near.
  package static func hint(for word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
  }

  /// No word of ours is longer.
  private static let longest = 64

  private static func letters(of word: String) -> [Character] {
    Array(word.lowercased().drop { $0 == "-" }.prefix(longest))
  }

  /// How many letters are to be added, left out or changed, or swapped with their neighbour (optimal string alignment).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...other.count))
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, candidate) in other.enumerated() {
        var least = min(last[column] + (letter == candidate ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == candidate {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
