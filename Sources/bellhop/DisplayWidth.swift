/// The columns that a terminal uses for a text: two for what East Asian scripts write wide (Unicode Standard
/// Annex #11) and for emoji, none for marks that combine. wcwidth would need a locale and knows no joined emoji.
func displayWidth(_ text: String) -> Int {
  text.reduce(0) { $0 + ($1.unicodeScalars.map(displayWidth).max() ?? 0) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0x20..<0x7F: return 1
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return 2
  default: break
  }
  let properties = scalar.properties
  switch properties.generalCategory {
  case .control, .format, .nonspacingMark, .enclosingMark: return 0
  default: return properties.isEmojiPresentation ? 2 : 1
  }
}
