public import Delivery
public import NotificationModel

extension SQLiteStore {
  /// Prepared anew each time: what is asked for differs too much to be kept.
  public func list(_ query: ListQuery) throws(StorageFault) -> [NotificationRecord] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(once: Self.statement(query))
      if let before = query.before { cursor.bind(before.number) }
      if let app = query.app { cursor.bind(app.text) }
      if let search = query.search {
        cursor.bind(SearchFunction.folded(search))
        cursor.bind(Self.jsonArray(query.searchApps))
      }
      cursor.bind(max(0, query.limit))
      return try cursor.records()
    }
  }

  /// Parameters are numbered in the order in which `list` binds them.
  private static func statement(_ query: ListQuery) -> String {
    var terms: [String] = []
    if query.before != nil { terms.append("id < ?") }
    if query.app != nil { terms.append("app = ?") }
    if query.search != nil {
      let needle = "?\(terms.count + 1)"
      let texts = ["title", "subtitle", "body", "sender_name"].map { "found(\($0), \(needle))" }
      let apps = "app IN (SELECT value FROM json_each(?\(terms.count + 2)))"
      terms.append("(\(joined(texts + [apps], by: " OR ")))")
    }
    if query.unreadOnly { terms.append("unread") }
    if let states = query.states {
      terms.append("state IN (\(joined(Set(states).map { "'\($0.rawValue)'" }, by: ", ")))")
    }
    let condition = terms.isEmpty ? "" : "WHERE \(joined(terms, by: " AND "))"
    return "\(NotificationColumns.select) \(condition) ORDER BY id DESC LIMIT ?"
  }

  /// Ids of apps hold no character that JSON would want escaped.
  private static func jsonArray(_ apps: [AppID]) -> String {
    "[\(joined(apps.map { "\"\($0.text)\"" }, by: ","))]"
  }

  private static func joined(_ parts: [String], by separator: String) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
  }
}
