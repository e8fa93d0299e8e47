package import Records

struct SwitchStatements {
  static let reading = TableReading("switches", "name, value", key: ["name"]) { _ in }

  let value = Statement("SELECT value FROM switches WHERE name = ?")
  let set = Statement("INSERT OR REPLACE INTO switches (name, value) VALUES (?, ?)")
  let remove = Statement("DELETE FROM switches WHERE name = ?")
}

extension SQLiteStore {
  /// A switch of the person's; `nil` if it was never set.
  package func value(_ name: String) throws(StorageFault) -> String? {
    try row(sql.switches.value) { $0.bind(name) }
  }

  /// `nil` removes the switch.
  package func set(_ name: String, to value: String?) throws(StorageFault) {
    // No answer in the cache goes by a switch.
    _ = try write(leaving: { _ in }) { (database) throws(SQLiteFault) in
      try database.run(value == nil ? sql.switches.remove : sql.switches.set) {
        $0.bind(name)
        if let value { $0.bind(value) }
      }
    }
  }
}

/// The names of files of root's that were read, for as long as the files exist: they are not read again.
struct KeptFileStatements {
  static let reading = TableReading("kept_files", "name", key: ["name"]) { _ in }

  let all = Statement("SELECT name FROM kept_files")
  let insert = Statement("INSERT OR IGNORE INTO kept_files (name) VALUES (?)")
  let remove = Statement("DELETE FROM kept_files WHERE name = ?")
}

extension SQLiteStore {
  /// Files that were accepted.
  package func acceptedFiles() throws(StorageFault) -> Set<String> {
    Set(try rows(sql.keptFiles.all))
  }

  package func noteAccepted(file name: String) throws(StorageFault) {
    try run(sql.keptFiles.insert) { $0.bind(name) }
  }

  package func forgetAccepted(file name: String) throws(StorageFault) {
    try run(sql.keptFiles.remove) { $0.bind(name) }
  }
}
