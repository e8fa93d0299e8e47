extension StringProtocol {
  /// Whether this text stands anywhere in it. The library's own `contains` comes with regular expressions, which no
  /// program is to carry.
  package func holds(_ part: String) -> Bool {
    part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
  }
}
