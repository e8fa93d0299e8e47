import Glibc

/// Which file it is, whatever it is called.
struct FileIdentity: Equatable {
  private let device: UInt
  private let inode: UInt
  /// How many names it has: 0 once it was removed, and lives on in open descriptors alone.
  let names: UInt

  static func == (one: Self, other: Self) -> Bool { one.device == other.device && one.inode == other.inode }

  /// In words that mean the same as long as the file exists.
  var text: String { "\(device) \(inode)" }

  private init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    names = UInt(status.st_nlink)
  }

  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What a name in an open directory stands for.
  init?(of name: String, in directory: Int32) {
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(status)
  }

  enum Lookup {
    case found(FileIdentity)
    case nothing
    /// The file system does not say: neither that it is there nor that it is not.
    case unknown
  }

  /// What a name stands for now; a link is one itself.
  static func lookup(_ path: String) -> Lookup {
    var status = stat()
    if lstat(path, &status) == 0 { return .found(FileIdentity(status)) }
    return errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown
  }
}
