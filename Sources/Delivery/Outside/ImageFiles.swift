import Guidelines
import NotificationModel
package import Records

/// Why a file is not taken. Never contains its name or content.
package enum ImageFault: Error, Hashable, Sendable {
  case empty, link, notRegular, gone, notAllowed
  /// The system's own words for another fault of the file.
  case unreadable(String)
  /// It is no whole picture of a known kind, or has too many pixels.
  case noPicture
  /// The file's size in bytes.
  case tooLarge(Int)
  /// It has not answered for a while.
  case silent
  /// The limit of files that wait to be examined is reached.
  case busy(limit: Int)
  /// The copy could not be stored.
  case notKept(String)
  /// No files are read for the poster.
  case foreign
  /// The pictures of unread notifications leave no room for its copy.
  case noRoom
  /// The name of an icon that no installed theme has.
  case noIcon
}

extension ImageFault {
  /// The cause, as a part of a sentence.
  var reason: Reason {
    switch self {
    case .empty: Reason(.fileEmpty)
    case .link: Reason(.fileIsLink)
    case .notRegular: Reason(.fileNotRegular)
    case .gone: Reason(.fileGone)
    case .notAllowed: Reason(.fileNotAllowed)
    case .unreadable(let why): Reason(.fileUnreadable, .name(why))
    case .noPicture: Reason(.fileNoPicture)
    case .tooLarge(let bytes): Reason(.fileTooLarge, .count(bytes), .count(Limits.imageBytes))
    case .silent: Reason(.fileSilent)
    case .busy(let limit): Reason(.filesWait, .count(limit))
    case .notKept(let why): Reason(.fileNotCopied, .name(why))
    case .foreign: Reason(.fileForeign)
    case .noRoom: Reason(.imagesLeftOut)
    case .noIcon: Reason(.noSuchIcon)
    }
  }
}

/// A picture that a post names and comes without.
struct LostImage {
  /// The path of its field in the call.
  let field: String
  let fault: ImageFault

  var ruling: Ruling {
    let isAvatar = field == NotificationRequest.avatarField
    return Ruling(
      PictureFiles.name, .leftOut, isAvatar ? .avatarNotTaken : .imageNotTaken, .reason(fault.reason))
  }

  /// Its field in the notification, and what its author can do.
  var advice: (field: String, cause: Remark.Message) {
    let cause: Remark.Message =
      switch fault {
      case .tooLarge: .fileTooLarge
      case .empty, .noPicture: .fileIsNoPicture
      case .link, .notRegular, .gone, .notAllowed, .unreadable, .silent, .busy, .notKept, .foreign, .noRoom,
        .noIcon:
        .fileNotTaken
      }
    return (String(field.trimmingPrefix("notification.")), cause)
  }
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
