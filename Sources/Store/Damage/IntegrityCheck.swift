import CSQLite

/// Checks a database: SQLite finds its form right, this program can have written each row, and the tables that count
/// rows count them right.
struct IntegrityCheck {
  enum Verdict: Equatable {
    case sound
    /// A predicate that names the damage.
    case damaged(String)
    /// The disk failed, or the file could not be opened: the result is unknown.
    case unreadable(SQLiteFault)
    /// It was given up before its end.
    case interrupted
  }

  /// How many instructions of SQLite's machine pass between two looks at whether to go on: well below a millisecond.
  private static let instructions: Int32 = 10_000

  /// Asked again and again, whether to go on.
  private let goesOn: () -> Bool

  init(goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

  /// Reads the whole file on a connection of its own, on any thread. SQLite reports a read that failed as damage
  /// (SQLITE_IOERR_CORRUPTFS): a finding counts if the file can be read through without SQLite before and after it is
  /// found once more. A check that was given up has no finding: it may not have read the file through.
  func verdict(on file: DatabaseFile) -> Verdict {
    var verdict = finding(on: file.path)
    guard case .damaged = verdict else { return verdict }
    guard file.canBeRead(while: goesOn) else { return .unreadable(.failedRead) }
    verdict = finding(on: file.path)
    guard case .damaged = verdict else { return verdict }
    guard file.canBeRead(while: goesOn) else { return .unreadable(.failedRead) }
    return goesOn() ? verdict : .interrupted
  }

  private func finding(on path: String) -> Verdict {
    do throws(SQLiteFault) {
      // To write to a file that may be damaged would be to make it worse.
      let database = try Database(path: path, isReadOnly: true)
      defer { database.closeKeepingLog() }
      return try finding(in: database).map(Verdict.damaged) ?? .sound
    } catch {
      if error.isInterruption { return .interrupted }
      return error.suggestsDamage ? .damaged("is damaged (\(error.reason))") : .unreadable(error)
    }
  }

  /// A predicate that names the damage; `nil` for a sound database. Throws SQLite's error where it cannot read on, and
  /// `SQLiteFault.damagedRow`.
  func finding(in database: Database) throws(SQLiteFault) -> String? {
    let patience = Patience(goesOn)
    return try withExtendedLifetime(patience) { () throws(SQLiteFault) in
      let address = Unmanaged.passUnretained(patience).toOpaque()
      sqlite3_progress_handler(database.handle, Self.instructions, { Patience.hasEnded($0) }, address)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      return try read(database)
    }
  }

  private func read(_ database: Database) throws(SQLiteFault) -> String? {
    var cursor = try database.cursor(once: "PRAGMA integrity_check(1)")
    guard try cursor.next(), cursor.text() == "ok" else { return "is damaged" }
    for table in TableReading.all + TableReading.derived {
      var rows = try database.cursor(once: table.select)
      while try rows.next() { try table.decode(&rows) }
    }
    for counts in Self.wrongCounts {
      if try database.integer("SELECT EXISTS (\(counts))") != 0 { return "is damaged (it counts wrong)" }
    }
    return nil
  }

  /// Queries that each find a wrong count. The named indexes cover the queries.
  private static let wrongCounts = [
    """
    SELECT 1 FROM tallies WHERE
      stored <> (SELECT count(*) FROM notifications INDEXED BY by_app WHERE app = tallies.app)
      OR unread <> (SELECT count(*) FROM notifications INDEXED BY unread_by_thread
        WHERE unread = 1 AND app = tallies.app)
    """,
    "SELECT 1 WHERE (SELECT count(*) FROM notifications) <> (SELECT total(stored) FROM tallies)",
    """
    SELECT 1 FROM streams WHERE kept <> (SELECT count(*) FROM events WHERE app = streams.app)
      OR last < (SELECT max(sequence) FROM events WHERE app = streams.app)
      OR last < (SELECT max(acknowledged) FROM followers WHERE app = streams.app)
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
