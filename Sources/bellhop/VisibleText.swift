/// Text of a notification on its way to a terminal, which would obey what stands in it: control characters are
/// shown by their pictures (U+2400…), characters that steer writing direction or show nothing are left out.
func visible(_ text: String, keepingLines: Bool = false) -> String {
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control: shown.append(picture(of: scalar, keepingLines: keepingLines))
    // Emoji and several scripts are joined by these two.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
    case .lineSeparator, .paragraphSeparator: shown.append(" ")
    default: shown.append(scalar)
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
