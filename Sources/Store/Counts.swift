public import Delivery
public import NotificationModel

struct CountStatements {
  let unread = Statement("SELECT sum(unread) FROM tallies")
  let unreadOfApp = Statement("SELECT unread FROM tallies WHERE app = ?")
  let unreadOfThread = Statement(
    "SELECT count(*) FROM notifications INDEXED BY unread_by_thread WHERE unread AND app = ? AND thread IS ?")
  let ofState = Statement("SELECT count(*) FROM notifications WHERE state = ?")
  let ofAppAndState = Statement("SELECT count(*) FROM notifications WHERE state = ? AND app = ?")
  let recentLevels = Statement(
    """
    SELECT count(*), sum(level IS 'timeSensitive') FROM
      (SELECT level, posted FROM notifications INDEXED BY by_app WHERE app = ? ORDER BY id DESC LIMIT ?)
      WHERE posted >= ?
    """)
}

extension SQLiteStore {
  public func unreadCount(app: AppID?) throws(StorageFault) -> Int {
    guard let app else { return try count(sql.counts.unread) { _ in } }
    return try count(sql.counts.unreadOfApp) { $0.bind(app.text) }
  }

  public func unreadCount(app: AppID, thread: OpaqueName?) throws(StorageFault) -> Int {
    try count(sql.counts.unreadOfThread) {
      $0.bind(app.text)
      $0.bind(thread?.text)
    }
  }

  public func count(app: AppID?, state: State) throws(StorageFault) -> Int {
    try count(app == nil ? sql.counts.ofState : sql.counts.ofAppAndState) {
      $0.bind(state.rawValue)
      if let app { $0.bind(app.text) }
    }
  }

  public func recentLevels(app: AppID, since: Timestamp, limit: Int) throws(StorageFault) -> LevelCount {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.counts.recentLevels)
      cursor.bind(app.text)
      cursor.bind(limit)
      cursor.bind(since)
      guard try cursor.next() else { return LevelCount(all: 0, timeSensitive: 0) }
      return LevelCount(all: cursor.count(), timeSensitive: cursor.count())
    }
  }

  private func count(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault) -> Int {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      return try cursor.next() ? cursor.count() : 0
    }
  }
}
