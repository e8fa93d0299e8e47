import CSQLite

/// A database with the daemon's settings that affect the cost of a post.
final class PlainDatabase {
  let handle: OpaquePointer

  /// `waits`: whether a commit waits for the disk.
  init(at path: String, waits: Bool = true) throws {
    handle = try Self.opened(path)
    try execute(
      """
      PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 1000;
      PRAGMA cache_size = -640; PRAGMA secure_delete = ON; PRAGMA synchronous = \(waits ? "FULL" : "NORMAL")
      """)
  }

  deinit { sqlite3_close_v2(handle) }

  func prepared(_ sql: String) throws -> OpaquePointer { try Self.prepared(handle, sql) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Self.fault(handle) }
  }

  func run(_ statement: OpaquePointer) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else { throw Self.fault(handle) }
    sqlite3_reset(statement)
  }

  static func opened(_ path: String) throws -> OpaquePointer {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      throw Unmeasurable("cannot open \(path)")
    }
    return handle
  }

  static func prepared(_ database: OpaquePointer, _ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw fault(database)
    }
    return statement
  }

  private static func fault(_ database: OpaquePointer) -> Unmeasurable {
    Unmeasurable("a database to compare with: \(String(cString: sqlite3_errmsg(database)))")
  }
}
