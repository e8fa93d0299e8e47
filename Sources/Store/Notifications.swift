package import Delivery
package import NotificationModel

struct NotificationStatements {
  /// The narrower part of `current`: held and delivered ones that are read are no longer live.
  static let live = "current AND (unread OR state IN ('scheduled', 'awaitingConsent'))"

  let insert = Statement(NotificationColumns.insert)
  let update = Statement(NotificationColumns.update)
  let byID = Statement("\(NotificationColumns.select) WHERE id = ?")
  let unreadThing = ThingStatements("unread = 1", in: "unread_by_thread")
  /// Without a trigger it is not its app that has scheduled it: the person has put it off.
  let scheduledThing = ThingStatements(
    "state = 'scheduled' AND trigger IS NOT NULL", in: "coming_by_fingerprint", toCome: true)
  let waitingThing = ThingStatements(
    "state = 'awaitingConsent'", in: "coming_by_fingerprint", toCome: true)
  let byFrontNumber = Statement(
    "\(NotificationColumns.select) INDEXED BY by_front_number WHERE front_number = ?")
  let freeFrontNumber = Statement(
    "UPDATE notifications INDEXED BY by_front_number SET front_number = NULL WHERE front_number = ?")
  let numbered = Statement(
    "\(NotificationColumns.select) INDEXED BY by_front_number WHERE front_number IS NOT NULL LIMIT ?")
  let oldestUnread = Statement(
    """
    \(NotificationColumns.select) WHERE id = (SELECT min(id) FROM notifications INDEXED BY unread_by_thread
      WHERE unread = 1 AND app = ? AND conventions IS NOT NULL)
    """)
  let currentByIdentifier = Statement(
    """
    \(NotificationColumns.select) INDEXED BY current_by_identifier
      WHERE app = ? AND identifier = ? AND current ORDER BY id
    """)
}

/// How a thing without an identifier that is posted again is found among those that stand in one place. The index is named: it alone
/// keeps the search from growing with what is unread, and the planner, which knows no numbers, prefers others.
struct ThingStatements {
  /// `IS` also equates absent with absent; it compares text byte by byte like `=`.
  let byContent: Statement
  /// Whether those are still to come, and what comes at another time is another thing: a pill in the morning, and
  /// one at night.
  let isToCome: Bool

  init(_ standing: String, in index: String, toCome isToCome: Bool = false) {
    self.isToCome = isToCome
    let times = isToCome ? TriggerColumns.names.map { " AND \($0) IS ?" }.joined() : ""
    byContent = Statement(
      """
      \(NotificationColumns.select) INDEXED BY \(index)
        WHERE app = ? AND fingerprint = ? AND \(standing)
        AND thread IS ? AND category IS ? AND title IS ? AND subtitle IS ? AND body IS ? AND image IS ?\(times)
        ORDER BY id DESC LIMIT ?
      """)
  }
}

extension SQLiteStore {
  package func insert(_ record: NotificationRecord) throws(StorageFault) -> NotificationID {
    try write(leaving: { $0.inserted(record) }) { (database) throws(SQLiteFault) in
      let app = record.request.app.text
      var cursor = try database.cursor(sql.notifications.insert)
      cursor.bind(app)
      cursor.bind(record)
      try cursor.run()
      let id = NotificationID(database.lastInsertedID)
      try connected().tallies.count(app, Tallies.Change(stored: 1, unread: record.unread ? 1 : 0))
      try useImages(of: record.request, by: id, in: database)
      noteNewest(record, id)
      return id
    }
  }

  package func update(_ record: NotificationRecord) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.notifications.update)
      cursor.bind(record)
      cursor.bind(record.id.number)
      try cursor.run()
    }
  }

  package func record(_ id: NotificationID) throws(StorageFault) -> NotificationRecord? {
    if let newest = newest(id) { return newest }
    return try first(sql.notifications.byID) { $0.bind(id.number) }
  }

  package func live(
    like request: NotificationRequest, standing: Standing, limit: Int
  ) throws(StorageFault) -> [NotificationRecord] {
    let thing = thing(standing)
    return try all(thing.byContent) {
      $0.bind(request.app.text)
      $0.bind(Int64(bitPattern: Fingerprint(of: request).value))
      $0.bind(request.thread?.text)
      $0.bind(request.category?.text)
      $0.bind(request.title)
      $0.bind(request.subtitle)
      $0.bind(request.body)
      $0.bind(request.image)
      if thing.isToCome { $0.bind(request.trigger) }
      $0.bind(limit)
    }
  }

  package func record(numbered number: UInt32) throws(StorageFault) -> NotificationRecord? {
    try first(sql.notifications.byFrontNumber) { $0.bind(Int64(number)) }
  }

  package func numberedRecords(limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.notifications.numbered) { $0.bind(limit) }
  }

  package func free(number: UInt32) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.notifications.freeFrontNumber)
      cursor.bind(Int64(number))
      try cursor.run()
    }
  }

  package func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord? {
    try first(sql.notifications.oldestUnread) { $0.bind(app.text) }
  }

  private func thing(_ standing: Standing) -> ThingStatements {
    switch standing {
    case .unread: sql.notifications.unreadThing
    case .scheduled: sql.notifications.scheduledThing
    case .awaitingConsent: sql.notifications.waitingThing
    }
  }

  package func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.notifications.currentByIdentifier) {
      $0.bind(app.text)
      $0.bind(identifier.text)
    }
  }

  func first(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault)
    -> NotificationRecord?
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      return try cursor.next() ? try cursor.record() : nil
    }
  }

  func all(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault)
    -> [NotificationRecord]
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      return try cursor.records()
    }
  }
}

extension Cursor {
  /// All rows that are left.
  mutating func records() throws(SQLiteFault) -> [NotificationRecord] {
    var records: [NotificationRecord] = []
    while try next() { records.append(try record()) }
    return records
  }
}
