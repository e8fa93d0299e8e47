import CSQLite
import Glibc
import NotificationModel

/// A connection as this store wants it, and how to get another one.
final class StoreConnection {
  /// Four megabytes of log between two copies back; it is cut to that size where a burst made it longer.
  private static let logPages = 1_000
  private static let logBytes = 4_194_304
  /// The log's own header, and that of each page in it (https://www.sqlite.org/fileformat2.html#wal_file_format).
  private static let (logHeaderBytes, frameHeaderBytes): (Int64, Int64) = (32, 24)
  /// A third of SQLite's default: the system's own cache stands behind it and costs us nothing.
  private static let cacheKibibytes = 640

  static let pageBytes = 4_096
  /// Settings that only a new database accepts.
  static let form = "PRAGMA page_size = \(pageBytes); PRAGMA auto_vacuum = INCREMENTAL"

  let database: Database
  /// Ends after the database: its triggers count here.
  let tallies = Tallies()
  private var countsTallies = false
  private let path: String
  private var durability: Durability
  /// The end of the pages in the log after the last commit of this connection, in bytes.
  private var logEnd: Int64?

  init(path: String, durability: Durability, generation: Int = 1) throws(SQLiteFault) {
    let database = try Database(path: path, generation: generation)
    do throws(SQLiteFault) { try Self.prepare(database, durability) } catch {
      // A database that cannot be used may be damaged: nothing is written to it.
      database.closeKeepingLog()
      throw error
    }
    self.database = database
    self.path = path
    self.durability = durability
    followLog()
  }

