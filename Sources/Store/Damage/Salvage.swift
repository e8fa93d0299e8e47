/// Carries the readable rows of a damaged database over into a new one, table by table and row by row.
///
/// Invariant: the damaged file and its log are read, never written. Rows that this program cannot have written stay
/// behind, so that the new database is sound in every sense of `IntegrityCheck`.
struct Salvage {
  private static let rowsBetweenSigns = 1_000
  /// How often one table is asked for the rows of a range: less than a second.
  private static let mostProbes = 10_000
  /// How many ranges one after the other may have no readable row: a table whose first page is damaged has none.
  private static let mostFruitless = 1_000

  private let target: Database
  /// Called now and then, to say that it goes on.
  private let progress: () -> Void
  private var seen = 0
  private var yield = SalvageYield()
  /// The highest number that a notification ever had.
  private var newest: Int64?

  /// Only faults of the target are thrown from here on: a row that cannot be read stays behind.
  init(to target: Database, progress: @escaping () -> Void) throws(SQLiteFault) {
    self.target = target
    self.progress = progress
    try target.execute("PRAGMA foreign_keys = OFF; BEGIN")
  }

  mutating func carryOver(from source: Database) throws(SQLiteFault) {
    func counted(_ sql: String) -> Int64? {
      (try? source.integer(sql)).flatMap { (0...highestNumber).contains($0) ? $0 : nil }
    }
    yield.stored = ["notifications": counted("SELECT sum(stored) FROM tallies")]
    yield.stored["events"] = counted("SELECT sum(kept) FROM streams")
    newest = counted("SELECT seq FROM sqlite_sequence WHERE name = 'notifications'")
    for table in (try? TableReading.all(in: source)) ?? TableReading.all {
      if let number = table.number {
        // First without bounds: a row whose number is damaged ends a narrower range, and `max` may be too small.
        if try copy(table, 0...highestNumber, .ascending, from: source).isWhole { continue }
        let last = counted("SELECT max(\(number)) FROM \(table.name)") ?? newest ?? highestNumber
        try copyRows(of: table, numbered: 0...last, from: source)
      } else {
        for order in [TableReading.Order.ascending, .descending] {
          if try copy(table, nil, order, from: source).isWhole { break }
          if order == .descending { yield.incomplete.insert(table.name) }
        }
      }
    }
  }

  /// Reads a range from both ends up to the first unreadable rows, and then each half of the gap in the same way.
  private mutating func copyRows(
    of table: TableReading, numbered all: ClosedRange<Int64>, from source: Database
  ) throws(SQLiteFault) {
    var ranges = [all]
    var (probed, fruitless) = (0, 0)
    while probed < min(ranges.count, Self.mostProbes), fruitless < Self.mostFruitless {
      let range = ranges[probed]
      probed += 1
      progress()
      let up = try copy(table, range, .ascending, from: source)
      if up.isWhole { continue }
      yield.incomplete.insert(table.name)
      let down = try copy(table, range, .descending, from: source)
      fruitless = up.last == nil && down.last == nil ? fruitless + 1 : 0
      let (low, high) = (
        up.last.map { $0 + 1 } ?? range.lowerBound, down.last.map { $0 - 1 } ?? range.upperBound
      )
      guard low < high else { continue }
      let middle = low + (high - low) / 2
      ranges += [low...middle, (middle + 1)...high]
    }
  }

  /// How far it came: to the end, or to a row with this number, if it met any.
  private typealias Run = (isWhole: Bool, last: Int64?)

  private mutating func copy(
    _ table: TableReading, _ range: ClosedRange<Int64>?, _ order: TableReading.Order, from source: Database
  ) throws(SQLiteFault) -> Run {
    var run: Run = (false, nil)
    do throws(SQLiteFault) {
      var rows = try source.cursor(once: table.select(range, order))
      var insert = try target.cursor(once: table.insert)
      while try rows.next() {
        run.last = rows.integer().flatMap { range?.contains($0) == true ? $0 : nil } ?? run.last
        try copy(&rows, to: &insert, of: table)
      }
      run.isWhole = true
    } catch {
      guard error.suggestsDamage else { throw error }
    }
    return run
  }

