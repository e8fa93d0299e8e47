/// Carries over what can be read of a damaged database into a new one, table by table and row by row.
///
/// Invariant: the damaged file and its log are read, never written. Rows that nobody here can have written stay
/// behind, so that the new database is sound in every sense that `Inspection` knows.
struct Salvage {
  private static let rowsBetweenSigns = 1_000
  /// Rows of fewer columns may belong to an index, or to another table.
  private static let fewestColumns = 5

  private let target: Database
  /// Called now and then, to say that it goes on.
  private let progress: () -> Void
  private var seen = 0
  /// Tables of which something could not be read.
  private var incomplete = TableReading.all
  private var yield = SalvageYield()
  /// The highest number that a notification ever had.
  private var newest: Int64?

  /// Only faults of the target, and of a disk that fails, are thrown here.
  init(to target: Database, progress: @escaping () -> Void) throws(SQLiteFault) {
    self.target = target
    self.progress = progress
    try target.execute("PRAGMA foreign_keys = OFF; BEGIN")
  }

  /// Whether everything that there was could be read.
  var isComplete: Bool { incomplete.isEmpty }

  // MARK: As SQLite finds the rows

  mutating func carryOver(from source: Database) throws(SQLiteFault) {
    yield.stored = Self.counted("SELECT sum(stored) FROM tallies", in: source)
    newest = Self.counted("SELECT seq FROM sqlite_sequence WHERE name = 'notifications'", in: source)
    incomplete = []
    for table in TableReading.all {
      // From both ends, up to what cannot be read.
      if try copy(table.select, from: source, to: table) { continue }
      if try !copy(table.selectBackwards, from: source, to: table) { incomplete.append(table) }
    }
  }

  private static func counted(_ sql: String, in source: Database) -> Int64? {
    (try? source.integer(sql)).flatMap { (0...highestNumber).contains($0) ? $0 : nil }
  }

  /// Whether nothing stood in the way of reading all rows.
  private mutating func copy(
    _ select: String, from source: Database, to table: TableReading
  ) throws(SQLiteFault) -> Bool {
    guard var rows = try Self.cursor(select, in: source) else { return false }
    var insert = try target.cursor(once: table.insert)
    while let isThere = try Self.step(&rows) {
      guard isThere else { return true }
      try copy(&rows, to: &insert, of: table)
    }
    return false
  }

  /// `nil` where there is no such table, or none of these columns.
  private static func cursor(_ select: String, in source: Database) throws(SQLiteFault) -> Cursor? {
    do throws(SQLiteFault) { return try source.cursor(once: select) } catch {
      guard error.suggestsDamage else { throw error }
      return nil
    }
  }

  /// Whether there is another row; `nil` where that cannot be read.
  private static func step(_ rows: inout Cursor) throws(SQLiteFault) -> Bool? {
    do throws(SQLiteFault) { return try rows.next() } catch {
      guard error.suggestsDamage else { throw error }
      return nil
    }
  }

  private mutating func copy(_ row: inout Cursor, to insert: inout Cursor, of table: TableReading)
    throws(SQLiteFault)
  {
    seen += 1
    if seen % Self.rowsBetweenSigns == 0 { progress() }
    do { try table.decode(&row) } catch { return }
    insert.again()
    insert.bindRow(of: row)
    do throws(SQLiteFault) {
      try insert.run()
      yield.rows[table.name, default: 0] += target.changes
    } catch {
      guard error.isRefusedRow else { throw error }
    }
  }

  // MARK: As they lie in the pages

  /// Looks in every page for rows that SQLite did not find, of tables with so many columns as no other has.
  mutating func carryOver(from pages: PageWalk) throws(SQLiteFault) {
    let receivers = try receivers()
    try pages.forEachRow(progress: progress) { (found) throws(SQLiteFault) in
      for receiver in receivers where receiver.fits(found, newest: newest) {
        receiver.bind(found)
        guard try receiver.row.next() else { continue }
        try copy(&receiver.row, to: &receiver.insert, of: receiver.table)
      }
    }
  }

  /// One for each table of which something is missing.
  private func receivers() throws(SQLiteFault) -> [Receiver] {
    var receivers: [Receiver] = []
    for table in incomplete {
      let columns = try Self.storedColumns(of: table, in: target)
      guard columns.count >= Self.fewestColumns else { continue }
      receivers.append(try Receiver(table, columns, in: target))
    }
    let model = try Database(path: ":memory:")
    defer { model.close() }
    for version in Schema.steps.indices {
      try Schema.apply(Array(Schema.steps[...version]), to: model)
      for receiver in receivers {
        receiver.lengths.insert(try Self.storedColumns(of: receiver.table, in: model).count)
      }
    }
    return receivers
  }

  /// In the order in which they lie in a row; what is computed when it is read is in none.
  private static func storedColumns(of table: TableReading, in database: Database) throws(SQLiteFault)
    -> [String]
  {
    var cursor = try database.cursor(
      once: "SELECT name FROM pragma_table_xinfo('\(table.name)') WHERE hidden = 0 ORDER BY cid")
    var names: [String] = []
    while try cursor.next() { names.append(cursor.text() ?? "") }
    return names
  }

