/// Width of text in columns of a terminal: two for wide characters of East Asian scripts (Unicode Standard Annex #11)
/// and for emoji, zero for combining marks, one for each vowel of Devanagari that stands beside its letter. The C
/// library and terminals count scalars the same way; wcwidth itself would need a locale.
extension Character {
  /// The scalars that take columns. For an emoji that is joined from several, or made coloured by a selector, only the
  /// first counts: most terminals draw no more, and a program cannot find out about the others.
  package var drawnScalars: [Unicode.Scalar] {
    let scalars = unicodeScalars.filter { $0 != "\u{FE0F}" }
    // Digits have the property Emoji, too, but take one column together with an enclosing mark.
    guard scalars.count > 1, let first = scalars.first, !first.isASCII, first.properties.isEmoji else {
      return Array(scalars)
    }
    // A flag is two letters, a column each.
    return [first] + scalars.dropFirst().filter(\.isRegional)
  }

  package var displayWidth: Int {
    if let byte = utf8.first, utf8.count == 1, (0x20..<0x7F).contains(byte) { return 1 }
    return drawnScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension StringProtocol {
  package var displayWidth: Int {
    isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// Whether all characters are printable ASCII, and so take a column for each byte.
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension Unicode.Scalar {
  fileprivate var isRegional: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  package var displayWidth: Int {
    guard !(0x20..<0x7F).contains(value) else { return 1 }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    case .unassigned: return 1
    default: break
    }
    switch value {
    // Vowels and finals of Korean are drawn in the columns of the scalar before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
      0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation && !isRegional ? 2 : 1
    }
  }
}

extension String {
  /// The text in lines of at most so many columns, broken at blanks, or within a word that is wider than a line
  /// where that `breaksWords`. At a break blanks are left out; a character that is wider than a line has one to itself.
  package func wrapped(
    columns: Int, breaksWords: Bool = true, measure: (Character) -> Int = { $0.displayWidth }
  ) -> [Substring] {
    var lines: [Substring] = []
    var rest = self[...]
    while true {
      var (end, width) = (rest.startIndex, 0)
      while end < rest.endIndex {
        width += measure(rest[end])
        guard width <= columns || end == rest.startIndex else { break }
        rest.formIndex(after: &end)
      }
      guard end < rest.endIndex else { return lines + [rest] }
      var blank = rest[...end].lastIndex(of: " ")
      if blank == nil, !breaksWords {
        blank = rest[end...].firstIndex(of: " ")
        if blank == nil { return lines + [rest] }
      }
      let line = rest[..<(blank ?? end)]
      let last = line.lastIndex { $0 != " " }
      // Blanks alone are no line: the word behind them is broken.
      lines.append(last.map { line[...$0] } ?? rest[..<end])
      rest = rest[(last == nil ? end : blank ?? end)...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
  }
}
