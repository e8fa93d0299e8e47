import NotificationModel

/// Makes text of a notification safe for a terminal or a bar, which would execute sequences in it. Control characters
/// become their pictures (U+2400…), characters for writing direction and invisible ones are left out, and a blank
/// breaks the opening of a tag of lemonbar's kind, by which polybar runs commands. Works on scalars, as bars do: a mark
/// combined with a character does not hide the character from them.
func visible(_ text: String, keepingLines: Bool = false) -> String {
  // The usual case, which matters for a list of ten thousand lines.
  if text.isPrintableASCII, !text.utf8.opensTag { return text }
  var shown = String.UnicodeScalarView()
  let strayTags = text.strayTags
  for (place, scalar) in text.unicodeScalars.enumerated() {
    switch scalar.properties.generalCategory {
    case .control: shown.append(picture(of: scalar, keepingLines: keepingLines))
    // Emoji and several scripts need these two joiners, and flags their tags.
    case .format
    where scalar != "\u{200C}" && scalar != "\u{200D}" && !(scalar.isTag && !strayTags.contains(place)):
      continue
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

/// The text in lines of at most `columns`. One line for `nil`, or for fewer than 20 columns.
func wrapped(_ text: String, to columns: Int?) -> [String] {
  guard let columns, columns >= 20 else { return [text] }
  return text.wrapped(columns: columns).map(String.init)
}

extension String.UTF8View {
  /// True if "%{" is in it.
  fileprivate var opensTag: Bool {
    var isOpen = false
    for byte in self {
      if isOpen, byte == UInt8(ascii: "{") { return true }
      isOpen = byte == UInt8(ascii: "%")
    }
    return false
  }
}

/// The text, padded with blanks to this width.
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - text.displayWidth))
}

/// The text, cut to this width.
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
