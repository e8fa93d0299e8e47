/// Why there is no store. Never holds private text.
public enum OpeningFault: Error, Hashable, Sendable {
  /// Written by a newer release; not touched.
  case tooNew(found: Int, supported: Int, path: String)
  /// The directory or the file cannot be used; a sentence that says why.
  case unusable(String)
  /// Another daemon has the directory; a sentence that names its process.
  case inUse(String)
}
