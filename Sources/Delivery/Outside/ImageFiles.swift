package import Records

/// Why a file is refused. Never contains its name or content.
package enum ImageFault: Error, Hashable, Sendable {
  /// The fault, as a predicate: "is no image".
  case unusable(String)
  /// The file's size in bytes.
  case tooLarge(Int)
  /// The limit of files that wait to be examined is reached.
  case busy(limit: Int)
  /// The copy could not be stored.
  case notKept(String)
  /// The name of an icon that no installed theme has.
  case noIcon
}

/// The source of the bytes of an image.
package enum ImageSource: Sendable {
  /// The file at this path.
  case file(String)
  /// The theme icon of this name. Its file is not read.
  case icon(String)
  /// Bytes made by the function, on a thread of the copies. `name` stands for the image in its request. `holding`: the
  /// bytes of memory that it is made of.
  case made(name: String, holding: Int, @Sendable () -> [UInt8])

  package var name: String {
    switch self {
    case .file(let path): path
    case .icon(let name): name
    case .made(let name, _, _): name
    }
  }

  /// The memory that waits for the copy.
  package var heldBytes: Int { if case .made(_, let bytes, _) = self { bytes } else { 0 } }
}

/// Examines image files and keeps copies of them. May take any time.
package protocol ImageFiles: Sendable {
  /// `then` is called once, on any thread, with a result for each source, or never if `isWanted`, which is called on
  /// any thread, returns false. `process`: the process that asks; a slow file holds up the files of its own process
  /// only. Unless it `copies`, it only examines the files.
  func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void)
  /// Lets files pass that wait behind files that do not answer. To be called a while after each `prepare`.
  func bypassStuckFiles()
  /// Removes copies that are no longer needed.
  func remove(_ paths: [String])
}
