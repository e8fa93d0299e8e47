import CSQLite
import Delivery

/// A result code of SQLite that is no success. Within the module only: `StorageFault` at its door.
struct SQLiteFault: Error, Equatable {
  /// The extended result code.
  let code: Int32

  /// A row that SQLite could read and nobody here can have written.
  static let damagedRow = SQLiteFault(code: SQLITE_CORRUPT)

  private var primary: Int32 { code & 0xFF }

  /// Whether the connection must be opened again before it is trusted with another transaction: after a
  /// failed `fsync` nobody knows what the kernel still holds. A disk that is merely full needs no such care.
  var breaksConnection: Bool {
    switch primary {
    case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_READONLY: true
    default: false
    }
  }

  /// Whether the file itself is to blame.
  var meansDamage: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

  /// SQLite's text for the code alone: its messages about a connection can quote a statement.
  var reason: String {
    "SQLite \(code): \(sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error")"
  }

  var storageFault: StorageFault { StorageFault(reason, isDamage: meansDamage) }
}
