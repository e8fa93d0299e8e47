import CSQLite

/// One connection, used on one thread: it is opened without SQLite's own locks.
///
/// It owns what is prepared on it, and finalizes all of it when it closes; a `Statement` remembers the
/// generation it was prepared for and is prepared anew on the next connection, and after a rest.
final class Database {
  /// How long another process (a person with `sqlite3`) may keep the file locked before a call fails.
  private static let busyMilliseconds: Int32 = 100

  /// Once, before the first connection.
  private static let withoutStatistics: Void = { _ = bellhop_forgo_statistics() }()

  let handle: OpaquePointer
  let generation: Int
  /// How often it has let go of what was prepared.
  private(set) var rests = 0
  private var isOpen = true

  /// The file has to exist, so that its mode is ours and not the umask's; SQLite gives `-wal` and `-shm` the
  /// mode of the database.
  init(path: String, generation: Int = 1, isReadOnly: Bool = false) throws(SQLiteFault) {
    _ = Self.withoutStatistics
    var opened: OpaquePointer?
    let flags = (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, DiskFiles.name)
    guard code == SQLITE_OK, let handle = opened else {
      sqlite3_close_v2(opened)
      throw SQLiteFault(code: code == SQLITE_OK ? SQLITE_NOMEM : code)
    }
    self.handle = handle
    self.generation = generation
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
  }

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

  /// Lets go of what is prepared, and of what it holds of the file in memory. Not while a cursor is open.
  func rest() {
    finalizeAll()
    rests &+= 1
    forgetPages()
  }

  /// Forgets what it holds of the file in memory, so that it is read again.
  func forgetPages() { sqlite3_db_release_memory(handle) }

  /// What it holds of the file in memory, in bytes.
  var heldBytes: Int {
    var (held, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &held, &most, 0)
    return Int(held)
  }

  /// As `close`, with the log left as it is.
  func closeKeepingLog() {
    _ = bellhop_keep_log_on_close(handle)
    close()
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// SQLite opens what it cannot write for reading, without a word.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// How many rows the last statement changed itself, without those of triggers and foreign keys.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs statements that take and return nothing.
  func execute(_ sql: String) throws(SQLiteFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFault(code: code) }
  }

  /// Runs a prepared statement that takes and returns nothing.
  func run(_ statement: Statement) throws(SQLiteFault) {
    var cursor = try cursor(statement)
    try cursor.run()
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws(SQLiteFault) -> Int64? {
    var cursor = try cursor(once: sql)
    return try cursor.next() ? cursor.integer() : nil
  }

  func cursor(_ statement: Statement) throws(SQLiteFault) -> Cursor {
    Cursor(try statement.handle(on: self), keepsStatement: true)
  }

  /// For statements whose text depends on what is asked.
  func cursor(once sql: String) throws(SQLiteFault) -> Cursor {
    Cursor(try prepare(sql, flags: 0), keepsStatement: false)
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
