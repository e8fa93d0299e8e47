import CSQLite
package import NotificationModel
package import Records

struct NotificationStatements {
  /// The narrower part of `current`: held and delivered ones that are read are no longer live.
  static let live = "current AND (unread OR state IN ('scheduled', 'awaitingConsent'))"

  let insert = Statement(NotificationColumns.insert)
  let update = Statement(NotificationColumns.update)
  let byID = Statement("\(NotificationColumns.select) WHERE id = ?")
  let unreadDuplicates = DuplicateStatements("unread = 1", in: "unread_by_thread")
  /// A scheduled notification without a trigger was put off by the person, and is not its app's to repeat.
  let scheduledDuplicates = DuplicateStatements(
    "state = 'scheduled' AND trigger IS NOT NULL", in: "coming_by_fingerprint", toCome: true)
  let waitingDuplicates = DuplicateStatements(
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
    \(NotificationColumns.select) INDEXED BY by_identifier
      WHERE app = ? AND identifier = ? AND current = 1 ORDER BY id
    """)
}

/// Finds the duplicates of a post without an identifier in one state. The index is named: only this one keeps the
/// search from growing with the number of unread notifications, and the planner, which has no statistics, prefers
/// others.
struct DuplicateStatements {
  /// `IS` also equates absent with absent; it compares text byte by byte like `=`.
  let byContent: Statement
  /// Whether the duplicates are still scheduled; then one for another time is no duplicate: a pill in the morning, and
  /// one at night.
  let isToCome: Bool

  init(_ standing: String, in index: String, toCome isToCome: Bool = false) {
    self.isToCome = isToCome
    let time = isToCome ? " AND trigger IS ?" : ""
    byContent = Statement(
      """
      \(NotificationColumns.select) INDEXED BY \(index)
        WHERE app = ? AND fingerprint = ? AND \(standing)
        AND thread IS ? AND category IS ? AND title IS ? AND subtitle IS ? AND body IS ? AND image IS ?\(time)
        ORDER BY id DESC LIMIT ?
      """)
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
  /// thread, category, title, subtitle, body and image.
  package func live(
    like request: NotificationRequest, standing: Standing, limit: Int
  ) throws(StorageFault) -> [NotificationRecord] {
    let thing = thing(standing)
    return try rows(thing.byContent) {
      $0.bind(request.app.text)
      $0.bind(Int64(bitPattern: Fingerprint(of: request).value))
      $0.bind(request.thread?.text)
      $0.bind(request.category?.text)
      $0.bind(request.title)
      $0.bind(request.subtitle)
      $0.bind(request.body)
      $0.bind(request.image)
      if thing.isToCome { $0.bind(request.trigger?.json) }
      $0.bind(limit)
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

  /// Takes the number away from its record.
  package func free(number: UInt32) throws(StorageFault) {
    try run(sql.notifications.freeFrontNumber) { $0.bind(Int64(number)) }
  }

  /// The app's oldest unread record that came by the desktop's own interface.
  package func oldestUnread(app: AppID) throws(StorageFault) -> NotificationRecord? {
    try row(sql.notifications.oldestUnread) { $0.bind(app.text) }
  }

  private func thing(_ standing: Standing) -> DuplicateStatements {
    switch standing {
    case .unread: sql.notifications.unreadDuplicates
    case .scheduled: sql.notifications.scheduledDuplicates
    case .awaitingConsent: sql.notifications.waitingDuplicates
    }
  }

  /// Records with this identifier that are not read or gone, in the order of their ids.
  package func records(app: AppID, identifier: OpaqueName) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.notifications.currentByIdentifier) {
      $0.bind(app.text)
      $0.bind(identifier.text)
    }
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
    terms += ["(came, id) < (?, ?)", "(came, id) >= (?, ?)", "withheld IS NULL"]
    if query.search != nil {
      let bound = query.app == nil ? 4 : 5
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
