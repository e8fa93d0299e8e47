import CSQLite

/// How many notifications of each app are stored, and how many of them unread: counted as they come and go, and
/// written once for a transaction, since a post would else write the same row as the one before it.
///
/// Invariant: the table `tallies`, and `changes` added to it, say what `notifications` holds. `SQLiteStore.insert`
/// counts what it inserts; what is updated or deleted, often many rows at once, triggers of this connection count.
final class Tallies {
  struct Change {
    var stored = 0
    var unread = 0
  }

  /// Apps whose numbers are kept in memory; past them all are read again.
  private static let mostKnown = 256

  /// Since the transaction began, by app.
  private var changes: [String: Change] = [:]
  /// What the table says is unread, of apps that were asked for.
  private var known: [String: Int] = [:]

  /// `database`: does not outlive this.
  func follow(_ database: Database) throws(SQLiteFault) {
    let address = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_create_function_v2(
      database.handle, "tally", 3, SQLITE_UTF8, address,
      { context, count, values in
        guard count == 3, let values, let app = sqlite3_value_text(values[0]) else { return }
        let tallies = Unmanaged<Tallies>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
        tallies.count(
          String(cString: app),
          Change(stored: Int(sqlite3_value_int(values[1])), unread: Int(sqlite3_value_int(values[2]))))
      }, nil, nil, nil)
    try database.execute(
      """
      CREATE TEMP TRIGGER IF NOT EXISTS tally_update AFTER UPDATE OF unread ON main.notifications
        WHEN old.unread <> new.unread BEGIN SELECT tally(new.app, 0, new.unread - old.unread); END;
      CREATE TEMP TRIGGER IF NOT EXISTS tally_delete AFTER DELETE ON main.notifications BEGIN
        SELECT tally(old.app, -1, -old.unread);
      END;
      """)
  }

  func count(_ app: String, _ change: Change) {
    changes[app, default: Change()].stored += change.stored
    changes[app, default: Change()].unread += change.unread
  }

  /// `read`: what the table says.
  func unread(of app: String, _ read: () throws(SQLiteFault) -> Int) throws(SQLiteFault) -> Int {
    let written: Int
    if let known = known[app] {
      written = known
    } else {
      written = try read()
      if known.count >= Self.mostKnown { known.removeAll() }
      known[app] = written
    }
    return written + (changes[app]?.unread ?? 0)
  }

  /// To be added to the table.
  func take() -> [String: Change] {
    for (app, change) in changes { known[app]? += change.unread }
    defer { changes.removeAll(keepingCapacity: true) }
    return changes
  }

  /// The transaction has not happened.
  func rollBack() {
    changes.removeAll()
    known.removeAll()
  }
}
