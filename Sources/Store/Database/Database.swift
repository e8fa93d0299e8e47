import CSQLite
import Records

/// A connection, used on one thread: it is opened without SQLite's own locks.
///
/// It owns its prepared statements, and finalizes them when it closes; a `Statement` remembers the generation it was
/// prepared for and is prepared anew on the next connection, and after a rest.
final class Database {
  /// How long another process (a person with `sqlite3`) may keep the file locked before a call fails.
  private static let busyMilliseconds: Int32 = 100

  /// Once, before the first connection.
  private static let withoutStatistics: Void = { _ = bellhop_forgo_statistics() }()

  let handle: OpaquePointer
  let generation: Int
  /// How often the prepared statements were finalized by `rest`.
  private(set) var rests = 0
  private var isOpen = true

  /// The file has to exist, so that its mode is ours and not the umask's; SQLite gives `-wal` and `-shm` the
  /// mode of the database.
  init(path: String, generation: Int = 1, isReadOnly: Bool = false) throws(SQLiteFault) {
    _ = Self.withoutStatistics
    var opened: OpaquePointer?
    let flags = (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      sqlite3_close_v2(opened)
      throw SQLiteFault(code: code == SQLITE_OK ? SQLITE_NOMEM : code)
    }
    self.handle = handle
    self.generation = generation
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
  }

  /// By how many milliseconds the wall clock was set in all, forward less back.
  var corrections: Int64 = 0

  /// Whether a call waits for another connection that keeps the file locked.
  var isPatient = true {
    didSet {
      if isPatient != oldValue { sqlite3_busy_timeout(handle, isPatient ? Self.busyMilliseconds : 0) }
    }
  }

  deinit { close() }

  /// The last connection to close copies the log into the database and removes it. Nothing may be asked of
  /// this one afterwards.
  func close() {
    guard isOpen else { return }
    isOpen = false
    finalizeAll()
    sqlite3_close_v2(handle)
  }

  private func finalizeAll() {
    while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
  }

  /// Finalizes the prepared statements and empties the page cache. Must not be called while a cursor is open.
  func rest() {
    finalizeAll()
    rests &+= 1
    forgetPages()
  }

  /// Empties the page cache, so that pages are read from the disk again.
  func forgetPages() { sqlite3_db_release_memory(handle) }

  /// The size of the page cache in bytes.
  var heldBytes: Int {
    var (held, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &held, &most, 0)
    return Int(held)
  }

  /// The bytes that open transactions have written to the log since `forgetSpilledBytes`.
  var spilledBytes: Int64 { Int64(spilledPages(resets: false)) * Int64(StoreConnection.pageBytes) }
  func forgetSpilledBytes() { _ = spilledPages(resets: true) }

  private func spilledPages(resets: Bool) -> Int32 {
    var (pages, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_SPILL, &pages, &most, resets ? 1 : 0)
    return pages
  }

  /// Closes the connection, and leaves the log as it is.
  func closeKeepingLog() {
    _ = bellhop_keep_log_on_close(handle)
    close()
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// SQLite opens a file that it cannot write for reading, without an error.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// How many rows the last statement changed itself, without those of triggers and foreign keys.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs statements that take and return nothing.
  func execute(_ sql: String) throws(SQLiteFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFault(code: code) }
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws(SQLiteFault) -> Int64? {
    var cursor = try cursor(once: sql)
    return try cursor.next() ? cursor.integer() : nil
  }

  func cursor(_ statement: Statement) throws(SQLiteFault) -> Cursor {
    Cursor(try statement.handle(on: self), of: self, keepsStatement: true)
  }

  /// Prepares a statement for this run alone: its text depends on the question.
  func cursor(once sql: String) throws(SQLiteFault) -> Cursor {
    Cursor(try prepare(sql, flags: 0), of: self, keepsStatement: false)
  }

  func prepare(_ sql: String, flags: UInt32) throws(SQLiteFault) -> OpaquePointer {
    var sql = sql
    var statement: OpaquePointer?
    let code = sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v3(handle, $0.baseAddress, Int32(clamping: $0.count), flags, &statement, nil)
      }
    }
    guard code == SQLITE_OK, let statement else {
      throw SQLiteFault(code: code == SQLITE_OK ? SQLITE_MISUSE : code)
    }
    return statement
  }
}

/// A statement that is prepared when it is first needed, and again after the connection was replaced or had a rest.
final class Statement {
  let sql: String
  private var prepared: OpaquePointer?
  private var generation = 0
  private var rests = 0

  init(_ sql: String) { self.sql = sql }

  func handle(on database: Database) throws(SQLiteFault) -> OpaquePointer {
    if let prepared, generation == database.generation, rests == database.rests { return prepared }
    let fresh = try database.prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    prepared = fresh
    generation = database.generation
    rests = database.rests
    return fresh
  }
}

/// A result code of SQLite that is no success. Within the module only: `StorageFault` outside it.
struct SQLiteFault: Error, Equatable {
  /// The extended result code.
  let code: Int32

  /// A row that SQLite could read, and that this program cannot have written.
  static let damagedRow = SQLiteFault(code: SQLITE_CORRUPT)
  /// A read that failed, and was reported as something else.
  static let failedRead = SQLiteFault(code: bellhop_ioerr_read)
  /// A value just written reads differently.
  static let failedWrite = SQLiteFault(code: SQLITE_IOERR)

  private var primary: Int32 { code & 0xFF }

  /// Whether the connection must be opened again before it is trusted with another transaction: after a
  /// failed `fsync` the kernel's pages are unknown. A disk that is merely full needs no such care.
  var breaksConnection: Bool {
    switch primary {
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_READONLY: true
    default: false
    }
  }

  /// Whether the file itself may be to blame, and not the disk: a suspicion that reading it through confirms or not. A
  /// damaged length asks for more memory than there is, or than SQLite ever gives; a damaged name in the schema leaves
  /// statements without their tables.
  var suggestsDamage: Bool {
    switch primary {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_ERROR: true
    default: false
    }
  }

  var isTooLarge: Bool { primary == SQLITE_TOOBIG }
  var isInterruption: Bool { primary == SQLITE_INTERRUPT }

  /// Whether the same call may succeed later, without a change by hand. Damage counts: if the check confirms it,
  /// another file is begun, and if not, the cache was wrong.
  var mayPass: Bool {
    switch primary {
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_ERROR, SQLITE_MISUSE: false
    default: true
    }
  }

  /// Whether the connection can only read.
  var isReadOnly: Bool { primary == SQLITE_READONLY }

  /// Whether a row is at fault that was to be written, and nothing else.
  var isRefusedRow: Bool { primary == SQLITE_CONSTRAINT || primary == SQLITE_MISMATCH }

  /// SQLite's text for the code alone: its messages about a connection can quote a statement.
  var reason: String {
    "SQLite \(code): \(sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error")"
  }

  var storageFault: StorageFault { StorageFault(reason) }
}
