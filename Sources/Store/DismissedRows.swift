package import Delivery
package import NotificationModel

struct DismissedStatements {
  static let reading = TableReading(
    "dismissed", "notification, state, until", key: ["notification"], isNumbered: true
  ) { (cursor) throws(SQLiteFault) in _ = try cursor.dismissed() }

  let first = Statement("SELECT notification, state, until FROM dismissed ORDER BY notification DESC LIMIT ?")
  let keep = Statement("INSERT OR REPLACE INTO dismissed (notification, state, until) VALUES (?, ?, ?)")
  let remove = Statement("DELETE FROM dismissed WHERE notification = ?")
  let removeOthers = Statement(
    "DELETE FROM dismissed WHERE notification NOT IN (SELECT value FROM json_each(?))")
  let removeAll = Statement("DELETE FROM dismissed")
}

extension SQLiteStore {
  package func dismissed(limit: Int) throws(StorageFault) -> [Dismissed] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.dismissed.first)
      cursor.bind(limit)
      var dismissed: [Dismissed] = []
      while try cursor.next() { dismissed.append(try cursor.dismissed()) }
      return dismissed
    }
  }

  package func keep(_ dismissed: Dismissed) throws(StorageFault) {
    try run(sql.dismissed.keep) {
      $0.bind(dismissed.id.number)
      $0.bind(dismissed.state.rawValue)
      $0.bind(dismissed.putOffUntil)
    }
  }

  package func forgetDismissed(_ id: NotificationID) throws(StorageFault) {
    try run(sql.dismissed.remove) { $0.bind(id.number) }
  }

  package func forgetDismissed(but ids: [NotificationID]) throws(StorageFault) {
    try run(sql.dismissed.removeOthers) { $0.bind(jsonArray(ids)) }
  }

  package func forgetDismissed() throws(StorageFault) { try run(sql.dismissed.removeAll) { _ in } }
}

extension Cursor {
  fileprivate mutating func dismissed() throws(SQLiteFault) -> Dismissed {
    let id = NotificationID(try counted())
    let state = try required(State.init(rawValue:))
    return Dismissed(id: id, state: state, putOffUntil: time())
  }
}
