package import NotificationModel

/// An image file that was looked at, and copied where it is to be kept.
package struct ImageCopy: Hashable, Sendable {
  /// What the app called it.
  package var source: String
  /// Where the copy lies within the directory of copies, which may be another tomorrow: its name after a slash.
  /// `source` where none was made.
  package var path: String
  /// Equal for equal content, and for no other.
  package var digest: String
  package var bytes: Int

  package init(source: String, path: String, digest: String, bytes: Int) {
    self.source = source
    self.path = path
    self.digest = digest
    self.bytes = bytes
  }
}

/// Why a file is not taken. Never says which file, or what is in it.
package enum ImageFault: Error, Hashable, Sendable {
  /// What is wrong with it, as a predicate.
  case unusable(String)
  /// It has so many bytes.
  case tooLarge(Int)
  /// So many wait to be looked at, and no more may.
  case busy(limit: Int)
  /// The copy could not be made safe.
  case notKept(String)
}

/// Looks at files, and keeps copies of them. It may take as long as it likes.
package protocol ImageFiles: Sendable {
  /// `then` is called once, on any thread, with a result for each path; or never, once it is not `isWanted`, which
  /// is asked on any thread. `process` asks for it: no other waits behind what it names. Unless it `copies`, it only
  /// looks.
  func take(
    _ paths: [String], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void)
  /// Goes on with what waits behind files that do not answer. To be called a while after each `take`.
  func relieve()
  /// Copies that are no longer needed.
  func remove(_ paths: [String])
}

/// Copies that count together against one bound.
package enum ImageShare: Hashable, Sendable {
  case app(AppID)
  /// Of all apps that nothing but their own word says exist: inventing names gains nothing.
  case notVouchedFor
  case all

  var limit: Int { self == .all ? Limits.imageBytesInAll : Limits.imageBytesPerApp }
}
