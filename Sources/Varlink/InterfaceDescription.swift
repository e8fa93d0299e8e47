/// The description of an interface, of which only names are understood; `Declarations` reads its types.
package struct InterfaceDescription: Hashable, Sendable {
  package struct Method: Hashable, Sendable {
    /// Without the interface.
    package let name: String
    /// It answers several times, and only when called with `more`.
    package let requiresMore: Bool
    /// It can answer several times.
    package let supportsMore: Bool
  }

  package let name: String
  /// As it was written.
  package let text: String
  package let methods: [Method]

  /// `nil` when the text names no interface. Each `method` must begin its own line; the comments right above
  /// it may hold `[Requires 'more' flag]` or `[Supports 'more' flag]`.
  package init?(text: String) {
    var name: String?
    var methods: [Method] = []
    var comments: [Substring] = []
    for rawLine in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = rawLine.drop { $0 == " " || $0 == "\t" }
      if line.first == "#" {
        comments.append(line)
        continue
      }
      if let found = Self.word(in: line, after: "interface "), name == nil { name = String(found) }
      if let found = Self.word(in: line, after: "method ") {
        let notes = comments.flatMap { $0.split { $0 == "[" || $0 == "]" } }
        let requires = notes.contains("Requires 'more' flag")
        let supports = notes.contains("Supports 'more' flag")
        methods.append(
          Method(name: String(found), requiresMore: requires, supportsMore: requires || supports))
      }
      comments = []
    }
    guard let name, name.contains(".") else { return nil }
    self.name = name
    self.text = text
    self.methods = methods
  }

  private static func word(in line: Substring, after keyword: String) -> Substring? {
    guard line.hasPrefix(keyword) else { return nil }
    let word = line.dropFirst(keyword.count).drop { $0 == " " }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    return word.isEmpty ? nil : word
  }
}
