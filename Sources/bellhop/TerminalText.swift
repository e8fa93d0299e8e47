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

/// The columns that a terminal uses for a text: two for what East Asian scripts write wide (Unicode Standard
/// Annex #11) and for emoji, none for marks that combine. wcwidth would need a locale and knows no joined emoji.
func displayWidth(_ text: String) -> Int {
  if text.isPrintableASCII { return text.utf8.count }
  return text.reduce(0) { $0 + ($1.unicodeScalars.map(displayWidth).max() ?? 0) }
}

func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  guard !(0x20..<0x7F).contains(scalar.value) else { return 1 }
  let properties = scalar.properties
  switch properties.generalCategory {
  case .control, .format, .nonspacingMark, .enclosingMark: return 0
  default: break
  }
  switch scalar.value {
  // Vowels and finals of Korean, which stand in the cells of what comes before them.
  case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
    return 2
  default: return properties.isEmojiPresentation ? 2 : 1
  }
}

extension String {
  /// Whether it is shown as it is, a column for each byte.
  fileprivate var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
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

/// At most so many columns of it.
func cut(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var kept = ""
  var width = 0
  for character in text {
    width += displayWidth(String(character))
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
