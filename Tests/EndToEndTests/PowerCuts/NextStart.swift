import CSQLite
import Glibc
import NotificationModel
import Store
import TestSupport

/// Opens what a power cut has left as the daemon does, and reads all that is stored.
final class NextStart {
  struct Fault: Error, CustomStringConvertible { let description: String }

  /// What a start finds.
  struct Found {
    /// Each row of each table, also of databases of earlier versions that were set aside.
    let rows: String
    /// The pictures that rows name, below the state directory.
    let pictures: Set<String>
    /// For the log, where a database was set aside.
    let notice: String?
  }

  private let directory = TemporaryDirectory(inMemory: true)
  private var state: String { "\(directory.path)/state" }

  func found(in tree: [String: [UInt8]?]) throws -> Found {
    try write(tree)
    // The file is read through at once, and not later in the background.
    if tree["state"] != nil { writeFile("\(state)/bellhop.lock", "suspect 1") }
    let opened: Opened
    do {
      opened = try SQLiteStore.open(directory: state, durability: .power, now: Timestamp(milliseconds: 1))
    } catch {
      throw Fault(description: "it does not open: \(error)")
    }
    let earlier = opened.store.filesSetAside
      // Its log and its journal end otherwise.
      .filter { $0.contains(".earlier-") && $0.last?.isNumber == true }
    opened.store.close()
    var rows: [String] = []
    var pictures: [String] = []
    try Self.read("\(state)/bellhop.db") { database in
      rows = try Self.everyRow(in: database)
      pictures = try Self.texts("SELECT path FROM images", in: database)
    }
    for path in earlier {
      try Self.read(path) { rows += try Self.everyRow(in: $0).map { "set aside: \($0)" } }
    }
    return Found(
      rows: rows.joined(separator: "\n"), pictures: Set(pictures.map { "state/images\($0)" }),
      // The lock above says that there had been a database, also before the first one is whole.
      notice: opened.notice.flatMap { $0.hasSuffix("everything in the old one is lost") ? nil : $0 })
  }

  /// A database that is sound, and in which each row has the one that it belongs to.
  private static func read(_ path: String, _ body: (OpaquePointer) throws -> Void) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let database
    else { throw Fault(description: "SQLite does not open \(path)") }
    let verdict = try Self.texts("PRAGMA integrity_check(1)", in: database)
    guard verdict == ["ok"] else { throw Fault(description: "it is damaged: \(verdict)") }
    guard try Self.texts("PRAGMA foreign_key_check", in: database).isEmpty else {
      throw Fault(description: "a row is without the one that it belongs to")
    }
    try body(database)
  }

  /// Instead of all that is there.
  private func write(_ tree: [String: [UInt8]?]) throws {
    Self.empty(directory.path)
    for (path, bytes) in tree.sorted(by: { $0.key < $1.key }) {
      let path = "\(directory.path)/\(path)"
      guard let bytes else {
        mkdir(path, 0o700)
        continue
      }
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      defer { close(file) }
      guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
        throw Fault(description: "no room in memory for \(path)")
      }
    }
  }

  private static func empty(_ directory: String) {
    for name in fileNames(in: directory) {
      let path = "\(directory)/\(name)"
      guard unlink(path) != 0 else { continue }
      empty(path)
      rmdir(path)
    }
  }

  private static func everyRow(in database: OpaquePointer) throws -> [String] {
    let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", in: database)
    let selects = try tables.map { table in
      let columns = try texts("SELECT name FROM pragma_table_info('\(table)')", in: database)
      let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
      return "SELECT '\(table): ' || \(row) AS line FROM \"\(table)\""
    }
    return try texts(selects.joined(separator: " UNION ALL ") + " ORDER BY line", in: database)
  }

  private static func texts(_ sql: String, in database: OpaquePointer) throws -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Fault(description: "it cannot be read: \(String(cString: sqlite3_errmsg(database)))")
    }
    var texts: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
      case SQLITE_DONE: return texts
      default: throw Fault(description: "it cannot be read: \(String(cString: sqlite3_errmsg(database)))")
      }
    }
  }
}
