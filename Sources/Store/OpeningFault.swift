/// Why there is no store. Never holds private text.
package enum OpeningFault: Error, Hashable, Sendable {
  /// Written by a newer release; not touched.
  case tooNew(found: Int, supported: Int, path: String)
  /// The directory or the file cannot be used; a sentence that says why.
  case unusable(String)
  /// The disk fails: nobody knows how the file is, and it was not touched. The same may work a moment later.
  case unreadable(String)
  /// Another daemon has the directory; a sentence that names its process.
  case inUse(String)

  var reason: String {
    switch self {
    case .tooNew(let found, _, let path): "\(path) has version \(found)"
    case .unusable(let reason), .unreadable(let reason), .inUse(let reason): reason
    }
  }
}