  /// Follows the length of the log, and copies the log back when it is long. SQLite's own hook for the latter
  /// (`PRAGMA wal_autocheckpoint`) would replace this one.
  private func followLog() {
    let this = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      database.handle,
      { this, handle, name, pages in
        if let this {
          let frame = Int64(StoreConnection.pageBytes) + StoreConnection.frameHeaderBytes
          Unmanaged<StoreConnection>.fromOpaque(this).takeUnretainedValue().logEnd =
            StoreConnection.logHeaderBytes + Int64(pages) * frame
        }
        // A later commit makes up for one that a reader prevents.
        if pages >= StoreConnection.logPages { sqlite3_wal_checkpoint(handle, name) }
        return SQLITE_OK
      }, this)
  }

  private static func prepare(_ database: Database, _ durability: Durability) throws(SQLiteFault) {
    // The form of a database that exists does not change any more, but would be written every time.
    if try database.integer("PRAGMA page_count") == 0 {
      try database.execute(form)
    }
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA journal_size_limit = \(logBytes);
      PRAGMA cache_size = -\(cacheKibibytes);
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA mmap_size = 0;
      PRAGMA synchronous = \(synchronous(durability));
      """)
    // We can write to it, or would not have come here: only for this once it could not be opened.
    guard !database.isReadOnly else { throw SQLiteFault(code: SQLITE_CANTOPEN) }
    SearchFunction.add(to: database)
  }

  private static func synchronous(_ durability: Durability) -> String {
    switch durability {
    case .power: "FULL"
    case .crash: "NORMAL"
    }
  }

  /// Changes the durability, outside of transactions only.
  func use(_ durability: Durability) throws(SQLiteFault) {
    guard durability != self.durability else { return }
    try database.execute("PRAGMA synchronous = \(Self.synchronous(durability))")
    self.durability = durability
  }

  /// Before its first transaction, when the tables are there.
  func countTallies() throws(SQLiteFault) {
    guard !countsTallies else { return }
    try tallies.follow(database)
    countsTallies = true
  }

  /// The size in bytes of the largest database that is rebuilt, in a second or two: 128 MiB.
  private static let mostRebuilt: Int64 = 134_217_728
  /// The rebuild is given up after this time on a slow disk, well before the watchdog of the service.
  private static let longestRebuild: Duration = .seconds(5)
  private static let pagesAtOnce: Int32 = 1_000

  /// Writes the whole database to new pages without old bytes, by way of an empty file at `replica`: a copy in memory could
  /// be more than a service may have. A database above `mostRebuilt` bytes is left as it is, and the call throws.
  func rebuild(by replica: String) throws(SQLiteFault) {
    let pages = Int64(try database.integer("PRAGMA page_count") ?? 0)
    guard pages <= Self.mostRebuilt / Int64(Self.pageBytes) else { throw SQLiteFault(code: SQLITE_TOOBIG) }
    let start = ContinuousClock.now
    let version = try database.integer("PRAGMA data_version")
    var copying = try database.cursor(once: "VACUUM INTO ?")
    copying.bind(replica)
    try copying.run()
    let copy = try Database(path: replica, isReadOnly: true)
    defer { copy.close() }
    // The row that another program has changed meanwhile would be lost.
    guard try database.integer("PRAGMA data_version") == version else { throw SQLiteFault(code: SQLITE_BUSY) }
    // One transaction: as a whole or not at all.
    let back = sqlite3_backup_init(database.handle, "main", copy.handle, "main")
    guard back != nil else { throw SQLiteFault(code: sqlite3_extended_errcode(database.handle)) }
    var code = SQLITE_OK
    while code == SQLITE_OK, ContinuousClock.now - start < Self.longestRebuild {
      code = sqlite3_backup_step(back, Self.pagesAtOnce)
    }
    let end = sqlite3_backup_finish(back)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteFault(code: end != SQLITE_OK ? end : code == SQLITE_OK ? SQLITE_BUSY : code)
    }
  }

  // MARK: Room on the disk

  /// A transaction begins with so much room in the log, in bytes: several times the longest call.
  static let room: Int64 = 262_144
  /// 64 MiB. Pages beyond it would be written to the log before their transaction ends.
  private static let heldKibibytes = 65_536

  /// Allocates so many bytes in the log, behind those in use. Returns whether the disk has them: a transaction of that
  /// size can then be committed although other programs fill the disk. `most`: the bytes that the log may have.
  func reserve(_ bytes: Int64, within most: Int64) -> Bool {
    var status = stat()
    // If there is none, SQLite's own write makes it, or fails and says why.
    guard lstat("\(path)-wal", &status) == 0 else { return true }
    let size = Int64(status.st_size)
    let least = min(logEnd ?? size, size) + bytes
    guard least <= most else { return false }
    guard size < least else { return true }
    // More than that, so that it grows seldom.
    return allocate(size..<least + Self.room) || allocate(size..<least)
  }

  /// Reserves room for the open transaction: first for an upper bound of its size, and then for its own pages.
  func reserveForTransaction(within most: Int64) -> Bool {
    let spilled = database.spilledBytes
    if reserve(spilled + Int64(database.heldBytes), within: most) { return true }
    database.forgetPages()
    return reserve(spilled + Int64(database.heldBytes), within: most)
  }

  /// Returns `false` where the disk, the person's quota or the limit on files has no room.
  private func allocate(_ bytes: Range<Int64>) -> Bool {
    let file = open("\(path)-wal", O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    // If it does not open, SQLite's own write fails and says why.
    guard file >= 0 else { return true }
    defer { close(file) }
    var code = EINTR
    while code == EINTR {
      code = posix_fallocate(file, off_t(bytes.lowerBound), off_t(bytes.count))
    }
    return ![ENOSPC, EDQUOT, EFBIG].contains(code)
  }

  /// Keeps each changed page in memory until the transaction ends, or only as many as the cache is to have.
  func keepPages(_ keeps: Bool) throws(SQLiteFault) {
    try database.execute("PRAGMA cache_size = -\(keeps ? Self.heldKibibytes : Self.cacheKibibytes)")
    try database.execute("PRAGMA cache_spill = \(keeps ? "OFF" : "ON")")
  }

  /// Copies the log into the database and cuts it to nothing. `waits`: a moment for others who read it.
  func emptyLog(waits: Bool = true) throws(SQLiteFault) {
    if !waits { database.isPatient = false }
    defer { database.isPatient = true }
    guard try database.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      throw SQLiteFault(code: SQLITE_BUSY)
    }
  }

  /// Another connection in place of one that met an I/O error. The log is emptied first: it proves that the disk works
  /// again and that committed rows can be read, and nothing of the failed transaction is left there that a new reading
  /// of the log could take for a committed one. If the file cannot be opened, or another process reads it at that
  /// moment, this connection stays as it was.
  func replaced(_ durability: Durability) throws(SQLiteFault) -> StoreConnection {
    try emptyLog(waits: false)
    let fresh = try StoreConnection(path: path, durability: durability, generation: database.generation &+ 1)
    database.close()
    return fresh
  }
}