  private mutating func copy(
    _ row: inout Cursor, to insert: inout Cursor, of table: TableReading
  ) throws(SQLiteFault) {
    seen += 1
    if seen % Self.rowsBetweenSigns == 0 { progress() }
    do { try table.decode(&row) } catch {
      yield.incomplete.insert(table.name)
      return
    }
    insert.again()
    insert.bindRow(of: row, from: 1)
    do throws(SQLiteFault) {
      try insert.run()
      yield.rows[table.name, default: 0] += target.changes
    } catch {
      guard error.isRefusedRow else { throw error }
      yield.incomplete.insert(table.name)
    }
  }

  // MARK: The new database

  /// Makes a sound database of the rows carried over.
  consuming func finish() throws(SQLiteFault) -> SalvageYield {
    // Rows about notifications that could not be read are removed.
    try target.execute("DELETE FROM decisions WHERE notification NOT IN (SELECT id FROM notifications)")
    yield.rows["decisions", default: 0] -= target.changes
    try target.execute(
      """
      DELETE FROM taken WHERE notification NOT IN (SELECT id FROM notifications)
        OR step NOT IN (SELECT number FROM steps)
      """)
    // A release time needs a held banner, and a banner an unread notification.
    try target.execute(
      """
      DELETE FROM banners WHERE kind = 'notification'
        AND notification NOT IN (SELECT id FROM notifications WHERE unread);
      UPDATE notifications SET state = 'delivered', until = NULL WHERE state = 'held'
        AND id NOT IN (SELECT notification FROM banners WHERE kind = 'notification')
      """)
    try recount()
    let check = IntegrityCheck { [progress] in
      progress()
      return true
    }
    guard try check.finding(in: target) == nil else { throw SQLiteFault.failedWrite }
    try target.execute("COMMIT")
    return yield
  }

  /// Counts the rows carried over. No number is given twice.
  private func recount() throws(SQLiteFault) {
    try target.execute(
      """
      DELETE FROM tallies;
      INSERT INTO tallies SELECT app, count(*), sum(unread) FROM notifications GROUP BY app;
      INSERT OR IGNORE INTO streams (app, last, acknowledged, kept)
        SELECT app, 0, 0, 0 FROM events UNION SELECT app, 0, 0, 0 FROM followers;
      UPDATE streams SET kept = (SELECT count(*) FROM events WHERE events.app = streams.app),
        last = max(last, (SELECT coalesce(max(sequence), 0) FROM events WHERE events.app = streams.app),
          (SELECT coalesce(max(acknowledged), 0) FROM followers WHERE followers.app = streams.app));
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

/// How much was carried over, by table.
struct SalvageYield {
  var rows: [String: Int] = [:]
  /// How many rows there had been, of tables of which that is counted; `nil` where it cannot be read.
  var stored: [String: Int64?] = [:]
  /// Tables with rows that could not be read, or that this program cannot have written.
  var incomplete: Set<String> = []

  /// The result in words, for the log and for the person.
  var text: String {
    let notifications = rows["notifications"] ?? 0
    let all = (stored["notifications"] ?? nil).map { max($0, Int64(clamping: notifications)) }
    let carried =
      "\(notifications)\(all.map { " of \($0)" } ?? "") notifications, \(rows["decisions"] ?? 0) decisions about them, "
      + "\(rows["events"] ?? 0) events and \(rows["apps"] ?? 0) apps were carried over"
    var lost = ["notifications", "events"].compactMap { name -> String? in
      guard let stored = stored[name] ?? nil else { return incomplete.contains(name) ? "some \(name)" : nil }
      let count = stored - Int64(clamping: rows[name] ?? 0)
      return count > 0 ? "\(count) \(count == 1 ? String(name.dropLast()) : name)" : nil
    }
    let others = incomplete.subtracting(["notifications", "events"]).sorted()
    if !others.isEmpty { lost.append("some rows of \(others.joined(separator: ", "))") }
    guard let first = lost.first else { return carried }
    return
      "\(carried); lost \(lost.count == 1 && first.hasPrefix("1 ") ? "is" : "are") \(lost.joined(separator: ", "))"
  }
}
