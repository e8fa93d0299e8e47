/// A name that a file of the Guidelines declares.
struct DeclaredName: Hashable {
  let name: String
  let path: String

  var isAdvice: Bool { path.hasPrefix("Sources/Guidelines/Advice/") }

  static let all: [DeclaredName] = SourceFile.all.filter { $0.module == "Guidelines" }.flatMap { file in
    file.lines.compactMap { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasSuffix("static let name = ") else { return nil }
      return DeclaredName(name: String(parts[1]), path: file.path)
    }
  }
}
