extension String {
  /// The longest beginning of at most this many bytes that ends between two scalars.
  package func cut(toBytes bound: Int) -> String {
    guard utf8.count > bound else { return self }
    var kept = String.UnicodeScalarView()
    var bytes = 0
    for scalar in unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= bound else { break }
      kept.append(scalar)
    }
    return String(kept)
  }

  /// The number of lines. A carriage return and a line feed end one.
  package var lines: Int {
    var (lines, isAfterReturn) = (1, false)
    for scalar in unicodeScalars {
      if scalar.endsLine, !(isAfterReturn && scalar == "\n") { lines += 1 }
      isAfterReturn = scalar == "\r"
    }
    return lines
  }
}

extension Unicode.Scalar {
  /// Whether a line ends here: a line feed is shown in its place.
  package var endsLine: Bool {
    switch value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether it is one of the tags of `strayTags`.
  package var isTag: Bool { (0xE0000...0xE007F).contains(value) }
}

extension StringProtocol {
  /// Whether the text contains `part`. The library's own `contains` would link the library of regular expressions.
  package func holds(_ part: String) -> Bool {
    part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
  }
}

extension String {
  /// As below. Nearly no text has tags, which all begin with this byte.
  package var strayTags: Set<Int> { utf8.contains(0xF3) ? unicodeScalars.strayTags : [] }
}

extension Sequence<Unicode.Scalar> {
  /// The places of the tag characters that belong to no flag. They are invisible and may hide a text, but in a flag such
  /// as Scotland's, which is a black flag, the letters and digits of the region as tags, and an end (UTS 51, emoji tag
  /// sequences).
  package var strayTags: Set<Int> {
    var (stray, flag): (Set<Int>, [Int]?) = ([], nil)
    for (place, scalar) in enumerated() {
      switch scalar.value {
      case 0x1F3F4: flag = []
      case 0xE0030...0xE0039, 0xE0061...0xE007A:
        stray.insert(place)
        flag?.append(place)
      case 0xE007F:
        if let spelt = flag, !spelt.isEmpty { stray.subtract(spelt) } else { stray.insert(place) }
        flag = nil
      case 0xE0000...0xE007F:
        stray.insert(place)
        flag = nil
      default: flag = nil
      }
    }
    return stray
  }
}
