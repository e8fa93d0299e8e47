/// Plain text as servers with `body-markup` want it: what would begin a tag or an entity is escaped. Titles are
/// plain text everywhere and are never escaped.
func escapedMarkup(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
    case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
    case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
    default: escaped.append(scalar)
    }
  }
  return String(escaped)
}
