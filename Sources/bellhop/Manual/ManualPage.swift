import NotificationModel
import NotificationProtocol

/// A page for `man`, in the macros of man(7). Text is escaped as it is added.
struct ManualPage {
  /// Of the pages that are printed.
  static let names = ["bellhop", "bellhop.conf"]

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
      roff += (isSetIn ? Self.escaped(String(line)) : Self.filled(String(line))) + "\n"
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
    roff += ".TP\n\\fB\(Self.escaped(term))\\fR\(value)\n\(Self.filled(meaning))\n"
  }

  mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    roff +=
      pages.map { page in
        let parts = page.split(separator: "(")
        return ".BR \(Self.escaped(String(parts[0]))) (\(parts[1])"
      }.joined(separator: " ,\n") + "\n"
  }

  /// Escaped, and broken at blanks into lines of at most 80 bytes, as is the custom for roff. None of them is a request.
  private static func filled(_ text: String) -> String {
    // What is not ASCII is read as an escape, such as \[u2026].
    let lines = escaped(text).wrapped(columns: 80, breaksWords: false) { character in
      character.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
    }
    return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(
      separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
