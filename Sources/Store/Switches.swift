package import Delivery

struct SwitchStatements {
  static let reading = TableReading("switches", "name, value", key: ["name"]) { _ in }

  let value = Statement("SELECT value FROM switches WHERE name = ?")
  let set = Statement("INSERT OR REPLACE INTO switches (name, value) VALUES (?, ?)")
  let remove = Statement("DELETE FROM switches WHERE name = ?")
}

extension SQLiteStore {
  package func value(_ name: String) throws(StorageFault) -> String? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.switches.value)
      cursor.bind(name)
      return try cursor.next() ? cursor.text() : nil
    }
  }

  package func set(_ name: String, to value: String?) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(value == nil ? sql.switches.remove : sql.switches.set)
      cursor.bind(name)
      if let value { cursor.bind(value) }
      try cursor.run()
    }
  }
}
