import CSQLite
import Glibc

extension StateDirectory {
  /// Gives what a connection still holds, its log included, the database's name, which must be free. Whole or not at
  /// all, and on the disk when this returns. The log of the lost one may still be there: it says what the new one
  /// says, and until it is taken away does no harm to it.
  func writeBack(_ database: Database) throws(OpeningFault) {
    try write(database, to: Self.database)
  }

  /// The same under a name of its own, which is returned.
  func writeAside(_ database: Database) throws(OpeningFault) -> String {
    var number = 1
    while has("\(Self.replaced)\(number)") { number += 1 }
    let name = "\(Self.replaced)\(number)"
    try write(database, to: name)
    return name
  }

  private func write(_ database: Database, to name: String) throws(OpeningFault) {
    remove(Self.draft)
    defer { remove(Self.draft) }
    close(try openFile(Self.draft))
    do throws(SQLiteFault) { try database.copy(to: path(of: Self.draft)) } catch {
      throw OpeningFault(path(of: Self.draft), error)
    }
    try rename(Self.draft, to: name)
  }
}

extension Database {
  /// Writes all that it holds to an empty file, page by page (https://www.sqlite.org/backup.html).
  fileprivate func copy(to path: String) throws(SQLiteFault) {
    let copy = try Database(path: path)
    defer { copy.close() }
    // Nothing of it counts before it is whole.
    try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw SQLiteFault(code: sqlite3_extended_errcode(copy.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteFault(code: code == SQLITE_DONE ? end : code)
    }
  }
}
