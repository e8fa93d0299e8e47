import Delivery

/// A banner as lines of a terminal: the app, the title, the body wrapped to the width, the buttons in a row.
///
/// Invariant: no control character of the banner reaches the terminal, whatever it was given.
struct ConsoleLayout: Sendable {
  /// In columns; every scalar counts as one.
  let width: Int
  let colour: Bool

  private static let narrowest = 20

  init(width: Int, colour: Bool) {
    self.width = max(width, Self.narrowest)
    self.colour = colour
  }

  func lines(appName: String, text: BannerText, progress: Int?) -> [String] {
    var inner = Self.wrapped(Self.clean(appName), width - 2).map { styled($0, "2") }
    inner += Self.wrapped(Self.clean(text.title), width - 2).map { styled($0, "1") }
    if !text.body.isEmpty {
      for line in text.body.split(separator: "\n", omittingEmptySubsequences: false) {
        inner += Self.wrapped(Self.clean(String(line)), width - 2)
      }
    }
    if let progress { inner.append("\(min(max(progress, 0), 100)) %") }
    if !text.actions.isEmpty {
      let buttons = text.actions.enumerated().map { "[\($0.offset + 1)] \(Self.clean($0.element.title))" }
      inner += Self.wrapped(buttons.joined(separator: "  "), width - 2)
    }
    return inner.map { "│ \($0)" } + [""]
  }

  private func styled(_ line: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(line)\u{1B}[0m" : line
  }

  private static func clean(_ text: String) -> String {
    let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      guard scalar.properties.generalCategory == .control else { return scalar }
      return scalar == "\t" ? " " : nil
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Broken at blanks where there are any within the width; never empty.
  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while rest.count > width {
      let head = rest.prefix(width + 1)
      let end = head.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
      let cut = end ?? rest.startIndex + width
      lines.append(string(rest[..<cut]))
      rest = rest[(end.map { $0 + 1 } ?? cut)...]
    }
    return lines + [string(rest)]
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
