package import NotificationModel
package import Records

struct ErasingStatements {
  let notification = Statement("DELETE FROM notifications WHERE id = ?")
  let events = Statement("DELETE FROM events WHERE app = ? AND notification = ?")
  /// Events that say more than the end of a notification, for notifications that are gone.
  let tellingEvents = Statement(
    """
    SELECT app, sequence FROM events WHERE app = ifnull(?1, app) AND notification IS NOT NULL
      AND (identifier IS NOT NULL OR action IS NOT NULL OR text IS NOT NULL OR target IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM notifications WHERE id = events.notification) LIMIT ?2
    """)
  let event = Statement("DELETE FROM events WHERE app = ? AND sequence = ?")
  let fewerEvents = Statement("UPDATE streams SET kept = kept - ? WHERE app = ?")
  let newest = Statement("SELECT max(id) FROM notifications")
  let through = Statement("\(NotificationColumns.select) WHERE id <= ? LIMIT ?")
  let ofAppThrough = Statement(
    "\(NotificationColumns.select) INDEXED BY by_app WHERE app = ? AND id <= ? LIMIT ?")
  let storedOfApp = Statement("SELECT stored FROM tallies WHERE app = ?")
}

extension SQLiteStore {
  /// Removes a notification with its decisions, and those of its events that the app has not acknowledged. The numbers
  /// of these events are not used again.
  package func erase(_ record: NotificationRecord) throws(StorageFault) {
    let app = record.request.app.text
    try eraseEvents(sql.erasing.events, of: app) { $0.bind(record.id.number) }
    try run(sql.erasing.notification) { $0.bind(record.id.number) }
  }

  /// Removes events of this app, or of all, about notifications that are gone. Events that say only that a notification
  /// ended stay. Returns how many were removed, at most `limit`.
  package func eraseEvents(app: AppID?, limit: Int) throws(StorageFault) -> Int {
    let events: [(app: AppID, sequence: Int64)] = try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.erasing.tellingEvents)
      cursor.bind(app?.text)
      cursor.bind(limit)
      var events: [(app: AppID, sequence: Int64)] = []
      while try cursor.next() { events.append((try cursor.required(AppID.init), try cursor.counted())) }
      return events
    }
    for event in events {
      try eraseEvents(sql.erasing.event, of: event.app.text) { $0.bind(event.sequence) }
    }
    return events.count
  }

  /// The id of the newest notification; 0 if there is none.
  package func newestID() throws(StorageFault) -> NotificationID {
    NotificationID(Int64(try count(sql.erasing.newest)))
  }

  /// Some of the stored notifications of an app or of all, up to the id `last`.
  package func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try rows(app == nil ? sql.erasing.through : sql.erasing.ofAppThrough) {
      if let app { $0.bind(app.text) }
      $0.bind(last.number)
      $0.bind(limit)
    }
  }

  private func eraseEvents(
    _ statement: Statement, of app: String, _ bindRest: (inout Cursor) -> Void
  ) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      let gone = try database.run(statement) {
        $0.bind(app)
        bindRest(&$0)
      }
      guard gone > 0 else { return }
      try database.run(sql.erasing.fewerEvents) {
        $0.bind(gone)
        $0.bind(app)
      }
    }
  }

  /// How many notifications are stored, of an app or of all.
  package func storedCount(app: AppID?) throws(StorageFault) -> Int {
    try read { (database) throws(SQLiteFault) in try writeTallies(connected()) }
    return try count(app == nil ? sql.pruning.stored : sql.erasing.storedOfApp) {
      if let app { $0.bind(app.text) }
    }
  }
}

struct PruningStatements {
  let stored = Statement("SELECT sum(stored) FROM tallies")
  /// A notification that only just ended is not old, whenever it came: it has a decision that says so.
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

  /// Removes notifications that last came before `time` (some apps have another time in `others`) and had no decision
  /// since, and all beyond the newest `rows`, with their decisions. Notifications that are unread, scheduled or
  /// awaiting consent stay. Returns how many were removed, at most `limit`.
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
    return try database.run(statement) {
      bindBound(&$0)
      $0.bind(limit)
    }
  }

  private func boundary(rows: Int, in database: Database) throws(SQLiteFault) -> ListPlace? {
    try writeTallies(connected())
    let stored: Int = try database.row(sql.pruning.stored) ?? 0
    guard stored > max(0, rows) else { return nil }
    return try database.row(sql.pruning.boundary) { $0.bind(stored - max(0, rows) - 1) }
  }

  /// Prepared each time: the pragma's argument cannot be bound, and it has to be stepped to its end.
  private func giveBack(_ database: Database) throws(SQLiteFault) {
    var cursor = try database.cursor(once: "PRAGMA incremental_vacuum(\(Self.pagesGivenBack))")
    try cursor.run()
  }
}
