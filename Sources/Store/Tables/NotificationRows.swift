import CSQLite
package import NotificationModel
package import Records

struct NotificationStatements {
  /// The narrower part of `current`: held and delivered ones that are read are no longer live.
  static let live = "current AND (unread OR state IN ('scheduled', 'awaitingConsent'))"

  let insert = Statement(NotificationColumns.insert)
  let update = Statement(NotificationColumns.update)
  let byID = Statement("\(NotificationColumns.select) WHERE id = ?")
  /// A scheduled notification without a trigger was put off by the person.
  private static let putOff = "state = 'scheduled' AND trigger IS NULL"
  /// The first of those that are unread, put off, or read and not by the desktop's own interface.
  let sameThing = Statement(
    firstOf([
      ("unread = 1", "unread_by_thread"), (putOff, "coming_by_fingerprint"),
      ("state = 'read' AND conventions IS NULL", "read_by_fingerprint"),
    ]))
  let unreadOrPutOff = Statement(
    firstOf([("unread = 1", "unread_by_thread"), (putOff, "coming_by_fingerprint")]))
  /// One that was put off is not its app's to repeat.
  let scheduledDuplicates = toCome("state = 'scheduled' AND trigger IS NOT NULL")
  let waitingDuplicates = toCome("state = 'awaitingConsent'")
  let byFrontNumber = Statement(
    "\(NotificationColumns.select) INDEXED BY by_front_number WHERE front_number = ?")
  let freeFrontNumber = Statement(
    "UPDATE notifications INDEXED BY by_front_number SET front_number = NULL WHERE front_number = ?")
  let numbered = Statement(
    "\(NotificationColumns.select) INDEXED BY by_front_number WHERE front_number IS NOT NULL LIMIT ?")
  let hasPassing = Statement("SELECT EXISTS (SELECT 1 FROM notifications WHERE current AND transient)")
  let oldestUnread = Statement(
    """
    \(NotificationColumns.select) WHERE id = (SELECT min(id) FROM notifications INDEXED BY unread_by_thread
      WHERE unread = 1 AND app = ? AND conventions IS NOT NULL)
    """)
  let currentByIdentifier = Statement(
    """
    \(NotificationColumns.select) INDEXED BY by_identifier
      WHERE app = ? AND identifier = ? AND current = 1 ORDER BY id
    """)
  let lastEnded = Statement(
    """
    \(NotificationColumns.select) INDEXED BY by_identifier
      WHERE app = ? AND identifier = ? AND current = 0 ORDER BY id DESC LIMIT 1
    """)
  let byIdentifier = Statement(
    """
    \(NotificationColumns.select) INDEXED BY by_identifier
      WHERE app = ? AND identifier = ? AND current = ? AND id > ? ORDER BY id LIMIT ?
    """)

  /// `IS` also equates absent with absent; it compares text byte by byte like `=`.
  private static let sameContent =
    "thread IS ?3 AND category IS ?4 AND title IS ?5 AND subtitle IS ?6 AND body IS ?7 AND image IS ?8"

  /// The indexes are named: only these keep a search from growing with the number of notifications, and the planner, which
  /// has no statistics, prefers others.
  ///
  /// Those to come with the same content. One for another time is no duplicate: a pill in the morning, and one at night.
  private static func toCome(_ condition: String) -> Statement {
    Statement(
      """
      \(NotificationColumns.select) INDEXED BY coming_by_fingerprint WHERE app = ?1 AND fingerprint = ?2
        AND \(condition) AND \(sameContent) AND trigger IS ?10 ORDER BY id DESC LIMIT ?9
      """)
  }

  /// Those with the same content, state by state, the newest first; at most `?9` of each.
  private static func firstOf(_ states: [(condition: String, index: String)]) -> String {
    let parts = states.map {
      """
      SELECT * FROM (\(NotificationColumns.select) INDEXED BY \($0.index)
        WHERE app = ?1 AND fingerprint = ?2 AND \($0.condition)
        AND \(sameContent)
        ORDER BY id DESC LIMIT ?9)
      """
    }
    return "\(joined(parts, by: " UNION ALL ")) LIMIT ?9"
  }
}

extension SQLiteStore {
  /// Stores a new record and returns its number; `record.id` is ignored.
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

  /// Overwrites a record.
  package func update(_ record: NotificationRecord) throws(StorageFault) {
    try run(sql.notifications.update) {
      $0.bind(record)
      $0.bind(record.id.number)
    }
  }

  package func record(_ id: NotificationID) throws(StorageFault) -> NotificationRecord? {
    if let newest = newest(id) { return newest }
    return try row(sql.notifications.byID) { $0.bind(id.number) }
  }