  // MARK: What follows from the rows

  /// Throws `SQLiteFault.failedWrite` where what was written is not sound: then nothing of it is used.
  mutating func finish() throws(SQLiteFault) -> SalvageYield {
    // Rows about notifications that could not be read are removed.
    try target.execute("DELETE FROM decisions WHERE notification NOT IN (SELECT id FROM notifications)")
    yield.rows["decisions", default: 0] -= target.changes
    try target.execute("DELETE FROM dismissed WHERE notification NOT IN (SELECT id FROM notifications)")
    // Nothing is released whose banner is not held, and no banner is of anything but what is unread.
    try target.execute(
      """
      DELETE FROM banners WHERE kind = 'notification'
        AND notification NOT IN (SELECT id FROM notifications WHERE unread);
      UPDATE notifications SET state = 'delivered', until = NULL WHERE state = 'held'
        AND id NOT IN (SELECT notification FROM banners WHERE kind = 'notification')
      """)
    try recount()
    let soundness = Soundness(
      database: target,
      goesOn: { [progress] in
        progress()
        return true
      })
    guard try soundness.finding() == nil else { throw SQLiteFault.failedWrite }
    try target.execute("COMMIT")
    return yield
  }

  /// Counts what was carried over. No number is given twice.
  private func recount() throws(SQLiteFault) {
    try target.execute(
      """
      DELETE FROM tallies;
      INSERT INTO tallies SELECT app, count(*), sum(unread) FROM notifications GROUP BY app;
      INSERT OR IGNORE INTO streams (app, last, acknowledged, kept) SELECT DISTINCT app, 0, 0, 0 FROM events;
      UPDATE streams SET kept = (SELECT count(*) FROM events WHERE events.app = streams.app),
        last = max(last, (SELECT coalesce(max(sequence), 0) FROM events WHERE events.app = streams.app));
      UPDATE images SET uses = 0, current_uses = 0;
      UPDATE images SET uses = counted.uses, current_uses = counted.current_uses FROM
        (SELECT path, count(*) AS uses, sum(current) AS current_uses FROM
          (SELECT id, image AS path, current FROM notifications WHERE image GLOB '/*'
            UNION SELECT id, sender_avatar, current FROM notifications WHERE sender_avatar GLOB '/*')
          GROUP BY path) AS counted
        WHERE images.path = counted.path
      """)
    guard let newest else { return }
    try target.execute("DELETE FROM sqlite_sequence WHERE name = 'notifications'")
    var cursor = try target.cursor(
      once: """
        INSERT INTO sqlite_sequence (name, seq)
          SELECT 'notifications', max(?, coalesce(max(id), 0)) FROM notifications
        """)
    cursor.bind(newest)
    try cursor.run()
  }
}

/// A table that takes in rows as they lie in pages.
private final class Receiver {
  let table: TableReading
  private let columns: [String]
  /// How many values a row had in each version of the schema; a column that was added is missing in older rows.
  var lengths: Set<Int> = []
  var row: Cursor
  var insert: Cursor

  /// `columns`: in the order in which they lie in a row.
  init(_ table: TableReading, _ columns: [String], in target: Database) throws(SQLiteFault) {
    self.table = table
    self.columns = columns
    row = try target.cursor(once: table.values)
    insert = try target.cursor(once: table.insert)
  }

  /// Whether it may be one of the table's. `newest`: the highest number that a notification ever had.
  func fits(_ found: PageWalk.Row, newest: Int64?) -> Bool {
    guard lengths.contains(found.values.count), (table.number == nil) == (found.number == nil) else {
      return false
    }
    return table.name != "notifications" || found.number ?? 0 <= newest ?? highestNumber
  }

  func bind(_ found: PageWalk.Row) {
    let values = Dictionary(zip(columns, found.values), uniquingKeysWith: { first, _ in first })
    row.again()
    for column in table.columns {
      switch values[column] ?? .null {
      case .null: row.bind(column == table.number ? found.number : nil)
      case .integer(let value): row.bind(value)
      case .real(let value): row.bind(value)
      case .text(let bytes): row.bind(String(decoding: bytes, as: UTF8.self))
      case .blob(let bytes): row.bind(Array(bytes))
      }
    }
  }
}

/// How much was carried over.
struct SalvageYield {
  /// By table.
  var rows: [String: Int] = [:]
  /// How many notifications there had been; `nil` where that cannot be read.
  var stored: Int64?

  /// What came of it, for the log.
  var text: String {
    let notifications = rows["notifications"] ?? 0
    let all = stored.map { max($0, Int64(clamping: notifications)) }
    return
      "\(notifications)\(all.map { " of \($0)" } ?? "") notifications, \(rows["decisions"] ?? 0) decisions about them, "
      + "\(rows["events"] ?? 0) events and \(rows["apps"] ?? 0) apps were carried over"
  }
}
