import NotificationModel

/// A name that a guideline declares, be it enforced or advised on.
struct DeclaredName: Hashable {
  let name: String
  let path: String

  static let all = written + quiet

  private static let quiet = QuietKind.allCases.map { kind in
    DeclaredName(name: kind.guideline, path: "Sources/NotificationModel/QuietKind.swift")
  }

  private static let written: [DeclaredName] = SourceFile.all.flatMap { file in
    guard file.module == "Guidelines" || file.module == "Advice" else { return [DeclaredName]() }
    return file.lines.compactMap { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasSuffix("static let name = ") else { return nil }
      return DeclaredName(name: String(parts[1]), path: file.path)
    }
  }
}
