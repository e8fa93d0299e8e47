extension String {
  /// How often the other one is in it.
  package func components(of other: String) -> Int {
    split(separator: other, omittingEmptySubsequences: false).count - 1
  }
}
