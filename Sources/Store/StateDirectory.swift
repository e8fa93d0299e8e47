import EventLoop
import Glibc
import NotificationModel

/// The directory of the database, and the files in it as the file system sees them.
///
/// What is created here is for the person alone, whatever the umask: directories 0700, files 0600. SQLite
/// gives its log the mode of the database.
struct StateDirectory: ~Copyable {
  static let database = "bellhop.db"
  static let log = "bellhop.db-wal"
  static let lock = "bellhop.lock"
  private static let fileMode: mode_t = 0o600
  private static let directoryMode: mode_t = 0o700
  /// A database that takes the place of a damaged one, once it is whole.
  static let successor = "bellhop.db.next"
  /// The names of databases that were set aside begin with one of these.
  private static let damaged = "\(database).corrupt-"
  static let replaced = "\(database).replaced-"
  /// What is being made of a database, or was when a process died.
  static let draft = "bellhop.db.draft"
  /// What a damaged database is read from where it cannot be read as it is.
  static let replica = "bellhop.db.replica"
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
    let code = fstat(file, &status) == 0 ? 0 : errno
    let isOurs = status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFREG
    if code == 0, isOurs, fchmod(file, Self.fileMode) == 0 { return file }
    let fault = code != 0 ? code : errno
    close(file)
    guard code != 0 || isOurs else { throw .unusable("\(path)/\(name) is no file of this user") }
    throw OpeningFault("\(path)/\(name)", fault)
  }

  /// Sees to it that the database and its log are for the person alone.
  func prepareDatabase() {
    for suffix in Self.suffixes.dropFirst() {
      _ = fchmodat(descriptor, Self.database + suffix, Self.fileMode, 0)
    }
    // Where the file is new, its name has to be on the disk before anything is promised.
    _ = fsync(descriptor)
  }

  /// Bytes of a regular file; 0 where there is none.
  func size(of name: String) throws(OpeningFault) -> Int {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else { throw OpeningFault(path(of: name), errno) }
      return 0
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }

  /// Whether its path leads to this very directory.
  var isInPlace: Bool { FileIdentity(of: descriptor) == FileIdentity(of: "\(path)/.", in: AT_FDCWD) }

  /// What a name stands for.
  func identity(of name: String) -> FileIdentity? { FileIdentity(of: name, in: descriptor) }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Takes away a file of ours, and what SQLite may have left beside it.
  func remove(_ name: String) {
    for suffix in Self.suffixes + ["-journal"] { unlinkat(descriptor, name + suffix, 0) }
  }

  /// The log and its index, which belong to a database that is in them no more.
  func removeLog() {
    for suffix in Self.suffixes.dropFirst() { unlinkat(descriptor, Self.database + suffix, 0) }
  }

  /// Copies the bytes from an offset on to the same place of another file of ours; nothing where there is no file.
  func copy(_ name: String, to other: String, from start: Int = 0) throws(OpeningFault) {
    let source = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard source >= 0 else {
      guard errno == ENOENT else { throw OpeningFault(path(of: name), errno) }
      return
    }
    defer { close(source) }
    let target = try openFile(other)
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var offset = start
    while true {
      let count = pread(source, &buffer, buffer.count, offset)
      guard count >= 0 else { throw OpeningFault(path(of: name), errno) }
      guard count > 0 else { return }
      // On a disk that is almost full less may be written; the next attempt then says why.
      let written = pwrite(target, buffer, count, offset)
      guard written > 0 else { throw OpeningFault(path(of: other), errno) }
      offset += written
    }
  }

  /// Has a whole file reach the disk, and go by another name from then on; never one that is taken, unless it
  /// `replaces` what has it.
  func rename(_ name: String, to other: String, replaces: Bool = false) throws(OpeningFault) {
    let file = try openFile(name)
    defer { close(file) }
    guard fsync(file) == 0 else { throw OpeningFault(path(of: name), errno) }
    if !replaces, try take(other, for: name) { return try reachDisk() }
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw OpeningFault(path(of: other), errno)
    }
    try reachDisk()
  }

  /// Gives a file a name that must be free; `false` where the file system cannot do that in one step, and the name is
  /// free. Nobody else takes names here: the directory is this process's.
  private func take(_ name: String, for file: String) throws(OpeningFault) -> Bool {
    if linkat(descriptor, file, descriptor, name, 0) == 0 {
      unlinkat(descriptor, file, 0)
      return true
    }
    let code = errno
    guard [EPERM, ENOTSUP, EMLINK].contains(code), !has(name) else {
      throw OpeningFault(path(of: name), code)
    }
    return false
  }

  private func reachDisk() throws(OpeningFault) {
    guard fsync(descriptor) == 0 else { throw OpeningFault(path, errno) }
  }

  /// What a damaged database is to be called from now on.
  func nameAside(_ now: Timestamp) -> String {
    var moment = now.milliseconds
    func name() -> String { "\(Self.damaged)\(moment)" }
    while has(name()) || has(name() + "-wal") { moment += 1 }
    return name()
  }

  /// Moves the database and its log out of the way, or the log alone where the database is sound. The log's index
  /// holds nothing that is not in the log.
  func moveAside(to name: String, logAlone: Bool = false) throws(OpeningFault) {
    if try size(of: Self.log) == 0 { unlinkat(descriptor, Self.log, 0) }
    unlinkat(descriptor, "\(Self.database)-shm", 0)
    for suffix in logAlone ? ["-wal"] : ["-wal", ""] {
      _ = fchmodat(descriptor, Self.database + suffix, Self.fileMode, 0)
      guard renameat(descriptor, Self.database + suffix, descriptor, name + suffix) == 0 || errno == ENOENT
      else { throw OpeningFault("\(path)/\(Self.database)\(suffix)", errno) }
    }
    _ = fsync(descriptor)
  }

  /// The paths of the databases that were set aside here, and of their logs.
  var setAside: [String] {
    let path = path
    return namesSetAside.map { "\(path)/\($0)" }
  }

  private var namesSetAside: [String] {
    let file = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0, let names = try? FileDescriptor(owning: file).names(atMost: .max) else { return [] }
    return names.filter { name in
      [Self.damaged, Self.replaced].contains(where: name.hasPrefix) && isFile(name)
    }.sorted()
  }

  private func isFile(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Deletes these files. A file that the system keeps stays.
  func removeSetAside() {
    for name in namesSetAside { unlinkat(descriptor, name, 0) }
    _ = fsync(descriptor)
  }

  /// What any change to a database that was closed in order changes too; `nil` while there is a log.
  func stamp() -> String? {
    var status = stat()
    if fstatat(descriptor, Self.log, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_size > 0 {
      return nil
    }
    guard fstatat(descriptor, Self.database, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }
}

extension OpeningFault {
  init(_ path: String, _ fault: SQLiteFault) {
    self = fault.mayPass ? .unreadable("\(path): \(fault.reason)") : .unusable("\(path): \(fault.reason)")
  }

  /// What keeps on failing until somebody does something about it; everything else may pass by itself.
  private static let lasting = [
    EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EROFS, EEXIST, EINVAL, ENOTSUP,
  ]

  init(_ path: String, _ code: Int32) {
    let reason = "\(path): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    self = Self.lasting.contains(code) ? .unusable(reason) : .unreadable(reason)
  }
}
