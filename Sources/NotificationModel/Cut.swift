extension String {
  /// No more bytes than these of it, up to a scalar's boundary, so that the rest stays text.
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
}
