import TestSupport

/// A Swift file of the package, and its lines without comments and string literals.
struct SourceFile: Sendable {
  let path: String
  let lines: [String]

  /// The folder below Sources.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  static let all = files(below: "Sources", in: PackageFiles.root)

  static func files(below directory: String, in root: String) -> [SourceFile] {
    PackageFiles.paths(below: directory, suffix: ".swift", in: root).map { path in
      let text = PackageFiles.contents(of: path, in: root) ?? ""
      return SourceFile(
        path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  /// Line by line; a heuristic, but one that formatted sources keep to.
  var code: [(number: Int, text: String)] {
    var isInMultilineString = false
    return lines.enumerated().map { index, line in
      let parts = line.split(separator: #"""""#, omittingEmptySubsequences: false)
      defer { if parts.count % 2 == 0 { isInMultilineString.toggle() } }
      if isInMultilineString || parts.count > 1 { return (index + 1, "") }
      return (index + 1, Self.withoutLiterals(line))
    }
  }

  private static func withoutLiterals(_ line: String) -> String {
    var code = ""
    var isInString = false
    var previous: Character = " "
    for character in line {
      if character == "\"", previous != "\\" {
        isInString.toggle()
      } else if !isInString {
        if character == "/", previous == "/" { return code }
        code.append(character)
      }
      previous = character == "\\" && previous == "\\" ? " " : character
    }
    return code
  }

  /// The modules that it imports, and where.
  var imports: [(number: Int, module: String)] {
    code.compactMap { number, text in
      var words = text.split(separator: " ")[...]
      while let first = words.first,
        first == "public" || first == "package" || first == "internal" || first == "private"
          || first.hasPrefix("@")
      {
        words = words.dropFirst()
      }
      guard words.first == "import", let module = words.last else { return nil }
      return (number, String(module.split(separator: ".").first ?? module))
    }
  }
}
