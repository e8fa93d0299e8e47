package import Delivery
package import NotificationModel

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
  let ofState = Statement("SELECT count(*) FROM notifications WHERE state = ?")
  let ofAppAndState = Statement("SELECT count(*) FROM notifications WHERE state = ? AND app = ?")
  let withheld = Statement(
    "SELECT count(*) FROM notifications INDEXED BY withheld_by_app WHERE withheld IS NOT NULL AND app = ?")
  /// Without a trigger it is not its app that has scheduled it.
  let scheduledOfApp = Statement(
    """
    SELECT count(*) FROM notifications WHERE state IN ('scheduled', 'awaitingConsent') AND app = ?
      AND due IS NOT NULL AND trigger IS NOT NULL
    """)
  let recentLevels = Statement(
    """
    SELECT count(*), sum(level IS 'timeSensitive') FROM
      (SELECT level, came FROM notifications INDEXED BY by_app WHERE app = ? ORDER BY came DESC, id DESC LIMIT ?)
      WHERE came >= ?
    """)
}

extension SQLiteStore {
  package func unreadCount(app: AppID?) throws(StorageFault) -> Int {
    guard let app else {
      return try read { (database) throws(SQLiteFault) in
        try writeTallies(connected())
        return try Self.count(sql.counts.unread, in: database) { _ in }
      }
    }
    return try read { (database) throws(SQLiteFault) in
      try connected().tallies.unread(of: app.text) { () throws(SQLiteFault) in
        try Self.count(sql.counts.unreadOfApp, in: database) { $0.bind(app.text) }
      }
    }
  }

  package func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int {
    try count(sql.counts.unreadOfThread) {
      $0.bind(app.text)
      $0.bind(thread?.text)
    }
  }

  package func count(app: AppID?, state: State) throws(StorageFault) -> Int {
    try count(app == nil ? sql.counts.ofState : sql.counts.ofAppAndState) {
      $0.bind(state.rawValue)
      if let app { $0.bind(app.text) }
    }
  }

  package func withheldCount(app: AppID) throws(StorageFault) -> Int {
    try count(sql.counts.withheld) { $0.bind(app.text) }
  }

  package func scheduledCount(app: AppID) throws(StorageFault) -> Int {
    try count(sql.counts.scheduledOfApp) { $0.bind(app.text) }
  }

  package func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.counts.recentLevels)
      cursor.bind(app.text)
      cursor.bind(limit)
      cursor.bind(since)
      guard try cursor.next() else { return LevelCount(all: 0, timeSensitive: 0) }
      return LevelCount(all: cursor.count(), timeSensitive: cursor.count())
    }
  }

  func count(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault) -> Int {
    try read { (database) throws(SQLiteFault) in try Self.count(statement, in: database, bind) }
  }

  private static func count(
    _ statement: Statement, in database: Database, _ bind: (inout Cursor) -> Void
  ) throws(SQLiteFault) -> Int {
    var cursor = try database.cursor(statement)
    bind(&cursor)
    return try cursor.next() ? cursor.count() : 0
  }

  /// Before the table is read as a whole, and before the end of a transaction.
  func writeTallies(_ connection: StoreConnection) throws(SQLiteFault) {
    for (app, change) in connection.tallies.take() {
      for statement in [sql.counts.add, sql.counts.begin] {
        var cursor = try connection.database.cursor(statement)
        cursor.bind(app)
        cursor.bind(change.stored)
        cursor.bind(change.unread)
        try cursor.run()
        if connection.database.changes > 0 { break }
      }
    }
  }
}
