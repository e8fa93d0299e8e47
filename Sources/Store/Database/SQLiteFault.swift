import CSQLite
import Delivery

/// A result code of SQLite that is no success. Within the module only: `StorageFault` at its door.
struct SQLiteFault: Error, Equatable {
  /// The extended result code.
  let code: Int32

  /// A row that SQLite could read and nobody here can have written.
  static let damagedRow = SQLiteFault(code: SQLITE_CORRUPT)
  /// A read that failed, and was reported as something else.
  static let failedRead = SQLiteFault(code: bellhop_ioerr_read)
  /// What was written does not read as it should.
  static let failedWrite = SQLiteFault(code: SQLITE_IOERR)

  private var primary: Int32 { code & 0xFF }

  /// Whether the connection must be opened again before it is trusted with another transaction: after a
  /// failed `fsync` nobody knows what the kernel still holds. A disk that is merely full needs no such care.
  var breaksConnection: Bool {
    switch primary {
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_READONLY: true
    default: false
    }
  }

  /// Whether the file itself may be to blame, and not the disk: a suspicion that reading it through confirms or not.
  /// A length that nobody wrote asks for more memory than there is, or for more than SQLite ever gives; a name that
  /// nobody wrote in the schema leaves statements without their tables.
  var suggestsDamage: Bool {
    switch primary {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_ERROR: true
    default: false
    }
  }

  var isInterruption: Bool { primary == SQLITE_INTERRUPT }

  /// Whether the same may work a moment later: everything but what somebody has to change by hand. Damage too: where
  /// reading the file through confirms it, another file is begun, and where not, a cache had it wrong.
  var mayPass: Bool {
    switch primary {
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_ERROR, SQLITE_MISUSE: false
    default: true
    }
  }

  /// Whether a statement does not fit the tables.
  var isMistake: Bool { primary == SQLITE_ERROR }

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
