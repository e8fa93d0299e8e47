import CSQLite
import NotificationModel
import Varlink

/// A run of a statement: values are bound in the order of its parameters, and read in the order of its columns. Text
/// and blobs go with explicit lengths both ways, so a NUL is a byte like any other.
///
/// Its end resets the statement and forgets the bound values.
struct Cursor: ~Copyable {
  /// A connection that closes finalizes its statements, so it stays open as long as this.
  private let database: Database
  private let statement: OpaquePointer
  private let keepsStatement: Bool
  private var parameter: Int32 = 0
  private var column: Int32 = 0
  /// The first failure to bind; told by the next step.
  private var failure: Int32 = SQLITE_OK

  init(_ statement: OpaquePointer, of database: Database, keepsStatement: Bool) {
    self.database = database
    self.statement = statement
    self.keepsStatement = keepsStatement
  }

  /// As of its connection.
  var corrections: Int64 { database.corrections }

  deinit {
    if keepsStatement {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// `false` after the last row.
  mutating func next() throws(SQLiteFault) -> Bool {
    guard failure == SQLITE_OK else { throw SQLiteFault(code: failure) }
    column = 0
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteFault(code: code)
    }
  }

  /// Steps to the end, past all rows.
  mutating func run() throws(SQLiteFault) {
    while try next() {}
  }

  /// Binds the columns of another's row from this one on.
  mutating func bindRow(of other: borrowing Cursor, from first: Int32) {
    for column in first..<sqlite3_column_count(other.statement) {
      note(sqlite3_bind_value(statement, nextParameter(), sqlite3_column_value(other.statement, column)))
    }
  }

  /// Runs it once more with other values.
  mutating func again() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    parameter = 0
  }
}

// MARK: Values in. A parameter that nothing is bound to is NULL.

extension Cursor {
  private mutating func note(_ code: Int32) {
    if failure == SQLITE_OK { failure = code }
  }

  private mutating func nextParameter() -> Int32 {
    parameter &+= 1
    return parameter
  }

  /// Leaves the next parameters NULL.
  mutating func bindNothing(to parameters: Int32) { parameter &+= parameters }

  mutating func bind(_ value: Int64?) {
    let index = nextParameter()
    if let value { note(sqlite3_bind_int64(statement, index, value)) }
  }

  mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }
  mutating func bind(_ value: Bool?) { bind(value.map { $0 ? Int64(1) : 0 }) }
  mutating func bind(_ value: Timestamp?) { bind(value?.milliseconds) }

  mutating func bind(_ value: Double?) {
    let index = nextParameter()
    if let value { note(sqlite3_bind_double(statement, index, value)) }
  }

  mutating func bind(_ value: String?) {
    let index = nextParameter()
    guard var value else { return }
    note(value.withUTF8 { bind($0, at: index) })
  }

  mutating func bind(_ value: JSON?) {
    let index = nextParameter()
    guard let value else { return }
    var text: [UInt8] = []
    text.reserveCapacity(256)
    value.append(to: &text)
    note(text.withUnsafeBufferPointer { bind($0, at: index) })
  }

  private func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    guard let start = text.baseAddress, !text.isEmpty else {
      return sqlite3_bind_text(statement, index, "", 0, transient)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text(statement, index, $0, Int32(clamping: text.count), transient)
    }
  }

  /// An empty array is an empty blob, not NULL.
  mutating func bind(_ value: [UInt8]?) {
    let index = nextParameter()
    guard let value else { return }
    guard !value.isEmpty else { return note(sqlite3_bind_zeroblob(statement, index, 0)) }
    note(
      value.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count), transient)
      })
  }
}

/// Larger than any number that counting reaches, and far below the type's maximum.
let highestNumber: Int64 = 1 << 48

/// SQLITE_TRANSIENT, which has SQLite copy a bound value; the macro does not reach Swift.
private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

// MARK: Values out

extension Cursor {
  private mutating func nextColumn() -> Int32 {
    defer { column &+= 1 }
    return column
  }

  mutating func skip(_ columns: Int32) { column &+= columns }

  mutating func integer() -> Int64? {
    let index = nextColumn()
    return sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, index)
  }

  /// NULL, which no column read with this has, counts as zero.
  mutating func count() -> Int { Int(sqlite3_column_int64(statement, nextColumn())) }
  mutating func int() -> Int? { integer().map(Int.init) }
  /// A number that was counted up one by one, and so stays below `highestNumber`.
  mutating func counted() throws(SQLiteFault) -> Int64 {
    guard let number = integer(), (0...highestNumber).contains(number) else { throw SQLiteFault.damagedRow }
    return number
  }

  /// A number counted from 0 in a column that may be NULL.
  mutating func countedIfAny() throws(SQLiteFault) -> Int64? { try integer(in: 0...highestNumber) }

  mutating func integer(in range: ClosedRange<Int64>) throws(SQLiteFault) -> Int64? {
    guard let number = integer() else { return nil }
    guard range.contains(number) else { throw SQLiteFault.damagedRow }
    return number
  }

  mutating func flag() throws(SQLiteFault) -> Bool { try bool() ?? false }
  mutating func bool() throws(SQLiteFault) -> Bool? { try integer(in: 0...1).map { $0 == 1 } }
  mutating func time() -> Timestamp? { integer().map(Timestamp.init(milliseconds:)) }

  mutating func double() -> Double? {
    let index = nextColumn()
    return sqlite3_column_type(statement, index) == SQLITE_NULL
      ? nil : sqlite3_column_double(statement, index)
  }

  mutating func text() -> String? {
    let index = nextColumn()
    guard let start = sqlite3_column_text(statement, index) else { return nil }
    let length = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  mutating func bytes() -> [UInt8]? {
    let index = nextColumn()
    guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
    let length = Int(sqlite3_column_bytes(statement, index))
    return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, index), count: length))
  }

  /// A name or an enum in its text form; any other text is a damaged row.
  mutating func parsed<Value>(_ parse: (String) -> Value?) throws(SQLiteFault) -> Value? {
    guard let text = text() else { return nil }
    guard let value = parse(text) else { throw SQLiteFault.damagedRow }
    return value
  }

  /// A parsed text in a column that is never NULL.
  mutating func required<Value>(_ parse: (String) -> Value?) throws(SQLiteFault) -> Value {
    guard let value = try parsed(parse) else { throw SQLiteFault.damagedRow }
    return value
  }
}
