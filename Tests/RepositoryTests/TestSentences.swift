import TestSupport

/// The sentences that tests are called by.
enum TestSentences {
  static let all: Set<String> = {
    let files = PackageFiles.paths(below: "Tests", suffix: ".swift").compactMap {
      PackageFiles.contents(of: $0)
    }
    return Set(files.flatMap { sentences(in: $0) })
  }()

  /// The text behind the attribute: a literal in its parentheses, or a function's name in backquotes.
  static func sentences(in text: String) -> [String] {
    text.split(separator: "@Test", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
      var rest = rest.drop { $0.isWhitespace || $0 == "(" }
      if rest.first != "\"", let name = rest.firstRange(of: "func `") {
        rest = rest[rest.index(before: name.upperBound)...]
      }
      guard let mark = rest.first, mark == "\"" || mark == "`" else { return nil }
      return String(rest.dropFirst().prefix { $0 != mark })
    }
  }
}
