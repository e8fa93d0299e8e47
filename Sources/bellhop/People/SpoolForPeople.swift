import BellhopClient
import CLinux
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// Notifications that root leaves for persons without a reachable daemon: in a directory for each person, which only
/// the person can read and only root can write. This needs an access control list: groups may have other members, and
/// the owner of a file could change it.
///
/// Invariant: a file with a valid name is whole and synced to the disk.
struct SpoolForPeople {
  /// More than root leaves for any person.
  private static let mostNames = 100_000
  private static let draft = "."
  /// Age in seconds at which a draft counts as abandoned.
  private static let draftAge: Int64 = 3_600

  var path = KeptName.directory

  /// Leaves a notification for this user.
  func keep(_ notification: JSON, for user: UInt32, at now: Timestamp) throws(Failure) {
    let bytes = Array(notification.text.utf8)
    guard bytes.count <= KeptName.bytes else {
      throw Failure(.tooLarge(field: "notification", limit: KeptName.bytes, given: bytes.count))
    }
    let name = KeptName(at: now, number: .random(in: 0...UInt64.max)).text
    do throws(SystemError) {
      let spool = try made()
      let directory = try directory(of: user, in: spool)
      // Also of directories that another process made, and died before it had synced them.
      try FileDescriptor.syncName(of: path)
      try systemCall("fsync") { fsync(spool.raw) }
      try write(bytes, to: name, in: directory, for: user)
    } catch {
      throw .failed("nothing can be left in \(path): \(Self.reason(error))")
    }
  }

  /// Removes expired files and abandoned drafts of all persons. Failed removals are repeated the next time.
  func removeExpired(_ now: Timestamp) {
    guard let spool = try? Self.open(path, in: AT_FDCWD), let users = try? spool.names(atMost: Self.mostNames)
    else { return }
    for user in users where UInt32(user) != nil {
      guard let directory = try? Self.open(user, in: spool.raw) else { continue }
      let names = (try? directory.names(atMost: Self.mostNames)) ?? []
      let over = KeptName.over(among: names.compactMap(KeptName.init), now: now).map(\.text)
      for name in over + names.filter({ Self.isLost($0, now) }) { unlinkat(directory.raw, name, 0) }
    }
  }

  /// True for the draft of a process that has ended since.
  private static func isLost(_ name: String, _ now: Timestamp) -> Bool {
    guard name.hasPrefix(draft), let draft = KeptName(String(name.dropFirst(draft.utf8.count))) else {
      return false
    }
    return !draft.isWithin(seconds: draftAge, of: now)
  }

  private func made() throws(SystemError) -> FileDescriptor {
    let isNew = mkdir(path, 0o755) == 0
    let spool = try Self.open(path, in: AT_FDCWD)
    // Independent of the umask. Readable for all, so that a daemon can notice its new directory.
    if isNew { try systemCall("fchmod") { fchmod(spool.raw, 0o755) } }
    return spool
  }

  /// Creates the directory under a draft name, so that it has its access control list before its final name.
  private func directory(of user: UInt32, in spool: borrowing FileDescriptor) throws(SystemError)
    -> FileDescriptor
  {
    let (raw, name) = (spool.raw, "\(user)")
    do throws(SystemError) {
      let directory = try Self.open(name, in: raw)
      // Restores the access control list, which a backup may have lost.
      try systemCall("fsetxattr") { clinux_share_with(directory.raw, 0o7, user, 0o5) }
      return directory
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    let draft = "\(Self.draft)\(name)-\(UInt64.random(in: 0...UInt64.max))"
    try systemCall("mkdirat") { mkdirat(raw, draft, 0o700) }
    do throws(SystemError) {
      let directory = try Self.open(draft, in: raw)
      try systemCall("fsetxattr") { clinux_share_with(directory.raw, 0o7, user, 0o5) }
      try systemCall("renameat2") { clinux_rename_new(raw, draft, name) }
      return directory
    } catch {
      unlinkat(raw, draft, AT_REMOVEDIR)
      // Another process was faster.
      guard error.code == EEXIST else { throw error }
      return try Self.open(name, in: raw)
    }
  }

  private func write(
    _ bytes: [UInt8], to name: String, in directory: borrowing FileDescriptor, for user: UInt32
  ) throws(SystemError) {
    let (raw, draft) = (directory.raw, Self.draft + name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = FileDescriptor(owning: try systemCall("openat") { openat(raw, draft, flags, 0o600) })
    do throws(SystemError) {
      try systemCall("fsetxattr") { clinux_share_with(file.raw, 0o6, user, 0o4) }
      var written = 0
      while written < bytes.count {
        written += try systemCall("write") {
          bytes.withUnsafeBytes {
            Glibc.write(file.raw, $0.baseAddress.map { $0 + written }, $0.count - written)
          }
        }
      }
      try systemCall("fsync") { fsync(file.raw) }
      try systemCall("renameat2") { clinux_rename_new(raw, draft, name) }
      try systemCall("fsync") { fsync(raw) }
    } catch {
      unlinkat(raw, draft, 0)
      throw error
    }
  }

  /// Opens a directory that is root's, not writable for others, and no link.
  private static func open(_ name: String, in directory: Int32) throws(SystemError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = FileDescriptor(owning: try systemCall("openat") { openat(directory, name, flags) })
    var status = stat()
    try systemCall("fstat") { fstat(opened.raw, &status) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw SystemError(call: "openat", code: EPERM)
    }
    return opened
  }

  private static func reason(_ error: SystemError) -> String {
    switch error.code {
    case EOPNOTSUPP:
      "its file system has no access control lists, without which it could not be for one person alone"
    case ELOOP: "it is a link"
    // The system reports a link like any file that is no directory, because of O_DIRECTORY.
    case ENOTDIR: "it is a link, or no directory"
    case EPERM: "it is not root's, or others can write to it"
    default: "\(error)"
    }
  }
}
