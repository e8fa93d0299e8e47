import Glibc
import NotificationModel

/// The directory of the database, and the files in it as the file system sees them.
///
/// What is created here is for the person alone, whatever the umask: directories 0700, files 0600. SQLite
/// gives its log the mode of the database.
struct StateDirectory: ~Copyable {
  static let database = "bellhop.db"
  static let lock = "bellhop.lock"
  private static let fileMode: mode_t = 0o600
  private static let directoryMode: mode_t = 0o700
  /// The files that make up a database.
  private static let suffixes = ["", "-wal", "-shm"]

  let path: String
  private let descriptor: Int32

  /// Creates it with its parents. Refuses one that belongs to, or can be written by, anybody else; the mode
  /// of one that was there already is the person's business.
  init(path: String) throws(OpeningFault) {
    try Self.create(path)
    descriptor = try Self.opened(path)
    self.path = path
  }

  private static func opened(_ path: String) throws(OpeningFault) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OpeningFault(path, errno) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 { return descriptor }
    close(descriptor)
    throw .unusable("\(path) belongs to another user, or can be written by others")
  }

  deinit { close(descriptor) }

  private static func create(_ path: String) throws(OpeningFault) {
    var prefix = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += "\(part)/"
      if mkdir(prefix, directoryMode) == 0 {
        // The umask can have taken away what its owner needs.
        guard chmod(prefix, directoryMode) == 0 else { throw OpeningFault(prefix, errno) }
      } else if errno != EEXIST {
        // A parent may be readable alone; only the last one matters, and opening it tells.
        var status = stat()
        let code = errno
        guard stat(prefix, &status) == 0 else { throw OpeningFault(prefix, code) }
      }
    }
  }

  var databasePath: String { "\(path)/\(Self.database)" }

  /// Opens a regular file of ours, creating it where there is none.
  func openFile(_ name: String) throws(OpeningFault) -> Int32 {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, Self.fileMode)
    guard file >= 0 else { throw OpeningFault("\(path)/\(name)", errno) }
    var status = stat()
    let isOurs = fstat(file, &status) == 0 && status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFREG
    guard isOurs, fchmod(file, Self.fileMode) == 0 else {
      close(file)
      throw .unusable("\(path)/\(name) is no file of this user")
    }
    return file
  }

  /// Sees to it that there is a database file, and that it and its log are for the person alone. Returns what
  /// its first bytes say.
  func prepareDatabase() throws(OpeningFault) -> FileHeader {
    let file = try openFile(Self.database)
    defer { close(file) }
    for suffix in Self.suffixes.dropFirst() {
      _ = fchmodat(descriptor, Self.database + suffix, Self.fileMode, 0)
    }
    // Where the file is new, its name has to be on the disk before anything is promised.
    _ = fsync(descriptor)
    return try FileHeader(file)
  }

  /// Moves the database and its log out of the way, and says what it is called now.
  func moveAside(_ now: Timestamp) throws(OpeningFault) -> String {
    var moment = now.milliseconds
    while faccessat(descriptor, "\(Self.database).corrupt-\(moment)", F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
      moment += 1
    }
    let name = "\(Self.database).corrupt-\(moment)"
    for suffix in Self.suffixes {
      _ = fchmodat(descriptor, Self.database + suffix, Self.fileMode, 0)
      guard renameat(descriptor, Self.database + suffix, descriptor, name + suffix) == 0 || errno == ENOENT
      else { throw OpeningFault("\(path)/\(Self.database)\(suffix)", errno) }
    }
    _ = fsync(descriptor)
    return name
  }

  /// What any change to a database that was closed in order changes too; `nil` while there is a log.
  func stamp() -> String? {
    var status = stat()
    if fstatat(descriptor, "\(Self.database)-wal", &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_size > 0 {
      return nil
    }
    guard fstatat(descriptor, Self.database, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }
}

extension OpeningFault {
  init(_ path: String, _ code: Int32) {
    self = .unusable("\(path): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")")
  }
}
