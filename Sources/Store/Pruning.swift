package import Delivery
package import NotificationModel

struct PruningStatements {
  let stored = Statement("SELECT sum(stored) FROM tallies")
  /// One that only just ended is not old, whenever it was posted: it has a decision that says so.
  let old = Statement(
    """
    DELETE FROM notifications WHERE id IN
      (SELECT id FROM notifications WHERE prunable AND posted < ?1
        AND NOT EXISTS (SELECT 1 FROM decisions WHERE notification = notifications.id AND time >= ?1)
        ORDER BY posted LIMIT ?2)
    """)
  /// The id of the last one that is in excess; ids are in the order of insertion.
  let boundary = Statement("SELECT id FROM notifications ORDER BY id LIMIT 1 OFFSET ?")
  let excess = Statement(
    """
    DELETE FROM notifications WHERE id IN
      (SELECT id FROM notifications NOT INDEXED WHERE id <= ? AND prunable ORDER BY id LIMIT ?)
    """)
}

extension SQLiteStore {
  /// How many free pages one call gives back to the file system, so that it takes no long time.
  private static let pagesGivenBack = 256

  package func prune(before time: Timestamp, rows: Int, limit: Int) throws(StorageFault) -> Int {
    try write { (database) throws(SQLiteFault) in
      let old = try delete(sql.pruning.old, upTo: time.milliseconds, limit: limit, in: database)
      guard let boundary = try boundary(rows: rows, in: database) else {
        if old > 0 { try giveBack(database) }
        return old
      }
      let excess = try delete(sql.pruning.excess, upTo: boundary, limit: limit - old, in: database)
      if old + excess > 0 { try giveBack(database) }
      return old + excess
    }
  }

  private func delete(
    _ statement: Statement, upTo bound: Int64, limit: Int, in database: Database
  ) throws(SQLiteFault) -> Int {
    guard limit > 0 else { return 0 }
    var cursor = try database.cursor(statement)
    cursor.bind(bound)
    cursor.bind(limit)
    try cursor.run()
    return database.changes
  }

  private func boundary(rows: Int, in database: Database) throws(SQLiteFault) -> Int64? {
    try writeTallies(connected())
    var tally = try database.cursor(sql.pruning.stored)
    let stored = try tally.next() ? tally.count() : 0
    guard stored > max(0, rows) else { return nil }
    var cursor = try database.cursor(sql.pruning.boundary)
    cursor.bind(stored - max(0, rows) - 1)
    return try cursor.next() ? cursor.integer() : nil
  }

  /// Prepared each time: the pragma's argument cannot be bound, and it has to be stepped to its end.
  private func giveBack(_ database: Database) throws(SQLiteFault) {
    var cursor = try database.cursor(once: "PRAGMA incremental_vacuum(\(Self.pagesGivenBack))")
    try cursor.run()
  }
}
