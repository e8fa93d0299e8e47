import CSQLite
import Glibc
import Synchronization

/// SQLite's own way to its files (a VFS, https://www.sqlite.org/vfs.html) with two answers put right, so that a
/// disk that fails is never taken for a file that is damaged.
///
/// - A read that fails with EIO or ENXIO is SQLITE_IOERR_CORRUPTFS there, and callers are told SQLITE_CORRUPT. Here
///   it is SQLITE_IOERR_READ. It is also counted: `PRAGMA integrity_check` reports failed reads among the damage.
/// - A lock on the log's index that the system refuses for any other reason than that somebody has it (EIO, ENOLCK)
///   is SQLITE_BUSY there, for which SQLite waits ten seconds. Here it is SQLITE_IOERR_SHMLOCK, at once.
enum DiskFiles {
  /// The name that `sqlite3_open_v2` takes; `nil`, for SQLite's own, where there is no memory for another.
  static let name: String? = register() ? "bellhop" : nil

  private static let failures = Atomic<Int>(0)
  /// How many reads of this process have failed so far.
  static var failedReads: Int { failures.load(ordering: .relaxed) }

  /// A table of functions. @unchecked: it is never changed once it is made, and never freed.
  private struct Methods: Hashable, @unchecked Sendable {
    let pointer: UnsafePointer<sqlite3_io_methods>
  }

  /// Ours by SQLite's, which stands right behind the one that was made of it.
  private static let made = Mutex<[Methods: Methods]>([:])

  private static func register() -> Bool {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup("bellhop"))
    vfs.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let system = sqlite3_vfs_find(nil) else { return SQLITE_CANTOPEN }
      let code = system.pointee.xOpen(system, name, file, flags, outFlags)
      if let original = file?.pointee.pMethods {
        file?.pointee.pMethods = DiskFiles.methods(from: Methods(pointer: original)).pointer
      }
      return code
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }

  private static func methods(from original: Methods) -> Methods {
    made.withLock { made in
      if let methods = made[original] { return methods }
      let pair = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 2)
      pair.initialize(repeating: original.pointer.pointee, count: 2)
      pair.pointee.xRead = { file, buffer, count, offset in
        let code = DiskFiles.original(of: file)?.xRead(file, buffer, count, offset) ?? bellhop_ioerr_read
        guard code != SQLITE_OK, code != bellhop_ioerr_short_read else { return code }
        DiskFiles.failures.add(1, ordering: .relaxed)
        return code == bellhop_ioerr_corruptfs ? bellhop_ioerr_read : code
      }
      pair.pointee.xShmLock = { file, offset, count, flags in
        errno = 0
        let code = DiskFiles.original(of: file)?.xShmLock(file, offset, count, flags) ?? bellhop_ioerr_shmlock
        let reason = errno
        // Without a reason it is a connection of this process that has it.
        let isFault = code == SQLITE_BUSY && ![0, EAGAIN, EACCES].contains(reason)
        return isFault ? bellhop_ioerr_shmlock : code
      }
      let methods = Methods(pointer: UnsafePointer(pair))
      made[original] = methods
      return methods
    }
  }

  private static func original(of file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    file?.pointee.pMethods.advanced(by: 1).pointee
  }
}
