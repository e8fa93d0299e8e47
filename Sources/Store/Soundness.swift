import CSQLite

/// What makes a database sound: SQLite finds its form right, each row is one that this program can have written, and
/// what counts rows counts them right.
struct Soundness {
  /// How many instructions of SQLite's machine pass between two looks at whether to go on: well below a millisecond.
  private static let instructions: Int32 = 10_000

  let database: Database
  /// Asked again and again, whether to go on.
  let goesOn: () -> Bool

  /// A predicate that says what is wrong; `nil` where nothing is. Throws what SQLite says where it cannot read on,
  /// and `SQLiteFault.damagedRow`.
  func finding() throws(SQLiteFault) -> String? {
    let patience = Patience(goesOn)
    return try withExtendedLifetime(patience) { () throws(SQLiteFault) in
      let address = Unmanaged.passUnretained(patience).toOpaque()
      sqlite3_progress_handler(database.handle, Self.instructions, { Patience.hasEnded($0) }, address)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      return try read()
    }
  }

  private func read() throws(SQLiteFault) -> String? {
    var cursor = try database.cursor(once: "PRAGMA integrity_check(1)")
    guard try cursor.next(), cursor.text() == "ok" else { return "is damaged" }
    // An older one has other columns.
    guard try database.integer("PRAGMA user_version") == Int64(Schema.newest) else { return nil }
    for table in TableReading.all + TableReading.derived {
      var rows = try database.cursor(once: table.select)
      while try rows.next() { try table.decode(&rows) }
    }
    for counts in Self.wrongCounts {
      if try database.integer("SELECT EXISTS (\(counts))") != 0 { return "is damaged (it counts wrong)" }
    }
    return nil
  }

  /// Each finds what does not count what it should. The indexes that are named hold all that is asked for.
  private static let wrongCounts = [
    """
    SELECT 1 FROM tallies WHERE
      stored <> (SELECT count(*) FROM notifications INDEXED BY by_app WHERE app = tallies.app)
      OR unread <> (SELECT count(*) FROM notifications INDEXED BY unread_by_thread
        WHERE unread AND app = tallies.app)
    """,
    "SELECT 1 WHERE (SELECT count(*) FROM notifications) <> (SELECT total(stored) FROM tallies)",
    """
    SELECT 1 FROM streams WHERE kept <> (SELECT count(*) FROM events WHERE app = streams.app)
      OR last < (SELECT max(sequence) FROM events WHERE app = streams.app)
    """,
    "SELECT 1 WHERE (SELECT count(*) FROM events) <> (SELECT total(kept) FROM streams)",
  ]

  private final class Patience {
    private let goesOn: () -> Bool
    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

    static func hasEnded(_ address: UnsafeMutableRawPointer?) -> Int32 {
      guard let address else { return 1 }
      return Unmanaged<Patience>.fromOpaque(address).takeUnretainedValue().goesOn() ? 0 : 1
    }
  }
}
