package import Delivery
package import NotificationModel

final class ListStatements {
  let horizon = Statement(
    """
    SELECT came, id FROM notifications INDEXED BY by_time WHERE (came, id) < (?, ?)
      ORDER BY came DESC, id DESC LIMIT 1 OFFSET ?
    """)
  let horizonOfApp = Statement(
    """
    SELECT came, id FROM notifications INDEXED BY by_app WHERE app = ? AND (came, id) < (?, ?)
      ORDER BY came DESC, id DESC LIMIT 1 OFFSET ?
    """)
  /// A list is read in pieces, which differ in their values alone. What is asked for in so many ways that no more are
  /// kept is prepared anew each time.
  private var kept: [String: Statement] = [:]
  private static let most = 16

  fileprivate func cursor(_ sql: String, on database: Database) throws(SQLiteFault) -> Cursor {
    if let statement = kept[sql] { return try database.cursor(statement) }
    guard kept.count < Self.most else { return try database.cursor(once: sql) }
    let statement = Statement(sql)
    kept[sql] = statement
    return try database.cursor(statement)
  }
}

extension SQLiteStore {
  package func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try sql.lists.cursor(Self.statement(query), on: database)
      if let app = query.app { cursor.bind(app.text) }
      cursor.bind(query.before ?? .newest)
      cursor.bind(query.horizon ?? .oldest)
      if let search = query.search {
        cursor.bind(SearchFunction.folded(search))
        cursor.bind(jsonArray(query.searchApps))
      }
      cursor.bind(max(0, query.limit))
      return try cursor.records()
    }
  }

  package func horizon(_ query: ListQuery, rows: Int) throws(StorageFault) -> ListPlace? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(query.app == nil ? sql.lists.horizon : sql.lists.horizonOfApp)
      if let app = query.app { cursor.bind(app.text) }
      cursor.bind(query.before ?? .newest)
      cursor.bind(max(0, rows - 1))
      return try cursor.next() ? try cursor.listPlace() : nil
    }
  }

  /// Parameters are numbered in the order in which `list` binds them.
  private static func statement(_ query: ListQuery) -> String {
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
    // Never by the states or the unread ones: those are not in the order of the list.
    let index = query.app == nil ? "by_time" : "by_app"
    return
      """
      \(NotificationColumns.select) INDEXED BY \(index) WHERE \(joined(terms, by: " AND "))
        ORDER BY came DESC, id DESC LIMIT ?
      """
  }

  private static func joined(_ parts: [String], by separator: String) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
  }
}

/// The list of apps for one statement. Ids hold no character that JSON would escape.
func jsonArray(_ apps: [AppID]) -> String { "[\(apps.map { "\"\($0.text)\"" }.joined(separator: ","))]" }

/// The list of notifications for one statement.
func jsonArray(_ ids: [NotificationID]) -> String { "[\(ids.map { "\($0.number)" }.joined(separator: ","))]" }

extension ListPlace {
  /// No place is newer, and none older, than these.
  static let newest = ListPlace(
    came: Timestamp(milliseconds: Timestamp.latest), id: NotificationID(.max))
  static let oldest = ListPlace(came: Timestamp(milliseconds: 0), id: NotificationID(0))
}

extension Cursor {
  mutating func bind(_ place: ListPlace) {
    bind(place.came)
    bind(place.id.number)
  }

  mutating func listPlace() throws(SQLiteFault) -> ListPlace {
    let came = try moment()
    return ListPlace(came: came, id: NotificationID(try counted()))
  }
}
