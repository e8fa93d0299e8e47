import EventLoop
import Glibc
import NotificationModel

/// The directory of the database, and the files in it as the file system sees them.
///
/// Directories are created with mode 0700 and files with 0600, against any umask. SQLite gives its log the mode of the
/// database.
struct StateDirectory: ~Copyable {
  static let database = "bellhop.db"
  static let log = "\(database)-wal"
  static let index = "\(database)-shm"
  /// SQLite's way back out of a transaction before the file has a log: while it makes a new one.
  static let journal = "\(database)-journal"
  static let lock = "bellhop.lock"
  /// The database that replaces a damaged one once it is whole.
  static let draft = "\(database).draft"
  /// A copy of the database that counts for nothing: mended, of a damaged one that cannot be read in place, or without
  /// old bytes, for a rebuild.
  static let replica = "\(database).replica"
  private static let fileMode: mode_t = 0o600
  private static let directoryMode: mode_t = 0o700
  /// The files that make up a database.
  private static let suffixes = ["", "-wal", "-shm"]

  /// Why a database was set aside: its name begins with this, and ends with the time.
  enum Reason: String, CaseIterable {
    case damaged = "bellhop.db.corrupt-"
    case earlierVersion = "bellhop.db.earlier-"
  }

  let path: String
  private let descriptor: Int32

  /// Creates it with its parents. Refuses one that belongs to another user, or that other users can write; any other
  /// mode of one that was there already is the person's business.
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

  /// Makes the missing directories, each once the name of the one above is on the disk: a start that dies here leaves
  /// the last name alone unsynced, and the next start syncs that.
  private static func create(_ path: String) throws(OpeningFault) {
    var prefix = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in path.split(separator: "/") {
      let above = prefix
      prefix += "\(part)/"
      var status = stat()
      if stat(prefix, &status) == 0 { continue }
      if !above.isEmpty { try syncName(of: above) }
      if mkdir(prefix, directoryMode) == 0 {
        // The umask can have removed the owner's own permissions.
        guard chmod(prefix, directoryMode) == 0 else { throw OpeningFault(prefix, errno) }
      } else if errno != EEXIST {
        throw OpeningFault(prefix, errno)
      }
    }
    try syncName(of: prefix)
  }

  private static func syncName(of path: String) throws(OpeningFault) {
    do throws(SystemError) { try FileDescriptor.syncName(of: path) } catch {
      throw OpeningFault(path, error.code)
    }
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  // MARK: Files

  /// Opens a regular file of ours, and creates it if it is missing.
  func openFile(_ name: String) throws(OpeningFault) -> Int32 {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, Self.fileMode)
    guard file >= 0 else { throw OpeningFault(path(of: name), errno) }
    var status = stat()
    let code = fstat(file, &status) == 0 ? 0 : errno
    let isOurs = status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFREG
    if code == 0, isOurs, fchmod(file, Self.fileMode) == 0 { return file }
    let fault = code != 0 ? code : errno
    close(file)
    guard code != 0 || isOurs else { throw .unusable("\(path(of: name)) is no file of this user") }
    throw OpeningFault(path(of: name), fault)
  }

  /// Creates an empty file, or empties the one that is there: its name is never free in between.
  func clear(_ name: String) throws(OpeningFault) {
    let file = try openFile(name)
    defer { close(file) }
    guard ftruncate(file, 0) == 0 else { throw OpeningFault(path(of: name), errno) }
    try sync()
  }

  /// Returns the path of an empty replica.
  func beginReplica() throws(OpeningFault) -> String {
    try clear(Self.replica)
    return path(of: Self.replica)
  }

  /// Refuses anything but a file at the names that SQLite opens by itself: of a pipe it would wait for the writer.
  func requireFiles() throws(OpeningFault) {
    for database in [Self.database, Self.draft, Self.replica] {
      for name in (Self.suffixes + ["-journal"]).map({ database + $0 }) {
        guard let status = try status(of: name), !Self.isFile(status) else { continue }
        throw .unusable("\(path(of: name)) is no regular file")
      }
    }
  }

  /// Sees to it that the database and its log are for the person alone.
  func prepareDatabase() {
    for suffix in Self.suffixes.dropFirst() {
      _ = fchmodat(descriptor, Self.database + suffix, Self.fileMode, 0)
    }
    // Where the file is new, its name has to be on the disk before anything is promised.
    _ = fsync(descriptor)
  }

