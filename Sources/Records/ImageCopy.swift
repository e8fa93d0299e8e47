package import NotificationModel

/// An image file that has been examined, and copied if it is to be kept.
package struct ImageCopy: Hashable, Sendable {
  /// The name by which the app's request refers to it.
  package var source: String
  /// The path of the copy within the directory of copies, which may move: a slash and a name. Equal to `source` if no
  /// copy was made.
  package var path: String
  /// Equal for equal contents, and different for different ones.
  package var digest: String
  package var bytes: Int
  /// The file that was read; `nil` where the image came from no file.
  package var file: PictureFile?

  package init(source: String, path: String, digest: String, bytes: Int, file: PictureFile? = nil) {
    self.source = source
    self.path = path
    self.digest = digest
    self.bytes = bytes
    self.file = file
  }
}

/// Copies that are counted together against one limit.
package enum ImageShare: Hashable, Sendable {
  case app(AppID)
  /// Copies of all apps that are not confirmed to exist, so that inventing names gains nothing.
  case notVouchedFor
  case all

  package var limit: Int { self == .all ? Limits.imageBytesInAll : Limits.imageBytesPerApp }
}
