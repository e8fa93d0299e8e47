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
  var suggestsDamage: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

  var isInterruption: Bool { primary == SQLITE_INTERRUPT }

  /// Whether the same may work a moment later: everything but what somebody has to change by hand.
  var mayPass: Bool {
    switch primary {
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_ERROR, SQLITE_MISUSE: false
    default: !suggestsDamage
    }
  }

  /// Whether the connection can only read.
  var isReadOnly: Bool { primary == SQLITE_READONLY }

  /// Whether the statement fits no such file.
  var isMistake: Bool { primary == SQLITE_ERROR }

  /// Whether a row is at fault that was to be written, and nothing else.
  var isRefusedRow: Bool { primary == SQLITE_CONSTRAINT || primary == SQLITE_MISMATCH }

  /// SQLite's text for the code alone: its messages about a connection can quote a statement.
  var reason: String {
    "SQLite \(code): \(sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error")"
  }

  var storageFault: StorageFault { StorageFault(reason) }
}
