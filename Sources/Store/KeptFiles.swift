package import Delivery

/// The names of files that were taken in, for as long as they are there: what is in them is not taken in again.
struct KeptFileStatements {
  static let reading = TableReading("kept_files", "name", key: ["name"]) { _ in }

  let all = Statement("SELECT name FROM kept_files")
  let insert = Statement("INSERT OR IGNORE INTO kept_files (name) VALUES (?)")
  let remove = Statement("DELETE FROM kept_files WHERE name = ?")
}

extension SQLiteStore {
  package func takenFiles() throws(StorageFault) -> Set<String> {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.keptFiles.all)
      var names: Set<String> = []
      while try cursor.next() { if let name = cursor.text() { names.insert(name) } }
      return names
    }
  }

  package func noteTaken(file name: String) throws(StorageFault) {
    try run(sql.keptFiles.insert) { $0.bind(name) }
  }

  package func forgetTaken(file name: String) throws(StorageFault) {
    try run(sql.keptFiles.remove) { $0.bind(name) }
  }
}
