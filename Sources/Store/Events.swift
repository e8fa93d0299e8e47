package import Delivery
package import NotificationModel

/// Kept events, a stream of its own for each app.
///
/// `streams` says in one row how a stream stands: the last sequence given, the highest acknowledged, and how
/// many events are kept. Every function here keeps the three true. An activation token is never stored.
struct EventStatements {
  private static let columns =
    "sequence, time, kind, notification, identifier, action, text, target, unread, authorization, earlier"

  static let reading = TableReading("events", "\(columns), app", key: ["app", "sequence"]) {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.event()
    _ = try cursor.required(AppID.init)
  }
  static let streams = TableReading("streams", "app, last, acknowledged", counts: ["kept"], key: ["app"]) {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.required(AppID.init)
    let (last, acknowledged) = (try cursor.counted(), try cursor.counted())
    guard acknowledged <= last else { throw SQLiteFault.damagedRow }
  }

  let stream = Statement("SELECT last, acknowledged, kept FROM streams WHERE app = ?")
  let saveStream = Statement(
    """
    INSERT INTO streams (app, last, acknowledged, kept) VALUES (?, ?, ?, ?) ON CONFLICT (app) DO UPDATE SET
      last = excluded.last, acknowledged = excluded.acknowledged, kept = excluded.kept
    """)
  let insert = Statement("INSERT INTO events (app, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  let after = Statement(
    "SELECT \(columns) FROM events WHERE app = ? AND sequence > ? ORDER BY sequence LIMIT ?")
  /// The sequence of the nth oldest.
  let nth = Statement("SELECT sequence FROM events WHERE app = ? ORDER BY sequence LIMIT 1 OFFSET ?")
  let hasPrivateThrough = Statement(
    """
    SELECT 1 FROM events LEFT JOIN notifications ON id = notification
      WHERE events.app = ? AND sequence <= ? AND notification IS NOT NULL AND ifnull(private, 1) LIMIT 1
    """)
  let deleteThrough = Statement("DELETE FROM events WHERE app = ? AND sequence <= ?")
}

private struct Stream {
  var last: Int64 = 0
  var acknowledged: Int64 = 0
  var kept = 0
}

extension SQLiteStore {
  package func append(_ event: Event, app: AppID) throws(StorageFault) -> Event {
    try write { (database) throws(SQLiteFault) in
      var stream = try stream(of: app, in: database)
      stream.last &+= 1
      stream.kept += 1
      var kept = event
      kept.sequence = EventSequence(stream.last)
      kept.activationToken = nil
      try save(stream, of: app, in: database)
      try insert(kept, app: app, in: database)
      if stream.kept > Limits.eventsPerApp {
        try dropOldest(of: app, &stream, at: event.time, in: database)
        try save(stream, of: app, in: database)
      }
      return kept
    }
  }

  /// The `lost` event takes a place among the kept ones too, and the sequence of the newest that it stands
  /// for, so that the order holds; an earlier `lost` is among the oldest and goes with them.
  private func dropOldest(
    of app: AppID, _ stream: inout Stream, at time: Timestamp, in database: Database
  ) throws(SQLiteFault) {
    var cursor = try database.cursor(sql.events.nth)
    cursor.bind(app.text)
    cursor.bind(stream.kept - Limits.eventsPerApp)
    guard try cursor.next(), let newest = cursor.integer() else { return }
    stream.kept -= try delete(through: newest, of: app, in: database)
    try insert(Event(sequence: EventSequence(newest), time: time, kind: .lost), app: app, in: database)
    stream.kept += 1
  }

  package func events(app: AppID, after: EventSequence, limit: Int) throws(StorageFault) -> [Event] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.events.after)
      cursor.bind(app.text)
      cursor.bind(after.number)
      cursor.bind(max(0, limit))
      var events: [Event] = []
      while try cursor.next() { events.append(try cursor.event()) }
      return events
    }
  }

  package func lastSequence(app: AppID) throws(StorageFault) -> EventSequence {
    try read { (database) throws(SQLiteFault) in EventSequence(try stream(of: app, in: database).last) }
  }

  package func acknowledged(app: AppID) throws(StorageFault) -> EventSequence {
    try read { (database) throws(SQLiteFault) in EventSequence(try stream(of: app, in: database).acknowledged)
    }
  }

  package func acknowledge(app: AppID, through sequence: EventSequence) throws(StorageFault) -> Bool {
    try write { (database) throws(SQLiteFault) in
      var stream = try stream(of: app, in: database)
      let through = min(sequence.number, stream.last)
      guard through > stream.acknowledged else { return false }
      let hasPrivate = try hasPrivate(through: through, of: app, in: database)
      stream.acknowledged = through
      stream.kept -= try delete(through: through, of: app, in: database)
      try save(stream, of: app, in: database)
      return hasPrivate
    }
  }

  private func hasPrivate(through sequence: Int64, of app: AppID, in database: Database) throws(SQLiteFault)
    -> Bool
  {
    var cursor = try database.cursor(sql.events.hasPrivateThrough)
    cursor.bind(app.text)
    cursor.bind(sequence)
    return try cursor.next()
  }

  private func stream(of app: AppID, in database: Database) throws(SQLiteFault) -> Stream {
    var cursor = try database.cursor(sql.events.stream)
    cursor.bind(app.text)
    guard try cursor.next() else { return Stream() }
    return Stream(last: cursor.integer() ?? 0, acknowledged: cursor.integer() ?? 0, kept: cursor.count())
  }

  private func save(_ stream: Stream, of app: AppID, in database: Database) throws(SQLiteFault) {
    var cursor = try database.cursor(sql.events.saveStream)
    cursor.bind(app.text)
    cursor.bind(stream.last)
    cursor.bind(stream.acknowledged)
    cursor.bind(stream.kept)
    try cursor.run()
  }

  private func insert(_ event: Event, app: AppID, in database: Database) throws(SQLiteFault) {
    var cursor = try database.cursor(sql.events.insert)
    cursor.bind(app.text)
    cursor.bind(event.sequence.number)
    cursor.bind(event.time)
    cursor.bind(event.kind.rawValue)
    cursor.bind(event.id?.number)
    cursor.bind(event.identifier?.text)
    cursor.bind(event.action?.text)
    cursor.bind(event.text)
    cursor.bind(event.target?.json)
    cursor.bind(event.unread)
    cursor.bind(event.authorization?.rawValue)
    cursor.bind(event.earlier ? true : nil)
    try cursor.run()
  }

  private func delete(through sequence: Int64, of app: AppID, in database: Database) throws(SQLiteFault)
    -> Int
  {
    var cursor = try database.cursor(sql.events.deleteThrough)
    cursor.bind(app.text)
    cursor.bind(sequence)
    try cursor.run()
    return database.changes
  }
}

extension Cursor {
  fileprivate mutating func event() throws(SQLiteFault) -> Event {
    Event(
      sequence: EventSequence(try counted()), time: try moment(),
      kind: try required(EventKind.init(rawValue:)), id: try countedIfAny().map(NotificationID.init),
      identifier: try parsed(OpaqueName.init), action: try parsed(ItemID.init), text: text(),
      target: text().map(OpaqueObject.init(json:)), unread: try countedIfAny().map(Int.init),
      authorization: try parsed(Authorization.init(rawValue:)), earlier: try flag())
  }
}