  /// The newest records of the app in this standing, newest first, without identifier and sender, and with the same
  /// thread, category, title, subtitle, body and image. Behind the unread ones come those that the person has put off.
  package func live(
    like request: NotificationRequest, standing: Standing, limit: Int
  ) throws(StorageFault) -> [NotificationRecord] {
    let statement =
      switch standing {
      case .unread: sql.notifications.unreadOrPutOff
      case .scheduled: sql.notifications.scheduledDuplicates
      case .awaitingConsent: sql.notifications.waitingDuplicates
      }
    return try rows(statement) {
      $0.bindContent(of: request, limit: limit)
      if standing != .unread { $0.bind(request.trigger?.json) }
    }
  }

  /// The record of the app, without identifier and sender, that has the same content and is unread, else put off, else
  /// read.
  package func sameThing(as request: NotificationRequest) throws(StorageFault) -> NotificationRecord? {
    try row(sql.notifications.sameThing) { $0.bindContent(of: request, limit: 1) }
  }

  /// The last record with this identifier that is read or gone.
  package func lastEnded(app: AppID, identifier: OpaqueName) throws(StorageFault) -> NotificationRecord? {
    try row(sql.notifications.lastEnded) {
      $0.bind(app.text)
      $0.bind(identifier.text)
    }
  }

  /// The record that an app of the desktop's interface knows by this number.
  package func record(numbered number: UInt32) throws(StorageFault) -> NotificationRecord? {
    try row(sql.notifications.byFrontNumber) { $0.bind(Int64(number)) }
  }

  /// Records that apps of the desktop's interface know by a number.
  package func numberedRecords(limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.notifications.numbered) { $0.bind(limit) }
  }

  /// Whether any live record is transient.
  package func hasPassing() throws(StorageFault) -> Bool {
    try row(sql.notifications.hasPassing) { _ in } ?? false
  }

  /// Takes the number away from its record.
  package func free(number: UInt32) throws(StorageFault) {
    try run(sql.notifications.freeFrontNumber) { $0.bind(Int64(number)) }
  }

  /// The app's oldest unread record that came by the desktop's own interface.
  package func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord? {
    try row(sql.notifications.oldestUnread) { $0.bind(app.text) }
  }

  /// Records with this identifier that are not read or gone, in the order of their ids.
  package func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.notifications.currentByIdentifier) {
      $0.bind(app.text)
      $0.bind(identifier.text)
    }
  }

  /// Records with this identifier and an id above `last`, in the order of their ids. `isCurrent`: whether they are
  /// neither read nor gone.
  package func records(
    app: AppID, identifier: OpaqueName, isCurrent: Bool, after last: NotificationID, limit: Int
  ) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.notifications.byIdentifier) {
      $0.bind(app.text)
      $0.bind(identifier.text)
      $0.bind(isCurrent)
      $0.bind(last.number)
      $0.bind(limit)
    }
  }
}

extension Reach {
  fileprivate var condition: String {
    let others = self == .withdrawing ? " OR state IN ('read', 'dismissed')" : ""
    return
      "(current OR withheld IS NOT NULL\(others) OR EXISTS (SELECT 1 FROM taken WHERE notification = notifications.id))"
  }
}

private func joined(_ parts: [String], by separator: String) -> String {
  parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
}

/// An index in the order of lists.
enum ListIndex: String {
  case missed = "missed_by_time"
  case unread = "unread_by_time"
  case app = "by_app"
  case time = "by_time"

  /// The index that the list is read by: the narrowest, as far as that can be told without statistics.
  init(_ query: ListQuery) {
    self = query.missedOnly ? .missed : query.unreadOnly ? .unread : query.app != nil ? .app : .time
  }

  /// The condition of its rows, in its words.
  fileprivate var conditions: [String] {
    switch self {
    case .missed: ["missed IS NOT NULL"]
    case .unread: ["unread"]
    case .app: ["app = ?"]
    case .time: []
    }
  }

  var horizon: String {
    """
    SELECT came, id FROM notifications INDEXED BY \(rawValue)
      WHERE \(joined(conditions + ["(came, id) < (?, ?)"], by: " AND "))
      ORDER BY came DESC, id DESC LIMIT 1 OFFSET ?
    """
  }
}

final class ListStatements {
  /// A list is read in pages that differ only in their values. Past the bound, further statements are prepared anew
  /// each time.
  private var kept: [String: Statement] = [:]
  private static let most = 16

  fileprivate func cursor(_ sql: String, on database: Database) throws(SQLiteFault) -> Cursor {
    if let statement = kept[sql] { return try database.cursor(statement) }
    guard kept.count < Self.most else { return try database.cursor(once: sql) }
    let statement = Statement(sql)
    kept[sql] = statement
    return try database.cursor(statement)
  }

