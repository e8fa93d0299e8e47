import Delivery
import NotificationModel

/// A banner as lines of a terminal: the app, the title, the body wrapped to the width, the buttons in a row.
///
/// Invariant: no control character of a banner's text reaches the terminal.
struct ConsoleLayout: Sendable {
  /// In columns.
  let width: Int
  let colour: Bool

  private static let narrowest = 20

  init(width: Int, colour: Bool) {
    self.width = max(width, Self.narrowest)
    self.colour = colour
  }

  func lines(appName: String, text: BannerText, progress: Int?) -> [String] {
    var inner = wrapped(appName).map { styled($0, "2") }
    inner += wrapped(text.title).map { styled($0, "1") }
    if !text.body.isEmpty {
      for line in text.body.split(separator: "\n", omittingEmptySubsequences: false) {
        inner += wrapped(line)
      }
    }
    if let progress { inner.append("\(min(max(progress, 0), 100)) %") }
    if !text.actions.isEmpty {
      let buttons = text.actions.enumerated().map { "[\($0.offset + 1)] \($0.element.title)" }
      inner += wrapped(buttons.joined(separator: "  "))
    }
    return inner.map { "│ \($0)" } + [""]
  }

  private func styled(_ line: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(line)\u{1B}[0m" : line
  }

  /// Wrapped to the width that the border at the left leaves.
  private func wrapped(_ text: some StringProtocol) -> [String] {
    Self.clean(text).wrapped(columns: width - 2).map(String.init)
  }

  private static func clean(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      guard scalar.properties.generalCategory == .control else { return scalar }
      return scalar == "\t" ? " " : nil
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
