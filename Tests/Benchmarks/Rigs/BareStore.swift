import CSQLite

/// The daemon's tables, and one post's rows in them, inserted again and again.
///
/// Tables, rows, indexes and triggers come from a daemon's database, so that both write the same. The reads and
/// decisions before a write are left out.
final class BareStore: FrameStore {
  private let database: PlainDatabase
  private let begin: OpaquePointer
  private let commit: OpaquePointer
  private let notification: OpaquePointer
  private let fingerprint: Int32
  private var decisions: [OpaquePointer] = []
  private var banners: [OpaquePointer] = []
  private let bannerID: Int32
  private var inserted: Int64 = 0

  /// A new database at `path`, made like the one at `template`, in which there is one notification.
  init(at path: String, like template: String) throws {
    database = try PlainDatabase(at: path)
    let original = try PlainDatabase.opened(template)
    defer { sqlite3_close_v2(original) }
    let schema = try PlainDatabase.prepared(
      original,
      """
      SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
        ORDER BY type = 'trigger', type = 'index'
      """)
    while sqlite3_step(schema) == SQLITE_ROW {
      try database.execute(String(cString: sqlite3_column_text(schema, 0)))
    }
    sqlite3_finalize(schema)
    begin = try database.prepared("BEGIN IMMEDIATE")
    commit = try database.prepared("COMMIT")
    let row = try Self.inserts(of: "notifications", from: original, into: database.handle)
    guard let insert = row.statements.first, let fingerprint = row.columns.firstIndex(of: "fingerprint")
    else {
      throw Unmeasurable("the daemon has stored no notification to compare with")
    }
    notification = insert
    self.fingerprint = Int32(fingerprint) + 1
    decisions = try Self.inserts(of: "decisions", from: original, into: database.handle).statements
    let banner = try Self.inserts(of: "banners", from: original, into: database.handle)
    banners = banner.statements
    bannerID = Int32(banner.columns.firstIndex(of: "notification") ?? 0) + 1
    sqlite3_bind_null(notification, 1)
  }

  /// Inserts a post's rows for each call, whatever it says.
  func store(_ frames: [ArraySlice<UInt8>]) throws {
    try database.run(begin)
    for _ in frames {
      inserted += 1
      // Differs from the previous one as much as different texts do.
      sqlite3_bind_int64(notification, fingerprint, inserted &* -7_046_029_254_386_353_131)
      try database.run(notification)
      let id = sqlite3_last_insert_rowid(database.handle)
      for decision in decisions {
        sqlite3_bind_int64(decision, 1, id)
        try database.run(decision)
      }
      for banner in banners {
        sqlite3_bind_int64(banner, bannerID, id)
        try database.run(banner)
      }
    }
    try database.run(commit)
  }

  /// One insert statement for each row of the table, with the row's values bound.
  private static func inserts(
    of table: String, from original: OpaquePointer, into database: OpaquePointer
  ) throws -> (columns: [String], statements: [OpaquePointer]) {
    // Without generated columns.
    let info = try PlainDatabase.prepared(original, "SELECT name FROM pragma_table_info('\(table)')")
    defer { sqlite3_finalize(info) }
    var columns: [String] = []
    while sqlite3_step(info) == SQLITE_ROW { columns.append(String(cString: sqlite3_column_text(info, 0))) }
    let names = columns.joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let rows = try PlainDatabase.prepared(original, "SELECT \(names) FROM \(table)")
    defer { sqlite3_finalize(rows) }
    var statements: [OpaquePointer] = []
    while sqlite3_step(rows) == SQLITE_ROW {
      let insert = try PlainDatabase.prepared(database, "INSERT INTO \(table) (\(names)) VALUES (\(places))")
      for index in 0..<Int32(columns.count) {
        sqlite3_bind_value(insert, index + 1, sqlite3_column_value(rows, index))
      }
      statements.append(insert)
    }
    return (columns, statements)
  }
}
