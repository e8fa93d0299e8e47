import NotificationModel

/// Text of a notification on its way to a terminal or a bar, which would obey what stands in it: control characters are
/// shown by their pictures (U+2400…), characters that steer writing direction or show nothing are left out, and a blank
/// breaks the opening of a tag of lemonbar's kind, with which polybar runs commands. By scalars: a bar knows no
/// characters, and a sign with a mark on it is the sign all the same.
func visible(_ text: String, keepingLines: Bool = false) -> String {
  // Most text is nothing else, and a list may have ten thousand lines of it.
  if text.isPrintableASCII, !text.utf8.opensTag { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control: shown.append(picture(of: scalar, keepingLines: keepingLines))
    // Emoji and several scripts are joined by these two.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
    case .lineSeparator, .paragraphSeparator: shown.append(" ")
    default:
      if scalar == "{", shown.last == "%" { shown.append(" ") }
      shown.append(scalar)
    }
  }
  return String(shown)
}

private func picture(of control: Unicode.Scalar, keepingLines: Bool) -> Unicode.Scalar {
  switch control.value {
  case 0x0A: keepingLines ? "\n" : " "
  case 0x09: " "
  case 0..<0x20: Unicode.Scalar(0x2400 + control.value) ?? "\u{FFFD}"
  case 0x7F: "\u{2421}"
  default: "\u{FFFD}"
  }
}

/// The text in lines of at most so many columns. Without `columns`, or with too few to be read, it is one line.
func wrapped(_ text: String, to columns: Int?) -> [String] {
  guard let columns, columns >= 20 else { return [text] }
  return text.wrapped(columns: columns).map(String.init)
}

extension String.UTF8View {
  /// Whether "%{" is in it.
  fileprivate var opensTag: Bool {
    var isOpen = false
    for byte in self {
      if isOpen, byte == UInt8(ascii: "{") { return true }
      isOpen = byte == UInt8(ascii: "%")
    }
    return false
  }
}

/// With blanks behind it, at least so many columns.
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - text.displayWidth))
}

/// At most so many columns of it.
func cut(_ text: String, to columns: Int) -> String {
  guard text.displayWidth > columns else { return text }
  var kept = ""
  var width = 0
  for character in text {
    width += character.displayWidth
    guard width < columns else { break }
    kept.append(character)
  }
  return kept + "…"
}

/// Emphasis on a terminal; plain text elsewhere.
struct Style: Sendable {
  let isColoured: Bool
  /// Whether everything is a line of its own, for a screen reader: no columns, no signs in place of words.
  let isPlain: Bool

  static let plain = Style(isColoured: false, isPlain: true)

  init(isColoured: Bool, isPlain: Bool = false) {
    (self.isColoured, self.isPlain) = (isColoured, isPlain)
  }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
