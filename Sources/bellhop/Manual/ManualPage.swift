import NotificationProtocol

/// A page for `man`, in the macros of man(7). Text is escaped as it is added.
struct ManualPage {
  private(set) var roff: String

  init(_ name: String, section: Int, _ summary: String, of manual: String) {
    roff = """
      .TH \(Self.escaped(name.uppercased())) \(section) \(Version.date) "Bellhop \(Version.current)" "\(manual)"
      .SH NAME
      \(Self.escaped(name)) \\- \(Self.escaped(summary))

      """
  }

  mutating func section(_ title: String) { roff += ".SH \"\(Self.escaped(title))\"\n" }
  mutating func subsection(_ title: String) { roff += ".SS \"\(Self.escaped(title))\"\n" }

  /// Filled, but for lines that are set in: those stay as they are, such as commands and tables.
  mutating func paragraph(_ text: String) {
    var isSetIn = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") != isSetIn {
        isSetIn.toggle()
        roff += isSetIn ? "\(followsHeading ? "" : ".PP\n").nf\n" : ".fi\n.PP\n"
      }
      roff += Self.escaped(String(isSetIn ? line : line.drop { $0 == " " })) + "\n"
    }
    if isSetIn { roff += ".fi\n" }
  }

  /// Another one below what stands there.
  mutating func nextParagraph(_ text: String) {
    roff += text.hasPrefix("  ") ? "" : ".PP\n"
    paragraph(text)
  }

  /// A heading begins a paragraph by itself.
  private var followsHeading: Bool {
    roff.split(separator: "\n").last.map { $0.hasPrefix(".SH") || $0.hasPrefix(".SS") } ?? true
  }

  mutating func entry(_ term: String, value: String? = nil, _ meaning: String) {
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    roff += ".TP\n\\fB\(Self.escaped(term))\\fR\(value)\n\(Self.escaped(meaning))\n"
  }

  mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    roff +=
      pages.map { page in
        let parts = page.split(separator: "(")
        return ".BR \(Self.escaped(String(parts[0]))) (\(parts[1])"
      }.joined(separator: " ,\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case ".", "'": escaped += escaped.isEmpty ? "\\&\(character)" : String(character)
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
