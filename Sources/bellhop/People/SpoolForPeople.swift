import BellhopClient
import CLinux
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// What root leaves for people whose daemons it does not reach: in a directory for each, from which they alone can read,
/// and to which root alone can write. What is to be read by one person and written by another needs an access control
/// list: that person's groups may have others in them, and who owns a file can change it.
///
/// Invariant: a file of such a name is whole, on the disk, from the moment at which it is there.
struct Spool {
  /// More than root leaves for anybody.
  private static let mostNames = 100_000
  private static let draft = "."
  /// A draft that is older is nobody's any more, in seconds.
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
      let directory = try directory(of: user, in: try made())
      try write(bytes, to: name, in: directory, for: user)
    } catch {
      throw .failed("nothing can be left in \(path): \(Self.reason(error))")
    }
  }

  /// Of everybody's; what cannot be removed is removed the next time.
  func removeWhatIsOver(_ now: Timestamp) {
    guard let spool = try? Self.open(path, in: AT_FDCWD), let users = try? spool.names(atMost: Self.mostNames)
    else { return }
    for user in users where UInt32(user) != nil {
      guard let directory = try? Self.open(user, in: spool.raw) else { continue }
      let names = (try? directory.names(atMost: Self.mostNames)) ?? []
      let over = KeptName.over(among: names.compactMap(KeptName.init), now: now).map(\.text)
      for name in over + names.filter({ Self.isLost($0, now) }) { unlinkat(directory.raw, name, 0) }
    }
  }

  /// Whether it is the draft of somebody who has ended since.
  private static func isLost(_ name: String, _ now: Timestamp) -> Bool {
    guard name.hasPrefix(draft), let draft = KeptName(String(name.dropFirst(draft.utf8.count))) else {
      return false
    }
    return !draft.isWithin(seconds: draftAge, of: now)
  }

  private func made() throws(SystemError) -> FileDescriptor {
    let isNew = mkdir(path, 0o755) == 0
    let spool = try Self.open(path, in: AT_FDCWD)
    // Whatever the umask has made of it. Everybody may look: a daemon notices so when it gets a directory.
    if isNew { try systemCall("fchmod") { fchmod(spool.raw, 0o755) } }
    return spool
  }

  /// Made aside, so that it is as it is to be from the moment at which it has its name.
  private func directory(of user: UInt32, in spool: borrowing FileDescriptor) throws(SystemError)
    -> FileDescriptor
  {
    let (raw, name) = (spool.raw, "\(user)")
    do throws(SystemError) {
      let directory = try Self.open(name, in: raw)
      // Also where it was put back from a backup without its list.
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
      try systemCall("fsync") { fsync(raw) }
      return directory
    } catch {
      unlinkat(raw, draft, AT_REMOVEDIR)
      // Somebody else was faster.
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

  /// A directory that is root's, and nobody else's to write to; no link to one.
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
    // Of what is to be a directory the system tells no link apart.
    case ENOTDIR: "it is a link, or no directory"
    case EPERM: "it is not root's, or others can write to it"
    default: "\(error)"
    }
  }
}
