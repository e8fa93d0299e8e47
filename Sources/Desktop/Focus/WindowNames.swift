extension WindowIdentity {
  /// An app's id is no longer than this (`Limits`), so a longer name can lead to none.
  private static let longestName = 255

  /// Of names that may be missing or say the same.
  init(naming candidates: [String?], process: Int32? = nil) {
    var names: [String] = []
    for case let name? in candidates
    where !name.isEmpty && name.utf8.count <= Self.longestName && !names.contains(name) {
      names.append(name)
    }
    self.init(names: names, process: process)
  }
}