  /// `nil` if it is missing; throws where the system does not say whether it is there.
  private func status(of name: String) throws(OpeningFault) -> stat? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return status }
    let code = errno
    guard code == ENOENT else { throw OpeningFault(path(of: name), code) }
    return nil
  }

  func has(_ name: String) throws(OpeningFault) -> Bool { try status(of: name) != nil }

  /// Bytes of a regular file; 0 if it is missing.
  func size(of name: String) throws(OpeningFault) -> Int {
    guard let status = try status(of: name), Self.isFile(status) else { return 0 }
    return Int(status.st_size)
  }

  private static func isFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Removes a file of ours, and SQLite's files beside it.
  func remove(_ name: String) {
    for suffix in Self.suffixes + ["-journal"] { unlinkat(descriptor, name + suffix, 0) }
  }

  /// Copies a file to another of ours; nothing where there is no file.
  func copy(_ name: String, to other: String) throws(OpeningFault) {
    let source = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard source >= 0 else {
      guard errno == ENOENT else { throw OpeningFault(path(of: name), errno) }
      return
    }
    defer { close(source) }
    let target = try openFile(other)
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var offset = 0
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

  /// Has a whole file reach the disk, and go by another name from then on.
  func rename(_ name: String, to other: String) throws(OpeningFault) {
    let file = try openFile(name)
    defer { close(file) }
    guard fsync(file) == 0 else { throw OpeningFault(path(of: name), errno) }
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw OpeningFault(path(of: other), errno)
    }
    try sync()
  }

  private func sync() throws(OpeningFault) {
    guard fsync(descriptor) == 0 else { throw OpeningFault(path, errno) }
  }

  /// A text that changes with every change to an orderly closed database; `nil` while there is a log, or may be one.
  func stamp() -> String? {
    guard let log = try? size(of: Self.log), log == 0, let status = try? status(of: Self.database) else {
      return nil
    }
    return "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }

  // MARK: Databases that were set aside

  /// The name of a database that is set aside now: it sorts behind all others set aside for this reason, and behind
  /// their logs.
  func nameAside(_ reason: Reason, _ now: Timestamp) throws(OpeningFault) -> String {
    let last =
      try filesSetAside().filter { $0.name.hasPrefix(reason.rawValue) }.map { $0.time &+ 1 }.max() ?? 0
    return "\(reason.rawValue)\(max(now.milliseconds, last))"
  }

  /// The damaged database that was set aside last.
  func lastDamaged() throws(OpeningFault) -> String? {
    try filesSetAside().filter { $0.name == "\(Reason.damaged.rawValue)\($0.time)" }
      .max { $0.time < $1.time }?.name
  }

  /// Moves the database out of the way, and then its log and journal: left behind, they would be taken for those of the
  /// next database. The log's index holds nothing that is not in the log. No other file is overwritten.
  func moveAside(to name: String) throws(OpeningFault) {
    try removeEmptyLog(of: Self.database)
    for suffix in ["", "-wal", "-journal"] {
      let (file, other) = (Self.database + suffix, name + suffix)
      guard try has(file) else { continue }
      guard try !has(other) else { throw .unusable("\(path(of: other)) is in the way of \(file)") }
      _ = fchmodat(descriptor, file, Self.fileMode, 0)
      guard renameat(descriptor, file, descriptor, other) == 0 else {
        throw OpeningFault(path(of: file), errno)
      }
      // A disk may lose the first of two moves alone; the database would then stand there without its log.
      try sync()
    }
  }

  /// Removes the empty log that SQLite leaves beside a database that it has read.
  func removeEmptyLog(of name: String) throws(OpeningFault) {
    if try size(of: "\(name)-wal") == 0 { unlinkat(descriptor, "\(name)-wal", 0) }
    unlinkat(descriptor, "\(name)-shm", 0)
  }

  /// The paths of the databases that were set aside here, and of their logs and journals.
  var setAside: [String] {
    let path = path
    return ((try? filesSetAside()) ?? []).map { "\(path)/\($0.name)" }
  }

  /// Deletes those that were set aside before that time, or all. A file that the system keeps stays.
  func removeSetAside(before time: Timestamp?) {
    for file in (try? filesSetAside()) ?? [] where time.map({ file.time < $0.milliseconds }) ?? true {
      unlinkat(descriptor, file.name, 0)
    }
    _ = fsync(descriptor)
  }

  private func filesSetAside() throws(OpeningFault) -> [(name: String, time: Int64)] {
    var files: [(name: String, time: Int64)] = []
    for name in try names().sorted() {
      guard let reason = Reason.allCases.first(where: { name.hasPrefix($0.rawValue) }) else { continue }
      let digits = name.dropFirst(reason.rawValue.count).prefix { $0.isASCII && $0.isNumber }
      if let time = Int64(digits), mayBeFile(name) { files.append((name, time)) }
    }
    return files
  }

  private func names() throws(OpeningFault) -> [String] {
    let raw = descriptor
    do throws(SystemError) {
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
      let directory = FileDescriptor(owning: try systemCall("openat") { openat(raw, ".", flags) })
      return try directory.names(atMost: .max)
    } catch {
      throw OpeningFault(path, error.code)
    }
  }

  /// Also where the disk does not let it be looked at.
  private func mayBeFile(_ name: String) -> Bool {
    do throws(OpeningFault) { return try status(of: name).map(Self.isFile) ?? false } catch { return true }
  }
}

/// Why there is no store. Never holds private text.
package enum OpeningFault: Error, Hashable, Sendable {
  /// Written by a newer release; not touched.
  case tooNew(found: Int, supported: Int, path: String)
  /// The directory or the file cannot be used; a sentence that says why.
  case unusable(String)
  /// The disk fails: the file's state is unknown, and it was not touched. The same may work a moment later.
  case unreadable(String)
  /// Another daemon has the directory; a sentence that names its process.
  case inUse(String)

  init(_ path: String, _ fault: SQLiteFault) {
    self = fault.mayPass ? .unreadable("\(path): \(fault.reason)") : .unusable("\(path): \(fault.reason)")
  }

  /// Errors that last until a person acts; all others may pass by themselves.
  private static let lasting = [
    EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EROFS, EEXIST, EINVAL, ENOTSUP,
  ]

  init(_ path: String, _ code: Int32) {
    let reason = "\(path): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    self = Self.lasting.contains(code) ? .unusable(reason) : .unreadable(reason)
  }
}
