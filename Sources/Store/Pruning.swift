package import Delivery
package import NotificationModel

struct PruningStatements {
  let stored = Statement("SELECT sum(stored) FROM tallies")
  /// One that only just ended is not old, whenever it came: it has a decision that says so.
  let old = Statement(
    """
    DELETE FROM notifications WHERE id IN
      (SELECT id FROM notifications WHERE prunable AND withheld IS NULL AND came < ?1
        AND app NOT IN (SELECT value FROM json_each(?2))
        AND NOT EXISTS (SELECT 1 FROM decisions WHERE notification = notifications.id AND time >= ?1)
        ORDER BY came LIMIT ?3)
    """)
  let oldOfApp = Statement(
    """
    DELETE FROM notifications WHERE id IN
      (SELECT id FROM notifications INDEXED BY by_app WHERE app = ?2 AND came < ?1 AND prunable AND withheld IS NULL
        AND NOT EXISTS (SELECT 1 FROM decisions WHERE notification = notifications.id AND time >= ?1)
        ORDER BY came LIMIT ?3)
    """)
  /// The place of the last one that is in excess.
  let boundary = Statement(
    "SELECT came, id FROM notifications INDEXED BY by_time ORDER BY came, id LIMIT 1 OFFSET ?")
  let excess = Statement(
    """
    DELETE FROM notifications WHERE id IN
      (SELECT id FROM notifications INDEXED BY prunable_by_age WHERE prunable AND withheld IS NULL AND (came, id) <= (?, ?)
        ORDER BY came, id LIMIT ?)
    """)
}

extension SQLiteStore {
  /// How many free pages one call gives back to the file system, so that it takes no long time.
  private static let pagesGivenBack = 256

  package func prune(
    before time: Timestamp, but others: [AppID: Timestamp], rows: Int, limit: Int
  ) throws(StorageFault) -> Int {
    try write { (database) throws(SQLiteFault) in
      var old = try delete(sql.pruning.old, limit: limit, in: database) {
        $0.bind(time)
        $0.bind(jsonArray(others.keys.sorted()))
      }
      for (app, time) in others.sorted(by: { $0.key < $1.key }) {
        old += try delete(sql.pruning.oldOfApp, limit: limit - old, in: database) {
          $0.bind(time)
          $0.bind(app.text)
        }
      }
      guard let boundary = try boundary(rows: rows, in: database) else {
        if old > 0 { try giveBack(database) }
        return old
      }
      let excess = try delete(sql.pruning.excess, limit: limit - old, in: database) { $0.bind(boundary) }
      if old + excess > 0 { try giveBack(database) }
      return old + excess
    }
  }

  private func delete(
    _ statement: Statement, limit: Int, in database: Database, _ bindBound: (inout Cursor) -> Void
  ) throws(SQLiteFault) -> Int {
    guard limit > 0 else { return 0 }
    var cursor = try database.cursor(statement)
    bindBound(&cursor)
    cursor.bind(limit)
    try cursor.run()
    return database.changes
  }

  private func boundary(rows: Int, in database: Database) throws(SQLiteFault) -> ListPlace? {
    try writeTallies(connected())
    var tally = try database.cursor(sql.pruning.stored)
    let stored = try tally.next() ? tally.count() : 0
    guard stored > max(0, rows) else { return nil }
    var cursor = try database.cursor(sql.pruning.boundary)
    cursor.bind(stored - max(0, rows) - 1)
    return try cursor.next() ? try cursor.listPlace() : nil
  }

  /// Prepared each time: the pragma's argument cannot be bound, and it has to be stepped to its end.
  private func giveBack(_ database: Database) throws(SQLiteFault) {
    var cursor = try database.cursor(once: "PRAGMA incremental_vacuum(\(Self.pagesGivenBack))")
    try cursor.run()
  }
}
