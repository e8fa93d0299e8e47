import NotificationModel
import Records

/// A value that is read from the columns of one row, in their order.
protocol Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self
}

extension Int: Row {
  static func read(_ cursor: inout Cursor) -> Int { cursor.count() }
}
extension Bool: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Bool { try cursor.flag() }
}
extension String: Row {
  static func read(_ cursor: inout Cursor) -> String { cursor.text() ?? "" }
}
extension AppID: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> AppID { try cursor.required(AppID.init) }
}
extension NotificationID: Row {
  static func read(_ cursor: inout Cursor) -> NotificationID { NotificationID(cursor.integer() ?? 0) }
}
extension ScriptID: Row {
  static func read(_ cursor: inout Cursor) -> ScriptID { ScriptID(number: cursor.integer() ?? 0) }
}
extension NotificationRecord: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self { try cursor.record() }
}

typealias Bind = (inout Cursor) -> Void

extension Database {
  /// The first row, if there is any.
  func row<R: Row>(_ statement: Statement, _ bind: Bind = { _ in }) throws(SQLiteFault) -> R? {
    var cursor = try cursor(statement)
    bind(&cursor)
    return try cursor.next() ? try R.read(&cursor) : nil
  }

  func rows<R: Row>(_ statement: Statement, _ bind: Bind = { _ in }) throws(SQLiteFault) -> [R] {
    var cursor = try cursor(statement)
    bind(&cursor)
    return try cursor.rows()
  }

  /// Returns how many rows it changed itself.
  @discardableResult func run(_ statement: Statement, _ bind: Bind = { _ in }) throws(SQLiteFault) -> Int {
    var cursor = try cursor(statement)
    bind(&cursor)
    try cursor.run()
    return changes
  }
}

extension Cursor {
  /// All rows that are left.
  mutating func rows<R: Row>() throws(SQLiteFault) -> [R] {
    var rows: [R] = []
    while try next() { rows.append(try R.read(&self)) }
    return rows
  }
}

extension SQLiteStore {
  func row<R: Row>(_ statement: Statement, _ bind: Bind = { _ in }) throws(StorageFault) -> R? {
    try read { (database) throws(SQLiteFault) in try database.row(statement, bind) }
  }

  func rows<R: Row>(_ statement: Statement, _ bind: Bind = { _ in }) throws(StorageFault) -> [R] {
    try read { (database) throws(SQLiteFault) in try database.rows(statement, bind) }
  }

  func count(_ statement: Statement, _ bind: Bind = { _ in }) throws(StorageFault) -> Int {
    try row(statement, bind) ?? 0
  }

  @discardableResult func run(_ statement: Statement, _ bind: Bind = { _ in }) throws(StorageFault) -> Int {
    try write { (database) throws(SQLiteFault) in try database.run(statement, bind) }
  }
}
