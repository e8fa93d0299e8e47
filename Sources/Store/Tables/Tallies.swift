import CSQLite
package import NotificationModel
package import Records

/// How many notifications of each app are stored, and how many of them unread: counted as they come and go, and
/// written once for a transaction, since a post would else write the same row as the one before it.
///
/// Invariant: the table `tallies` plus `changes` counts the rows of `notifications`. `SQLiteStore.insert` counts its
/// own rows; triggers of this connection count updates and deletions, which often concern many rows at once.
final class Tallies {
  struct Change {
    var stored = 0
    var unread = 0
  }

  /// Apps whose numbers are kept in memory; past this all numbers are read again.
  private static let mostKnown = 256

  /// Since the transaction began, by app.
  private var changes: [String: Change] = [:]
  /// The table's unread counts, by app, as far as they were read.
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

  /// `read`: reads the number from the table.
  func unread(of app: String, _ read: () throws(SQLiteFault) -> Int) throws(SQLiteFault) -> Int {
    let written: Int
    if let known = known[app] {
      written = known
    } else {
      written = try read()
      guard (0...Int(highestNumber)).contains(written) else { throw SQLiteFault.damagedRow }
      if known.count >= Self.mostKnown { known.removeAll() }
      known[app] = written
    }
    return written + (changes[app]?.unread ?? 0)
  }

  /// To be added to the table.
  func drain() -> [String: Change] {
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

struct CountStatements {
  static let tallies = TableReading("tallies", "app, stored, unread", key: ["app"]) {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.required(AppID.init)
    _ = (try cursor.counted(), try cursor.counted())
  }
  /// The highest number that SQLite has given in each table.
  static let numbers = TableReading("sqlite_sequence", "seq", key: ["name"]) {
    (cursor) throws(SQLiteFault) in _ = try cursor.counted()
  }

  let add = Statement("UPDATE tallies SET stored = stored + ?2, unread = unread + ?3 WHERE app = ?1")
  let begin = Statement("INSERT INTO tallies VALUES (?, ?, ?)")
  let unread = Statement("SELECT sum(unread) FROM tallies")
  let unreadOfApp = Statement("SELECT unread FROM tallies WHERE app = ?")
  let unreadOfThread = Statement(
    """
    SELECT count(*) FROM notifications INDEXED BY unread_by_thread WHERE unread = 1 AND app = ? AND thread IS ?
    """)
  let withheld = Statement(
    "SELECT count(*) FROM notifications INDEXED BY withheld_by_app WHERE withheld IS NOT NULL AND app = ?")
  /// A scheduled notification without a trigger was put off by the person, not scheduled by its app.
  let scheduledOfApp = Statement(
    """
    SELECT count(*) FROM notifications WHERE state <> 'delivered' AND state IN ('scheduled', 'awaitingConsent')
      AND app = ? AND due IS NOT NULL AND trigger IS NOT NULL
    """)
  /// A notification counts once, and once for each post that was the same or changed it.
  let posts = Statement(
    """
    SELECT ifnull(sum(1 + repeats + ifnull(replaced, 0)), 0) FROM
      (SELECT repeats, replaced FROM notifications INDEXED BY by_app
        WHERE app = ? AND came >= ? AND withheld IS NULL ORDER BY came DESC LIMIT ?)
    """)
  let recentLevels = Statement(
    """
    SELECT count(*), sum(level IS 'timeSensitive') FROM
      (SELECT level, came FROM notifications INDEXED BY by_app WHERE app = ? ORDER BY came DESC, id DESC LIMIT ?)
      WHERE came >= ?
    """)
}

extension SQLiteStore {
  /// The number of unread records of an app, or of all.
  package func unreadCount(app: AppID?) throws(StorageFault) -> Int {
    guard let app else {
      return try read { (database) throws(SQLiteFault) in
        try writeTallies(connected())
        return try database.row(sql.counts.unread) ?? 0
      }
    }
    return try read { (database) throws(SQLiteFault) in
      try connected().tallies.unread(of: app.text) { () throws(SQLiteFault) in
        try database.row(sql.counts.unreadOfApp) { $0.bind(app.text) } ?? 0
      }
    }
  }

  /// The number of unread records of an app in one thread.
  package func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int {
    try count(sql.counts.unreadOfThread) {
      $0.bind(app.text)
      $0.bind(thread?.text)
    }
  }

  package func count(app: AppID?, state: State) throws(StorageFault) -> Int {
    let statements = sql.queues.inState(state)
    return try count(app == nil ? statements.count : statements.countOfApp) {
      $0.bind(state.rawValue)
      if let app { $0.bind(app.text) }
    }
  }

  package func withheldCount(app: AppID) throws(StorageFault) -> Int {
    try count(sql.counts.withheld) { $0.bind(app.text) }
  }

  /// The number of scheduled records of an app, including those that wait for consent, without those that the person
  /// put off.
  package func scheduledCount(app: AppID) throws(StorageFault) -> Int {
    try count(sql.counts.scheduledOfApp) { $0.bind(app.text) }
  }

  /// The posts of the app's notifications that came since `time`, of the newest `rows` of these.
  package func postCount(app: AppID, since time: Timestamp, rows: Int) throws(StorageFault) -> Int {
    try count(sql.counts.posts) {
      $0.bind(app.text)
      $0.bind(time)
      $0.bind(rows)
    }
  }

  /// The levels that the app's newest `limit` notifications since that time asked for.
  package func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount {
    try row(sql.counts.recentLevels) {
      $0.bind(app.text)
      $0.bind(limit)
      $0.bind(since)
    } ?? LevelCount(all: 0, timeSensitive: 0)
  }

  /// Before the table is read as a whole, and before the end of a transaction.
  func writeTallies(_ connection: StoreConnection) throws(SQLiteFault) {
    for (app, change) in connection.tallies.drain() {
      for statement in [sql.counts.add, sql.counts.begin] {
        let changed = try connection.database.run(statement) {
          $0.bind(app)
          $0.bind(change.stored)
          $0.bind(change.unread)
        }
        if changed > 0 { break }
      }
    }
  }
}

extension LevelCount: Row {
  static func read(_ cursor: inout Cursor) -> Self {
    LevelCount(all: cursor.count(), timeSensitive: cursor.count())
  }
}
