/// An argument of this process that is not UTF-8, counted from 1.
package struct ArgumentFault: Error, CustomStringConvertible {
  let number: Int

  package var description: String { "argument \(number) is not UTF-8" }
}

extension CommandLine {
  /// The arguments after the program's name, without the last `others`, which another program reads. Throws for bytes
  /// that are not UTF-8: `arguments` would replace them, and so name another file or change a text.
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

/// The words quoted for a shell, and for programs that split words like one.
package func shellWords(_ words: [String]) -> String {
  words.map { word in
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      default: "-_./:@%+=,".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    // Without a backslash, which is special in the files that contain the result. As characters, a quote and a combining
    // mark are one.
    return "'" + word.unicodeScalars.map { $0 == "'" ? "'\"'\"'" : String($0) }.joined() + "'"
  }.joined(separator: " ")
}

/// Suggestions for an unknown word.
package enum Spelling {
  /// The known word that differs the least, if the difference is small: one letter of a short word, a third of the
  /// letters of a long one. Case and the dashes of an option are ignored. Never the word itself, which was wrong in its
  /// place.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let given = letters(of: word)
    let most = max(1, given.count / 3)
    return known.filter { $0 != word }.map { (word: $0, distance: distance(given, letters(of: $0))) }
      .filter { $0.distance <= most }.min { $0.distance < $1.distance }?.word
  }

  /// The suggestion as the end of a sentence about the word; empty if no known word is near.
  package static func hint(for word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
  }

  /// Longer than all known words.
  private static let longest = 64

  private static func letters(of word: String) -> [Character] {
    Array(word.lowercased().drop { $0 == "-" }.prefix(longest))
  }

  /// The number of letters to insert, delete, replace, or swap with their neighbour (optimal string alignment).
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
