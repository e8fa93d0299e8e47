package import Delivery
package import NotificationModel

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
  package func erase(_ record: NotificationRecord) throws(StorageFault) {
    let app = record.request.app.text
    try eraseEvents(sql.erasing.events, of: app) { $0.bind(record.id.number) }
    try run(sql.erasing.notification) { $0.bind(record.id.number) }
  }

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

  package func newestID() throws(StorageFault) -> NotificationID {
    NotificationID(Int64(try count(sql.erasing.newest) { _ in }))
  }

  package func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(app == nil ? sql.erasing.through : sql.erasing.ofAppThrough) {
      if let app { $0.bind(app.text) }
      $0.bind(last.number)
      $0.bind(limit)
    }
  }

  private func eraseEvents(
    _ statement: Statement, of app: String, _ bindRest: (inout Cursor) -> Void
  ) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      cursor.bind(app)
      bindRest(&cursor)
      try cursor.run()
      let gone = database.changes
      guard gone > 0 else { return }
      var stream = try database.cursor(sql.erasing.fewerEvents)
      stream.bind(gone)
      stream.bind(app)
      try stream.run()
    }
  }

  package func storedCount(app: AppID?) throws(StorageFault) -> Int {
    try read { (database) throws(SQLiteFault) in try writeTallies(connected()) }
    return try count(app == nil ? sql.pruning.stored : sql.erasing.storedOfApp) {
      if let app { $0.bind(app.text) }
    }
  }

  func run(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      try cursor.run()
    }
  }
}
