/// The words behind the program's name, as a shell has taken them apart. To bash `=` and `:` are words of their own,
/// where its COMP_WORDBREAKS holds them.
struct TypedWords {
  /// As this program will be given them.
  let joined: [String]
  private let parts: [String]
  private let separators: Set<Character>

  init(_ parts: [String], of shell: Shell) {
    separators = shell == .bash ? ["=", ":"] : []
    self.parts = parts
    joined = Self.joined(parts[...], at: separators)
  }

  /// How many characters of the last word stand before what the shell replaces.
  var settled: Int {
    guard let word = joined.last, let part = parts.last else { return 0 }
    return word.count - (Self.isSeparator(part, separators) ? 0 : part.count)
  }

  /// Where in the shell's own count a word begins.
  func part(ofWord word: Int) -> Int {
    parts.indices.last { Self.joined(parts[..<$0], at: separators).count == word } ?? 0
  }

  private static func joined(_ parts: ArraySlice<String>, at separators: Set<Character>) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for part in parts {
      let joins = isSeparator(part, separators)
      if let last = joined.indices.last, joins || isOpen, !joined[last].isEmpty {
        joined[last] += part
      } else {
        joined.append(part)
      }
      isOpen = joins
    }
    return joined
  }

  private static func isSeparator(_ part: String, _ separators: Set<Character>) -> Bool {
    !part.isEmpty && part.allSatisfy(separators.contains)
  }
}
