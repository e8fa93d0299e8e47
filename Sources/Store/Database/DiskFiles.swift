import CSQLite
import Glibc
import Locks

import struct Synchronization.Atomic

/// SQLite's own way to its files (a VFS, https://www.sqlite.org/vfs.html) with two answers put right, so that a
/// disk that fails is never taken for a file that is damaged, and with the writes of a transaction gathered
/// (`GatheredWrites`).
///
/// - A read that fails with EIO or ENXIO is SQLITE_IOERR_CORRUPTFS there, and callers are told SQLITE_CORRUPT. Here
///   it is SQLITE_IOERR_READ. It is also counted: `PRAGMA integrity_check` reports failed reads among the damage.
/// - A lock on the log's index that the system refuses although no other process holds it (EIO, ENOLCK) is
///   SQLITE_BUSY there, for which SQLite waits ten seconds. Here it is SQLITE_IOERR_SHMLOCK, at once.
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
    vfs.pointee.szOsFile += Int32(MemoryLayout<OpenFile.Gathering>.stride)
    vfs.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let system = sqlite3_vfs_find(nil), let file else { return SQLITE_CANTOPEN }
      let opened = OpenFile(file)
      opened.gathering.initialize(to: nil)
      let code = system.pointee.xOpen(system, name, file, flags, outFlags)
      if let original = file.pointee.pMethods {
        file.pointee.pMethods = DiskFiles.methods(from: Methods(pointer: original)).pointer
      }
      if code == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0 {
        opened.gathering.pointee = Unmanaged.passRetained(GatheredWrites())
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
        guard let file = OpenFile(file) else { return bellhop_ioerr_read }
        let written = file.flush()
        guard written == SQLITE_OK else { return written }
        file.writes?.noteRead(at: offset)
        let code = file.original.pointee.xRead(file.pointer, buffer, count, offset)
        guard code != SQLITE_OK, code != bellhop_ioerr_short_read else { return code }
        DiskFiles.failures.add(1, ordering: .relaxed)
        return code == bellhop_ioerr_corruptfs ? bellhop_ioerr_read : code
      }
      pair.pointee.xShmLock = { file, offset, count, flags in
        errno = 0
        let code =
          OpenFile(file)?.original.pointee.xShmLock(file, offset, count, flags) ?? bellhop_ioerr_shmlock
        let reason = errno
        // Without a reason it is a connection of this process that has it.
        let isFault = code == SQLITE_BUSY && ![0, EAGAIN, EACCES].contains(reason)
        return isFault ? bellhop_ioerr_shmlock : code
      }
      gather(&pair.pointee)
      let methods = Methods(pointer: UnsafePointer(pair))
      made[original] = methods
      return methods
    }
  }

  /// Drops the writes to the log that the system has not received yet.
  static func discardGatheredWrites(of database: OpaquePointer) { log(of: database)?.writes?.discard() }

  /// The log's size in bytes, and how many of these are in use; `nil` while it is not open.
  static func logBytes(of database: OpaquePointer) -> (size: Int64, used: Int64)? {
    guard let file = log(of: database) else { return nil }
    var size: Int64 = 0
    guard file.pointer.pointee.pMethods.pointee.xFileSize(file.pointer, &size) == SQLITE_OK else {
      return nil
    }
    return (size, file.writes?.end ?? size)
  }

  private static func log(of database: OpaquePointer) -> OpenFile? {
    var log: UnsafeMutablePointer<sqlite3_file>?
    guard name != nil,
      sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
      let file = OpenFile(log), file.pointer.pointee.pMethods != nil
    else { return nil }
    return file
  }

  private static func gather(_ methods: inout sqlite3_io_methods) {
    methods.xWrite = { file, bytes, count, offset in
      guard let file = OpenFile(file), let bytes else { return SQLITE_IOERR }
      return file.writes?.write(bytes, count, at: offset, file.write) ?? file.write(bytes, count, offset)
    }
    methods.xSync = { file, flags in
      OpenFile(file)?.flushed { $0.original.pointee.xSync($0.pointer, flags) } ?? SQLITE_IOERR
    }
    methods.xTruncate = { file, size in
      OpenFile(file)?.flushed { $0.original.pointee.xTruncate($0.pointer, size) } ?? SQLITE_IOERR
    }
    methods.xFileSize = { file, size in
      OpenFile(file)?.flushed { $0.original.pointee.xFileSize($0.pointer, size) } ?? SQLITE_IOERR
    }
    methods.xClose = { file in
      guard let file = OpenFile(file) else { return SQLITE_IOERR }
      let written = file.flush()
      file.gathering.pointee.take()?.release()
      let code = file.original.pointee.xClose(file.pointer)
      return written == SQLITE_OK ? code : written
    }
  }
}

/// An open file: SQLite's own part, and behind it ours.
private struct OpenFile {
  typealias Gathering = Unmanaged<GatheredWrites>?

  let pointer: UnsafeMutablePointer<sqlite3_file>
  /// `nil` for a file other than the log.
  let gathering: UnsafeMutablePointer<Gathering>

  /// How much of it is SQLite's own.
  private static let systemBytes = Int(sqlite3_vfs_find(nil)?.pointee.szOsFile ?? 0)

  init(_ file: UnsafeMutablePointer<sqlite3_file>) {
    pointer = file
    gathering = UnsafeMutableRawPointer(file).advanced(by: Self.systemBytes)
      .assumingMemoryBound(to: Gathering.self)
  }

  init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file else { return nil }
    self.init(file)
  }

  var writes: GatheredWrites? { gathering.pointee?.takeUnretainedValue() }

  /// SQLite's own functions, which stand right behind those that were made of them.
  var original: UnsafePointer<sqlite3_io_methods> { pointer.pointee.pMethods.advanced(by: 1) }

  func write(_ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Int64) -> Int32 {
    original.pointee.xWrite(pointer, bytes, count, offset)
  }

  func flush() -> Int32 { writes?.flush(write) ?? SQLITE_OK }

  func flushed(_ then: (OpenFile) -> Int32) -> Int32 {
    let code = flush()
    return code == SQLITE_OK ? then(self) : code
  }
}
