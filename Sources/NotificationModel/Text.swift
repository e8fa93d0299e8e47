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
}

extension StringProtocol {
  /// Whether the text contains `part`. The library's own `contains` would link the library of regular expressions.
  package func holds(_ part: String) -> Bool {
    part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
  }
}
