package import NotificationModel
package import Records

/// Kept events, a stream of its own for each app.
///
/// `streams` says in one row how a stream stands: the last sequence given, the highest acknowledged, and how
/// many events are kept. Every function here keeps the three true. An activation token is never stored.
struct EventStatements {
  private static let columns =
    "sequence, time, kind, notification, identifier, action, text, target, unread, authorization, earlier"

  static let reading = TableReading("events", "\(columns), app", key: ["app", "sequence"]) {
    (cursor) throws(SQLiteFault) in
    _ = try Event.read(&cursor)
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
  let received = Statement("SELECT count(*) FROM events WHERE app = ? AND kind = 'received'")
  let deleteOldestReceived = Statement(
    """
    DELETE FROM events WHERE app = ?1 AND sequence =
      (SELECT min(sequence) FROM events WHERE app = ?1 AND kind = 'received')
    """)
  let deleteThrough = Statement("DELETE FROM events WHERE app = ? AND sequence <= ?")
}

private struct Stream: Row {
  var last: Int64 = 0
  var acknowledged: Int64 = 0
  var kept = 0

  /// Refuses numbers that counting cannot reach, with which the next event would overflow.
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    Stream(last: try cursor.counted(), acknowledged: try cursor.counted(), kept: Int(try cursor.counted()))
  }
}

extension SQLiteStore {
  /// Stores an event with the app's next sequence number. Past `Limits.eventsPerApp` the oldest are dropped, and
  /// replaced by one `lost` event. Those of kind `received` have `Limits.receivedPerApp` places at most and go first, since
  /// the app finds in its list what they tell. Returns the event as stored.
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
      let received = event.kind == .received ? try received(of: app, in: database) : 0
      if received > Limits.receivedPerApp || stream.kept > Limits.eventsPerApp {
        try makeRoom(of: app, &stream, at: event.time, in: database)
        try save(stream, of: app, in: database)
      }
      return kept
    }
  }

  private func received(of app: AppID, in database: Database) throws(SQLiteFault) -> Int {
    try database.row(sql.events.received) { $0.bind(app.text) } ?? 0
  }

  private func makeRoom(of app: AppID, _ stream: inout Stream, at time: Timestamp, in database: Database)
    throws(SQLiteFault)
  {
    let dropped = try database.run(sql.events.deleteOldestReceived) { $0.bind(app.text) }
    stream.kept -= dropped
    if dropped == 0 { try dropOldest(of: app, &stream, at: time, in: database) }
  }

  /// The `lost` event takes a place among the kept ones too, and the sequence of the newest that it stands
  /// for, so that the order holds; an earlier `lost` is among the oldest and goes with them.
  private func dropOldest(
    of app: AppID, _ stream: inout Stream, at time: Timestamp, in database: Database
  ) throws(SQLiteFault) {
    let nth: EventSequence? = try database.row(sql.events.nth) {
      $0.bind(app.text)
      $0.bind(stream.kept - Limits.eventsPerApp)
    }
    guard let newest = nth?.number else { return }
    stream.kept -= try delete(through: newest, of: app, in: database)
    try insert(Event(sequence: EventSequence(newest), time: time, kind: .lost), app: app, in: database)
    stream.kept += 1
  }

  /// Stored events after this sequence, oldest first.
  package func events(app: AppID, after: EventSequence, limit: Int) throws(StorageFault) -> [Event] {
    try rows(sql.events.after) {
      $0.bind(app.text)
      $0.bind(after.number)
      $0.bind(max(0, limit))
    }
  }

  package func lastSequence(app: AppID) throws(StorageFault) -> EventSequence {
    try read { (database) throws(SQLiteFault) in EventSequence(try stream(of: app, in: database).last) }
  }

  package func acknowledged(app: AppID) throws(StorageFault) -> EventSequence {
    try read { (database) throws(SQLiteFault) in EventSequence(try stream(of: app, in: database).acknowledged)
    }
  }

  /// Acknowledges events up to a sequence; never goes back, and never past the last one. Returns whether an event that
  /// this removed was about a private notification, or about one that has been removed itself.
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
    try database.row(sql.events.stream) { $0.bind(app.text) } ?? Stream()
  }

  private func save(_ stream: Stream, of app: AppID, in database: Database) throws(SQLiteFault) {
    try database.run(sql.events.saveStream) {
      $0.bind(app.text)
      $0.bind(stream.last)
      $0.bind(stream.acknowledged)
      $0.bind(stream.kept)
    }
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
    try database.run(sql.events.deleteThrough) {
      $0.bind(app.text)
      $0.bind(sequence)
    }
  }
}

extension EventSequence: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self { EventSequence(try cursor.counted()) }
}

extension Event: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    Event(
      sequence: try EventSequence.read(&cursor), time: try cursor.moment(),
      kind: try cursor.required(EventKind.init(rawValue:)),
      id: try cursor.countedIfAny().map(NotificationID.init),
      identifier: try cursor.parsed(OpaqueName.init), action: try cursor.parsed(ItemID.init),
      text: cursor.text(),
      target: cursor.text().map(OpaqueObject.init(json:)), unread: try cursor.countedIfAny().map(Int.init),
      authorization: try cursor.parsed(Authorization.init(rawValue:)), earlier: try cursor.flag())
  }
}
