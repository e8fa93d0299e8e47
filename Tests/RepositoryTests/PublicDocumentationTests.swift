import TestSupport
import Testing

/// The modules that an app sees by `import BellhopClient`.
struct PublicDocumentationTests {
  private static let modules = ["BellhopClient", "NotificationModel", "NotificationProtocol", "Varlink"]
  /// Demanded by protocols of the standard library, which document them.
  private static let ofProtocols = [
    "func ==", "func <", "func hash(", "var description:", "typealias ",
  ]

  @Test("Each public declaration that apps see has a comment", arguments: modules)
  func comments(module: String) {
    let files = SourceFile.all.filter { $0.module == module }
    #expect(!files.isEmpty)
    for file in files {
      var enumeration: Int?
      for (number, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        let depth = line.count - text.count
        if let end = enumeration, depth <= end, !text.isEmpty { enumeration = nil }
        let isCase = enumeration.map { depth == $0 + 2 } == true && text.hasPrefix("case ")
        if text.hasPrefix("public enum") { enumeration = depth }
        guard isCase || isDeclaration(text) else { continue }
        let above = file.lines[..<number].last { !$0.drop { $0 == " " }.hasPrefix("@") }
        #expect(above?.contains("///") == true, "\(file.path):\(number + 1): \(text)")
      }
    }
  }

  private func isDeclaration(_ text: Substring) -> Bool {
    text.hasPrefix("public ") && !text.hasPrefix("public import") && !text.hasPrefix("public extension")
      && !Self.ofProtocols.contains { text.contains($0) }
  }
}
