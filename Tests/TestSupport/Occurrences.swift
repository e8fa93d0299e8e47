extension String {
  /// The number of occurrences of the other text.
  package func components(of other: String) -> Int {
    split(separator: other, omittingEmptySubsequences: false).count - 1
  }
}