  /// Parameters are numbered in the order in which `list` binds them.
  static func list(_ query: ListQuery) -> String {
    var terms = query.app == nil ? [] : ["app = ?"]
    terms += ["(came, id) < (?, ?)", "(came, id) >= (?, ?)", query.reach?.condition ?? "withheld IS NULL"]
    if query.thread != nil { terms.append("thread = ?") }
    if query.search != nil {
      let bound = 4 + (query.app == nil ? 0 : 1) + (query.thread == nil ? 0 : 1)
      let needle = "?\(bound + 1)"
      let texts = ["title", "subtitle", "body", "sender_name"].map { "found(\($0), \(needle))" }
      let apps = "app IN (SELECT value FROM json_each(?\(bound + 2)))"
      terms.append("(\(joined(texts + [apps], by: " OR ")))")
    }
    if query.unreadOnly { terms.append("unread") }
    if query.missedOnly { terms.append("missed IS NOT NULL") }
    if let states = query.states {
      terms.append("state IN (\(joined(Set(states).map { "'\($0.rawValue)'" }.sorted(), by: ", ")))")
    }
    return
      """
      \(NotificationColumns.select) INDEXED BY \(ListIndex(query).rawValue) WHERE \(joined(terms, by: " AND "))
        ORDER BY came DESC, id DESC LIMIT ?
      """
  }
}

extension SQLiteStore {
  /// The records of a list, newest first.
  package func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try sql.lists.cursor(ListStatements.list(query), on: database)
      if let app = query.app { cursor.bind(app.text) }
      cursor.bind(query.before ?? .newest)
      cursor.bind(query.horizon ?? .oldest)
      if let thread = query.thread { cursor.bind(thread.text) }
      if let search = query.search {
        cursor.bind(SearchFunction.folded(search))
        cursor.bind(jsonArray(query.searchApps))
      }
      cursor.bind(max(0, query.limit))
      return try cursor.rows()
    }
  }

  /// The place of the oldest among the next `rows` records that reading the list looks at, whether they match or not;
  /// `nil` if there are fewer.
  package func horizon(_ query: ListQuery, rows: Int) throws(StorageFault) -> ListPlace? {
    let index = ListIndex(query)
    return try read { (database) throws(SQLiteFault) in
      var cursor = try sql.lists.cursor(index.horizon, on: database)
      if index == .app, let app = query.app { cursor.bind(app.text) }
      cursor.bind(query.before ?? .newest)
      cursor.bind(max(0, rows - 1))
      return try cursor.next() ? try ListPlace.read(&cursor) : nil
    }
  }
}

/// The list of apps for one statement. Ids hold no character that JSON would escape.
func jsonArray(_ apps: [AppID]) -> String { "[\(apps.map { "\"\($0.text)\"" }.joined(separator: ","))]" }

/// The list of notifications for one statement.
func jsonArray(_ ids: [NotificationID]) -> String { "[\(ids.map { "\($0.number)" }.joined(separator: ","))]" }

extension ListPlace {
  /// The newest possible place, and the oldest.
  static let newest = ListPlace(
    came: Timestamp(milliseconds: Timestamp.latest), id: NotificationID(.max))
  static let oldest = ListPlace(came: Timestamp(milliseconds: 0), id: NotificationID(0))
}

extension Cursor {
  fileprivate mutating func bindContent(of request: NotificationRequest, limit: Int) {
    bind(request.app.text)
    bind(Int64(bitPattern: Fingerprint(of: request).value))
    bind(request.thread?.text)
    bind(request.category?.text)
    bind(request.title)
    bind(request.subtitle)
    bind(request.body)
    bind(request.image)
    bind(limit)
  }

  mutating func bind(_ place: ListPlace) {
    bind(place.came)
    bind(place.id.number)
  }
}

extension ListPlace: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    ListPlace(came: try cursor.moment(), id: NotificationID(try cursor.counted()))
  }
}

/// `found(text, needle)`: whether a text contains another, ignoring case. SQLite's own LIKE ignores the case of ASCII
/// only. The needle is already folded (`SearchFunction.folded`).
///
/// Case is Unicode's (`lowercased()`); accents count, and composed and decomposed letters are different.
enum SearchFunction {
  static func folded(_ text: String) -> String { text.lowercased() }

  static func add(to database: Database) {
    sqlite3_create_function_v2(
      database.handle, "found", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      { context, count, values in
        guard count == 2, let values else { return sqlite3_result_int(context, 0) }
        let isFound = SearchFunction.found(SearchFunction.bytes(values[0]), SearchFunction.bytes(values[1]))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
  }

  static func found(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
    // A needle of ASCII letters is found without decoding: the bytes of other letters are never among them.
    if needle.allSatisfy({ $0 < 0x80 }) { return contains(text, needle, folding: lowercasedASCII) }
    var folded = String(decoding: text, as: UTF8.self).lowercased()
    return folded.withUTF8 { contains($0, needle, folding: { $0 }) }
  }

  private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, folding fold: (UInt8) -> UInt8
  ) -> Bool {
    guard needle.count <= text.count else { return false }
    return (0...(text.count - needle.count)).contains { start in
      needle.indices.allSatisfy { fold(text[start + $0]) == needle[$0] }
    }
  }
}
