package import Delivery
package import NotificationModel

/// What passed by in shadow mode: in a table of its own, so that no list, count or search meets it.
struct WatchedStatements {
  private static let columns = """
    id, app, vouched, time, title, body, outcome, merged, hidden, too_fast, decisions, claimed_name
    """

  static let reading = TableReading("watched", columns, key: ["id"], isNumbered: true) {
    (cursor) throws(SQLiteFault) in _ = try cursor.watched()
  }

  let insert = Statement(
    """
    INSERT INTO watched (app, vouched, time, title, body, outcome, merged, hidden, too_fast, decisions, claimed_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)
  let apps = Statement(
    """
    SELECT app, min(vouched), count(*), min(time), sum(merged), sum(outcome IS 'held'), sum(hidden),
      sum(outcome IS 'quiet'), sum(too_fast), sum(outcome IS 'awaitingConsent'), sum(outcome IS NULL), max(claimed_name)
      FROM watched GROUP BY app ORDER BY count(*) DESC, app LIMIT ?
    """)
  let newest = Statement(
    """
    SELECT \(columns) FROM watched WHERE id < ifnull(?1, 9223372036854775807) AND app = ifnull(?2, app)
      ORDER BY id DESC LIMIT ?3
    """)
  let count = Statement("SELECT count(*) FROM watched WHERE app = ifnull(?1, app)")
  let remove = Statement(
    """
    DELETE FROM watched WHERE id IN (SELECT id FROM watched WHERE time < ?1
      OR id <= (SELECT id FROM watched ORDER BY id DESC LIMIT 1 OFFSET ?2) ORDER BY id LIMIT ?3)
    """)
  let forget = Statement(
    "DELETE FROM watched WHERE id IN (SELECT id FROM watched WHERE app = ifnull(?1, app) LIMIT ?2)")
}

extension SQLiteStore {
  package func insert(_ watched: WatchedNotification) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.watched.insert)
      cursor.bind(watched.app.text)
      cursor.bind(watched.isVouchedFor)
      cursor.bind(watched.time)
      cursor.bind(watched.title)
      cursor.bind(watched.body)
      cursor.bind(watched.outcome?.rawValue)
      cursor.bind(watched.isMerged)
      cursor.bind(watched.isHidden)
      cursor.bind(watched.isTooFast)
      cursor.bind(RulingCoding.bytes(watched.decisions))
      cursor.bind(watched.claimedName)
      try cursor.run()
    }
  }

  package func watchedApps(limit: Int) throws(StorageFault) -> [WatchedApp] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.watched.apps)
      cursor.bind(limit)
      var apps: [WatchedApp] = []
      while try cursor.next() {
        let id = try cursor.required(AppID.init)
        let (isVouchedFor, posted, since) = (try cursor.flag(), cursor.count(), try cursor.moment())
        var app = WatchedApp(app: id, name: id.text, isVouchedFor: isVouchedFor, posted: posted, since: since)
        (app.merged, app.held, app.hidden) = (cursor.count(), cursor.count(), cursor.count())
        (app.quiet, app.tooFast) = (cursor.count(), cursor.count())
        (app.awaitingConsent, app.denied) = (cursor.count(), cursor.count())
        app.name = cursor.text() ?? id.text
        apps.append(app)
      }
      return apps
    }
  }

  package func watched(app: AppID?, before id: Int64?, limit: Int) throws(StorageFault)
    -> [WatchedNotification]
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.watched.newest)
      cursor.bind(id)
      cursor.bind(app?.text)
      cursor.bind(limit)
      var found: [WatchedNotification] = []
      while try cursor.next() { found.append(try cursor.watched()) }
      return found
    }
  }

  package func watchedCount(app: AppID?) throws(StorageFault) -> Int {
    try count(sql.watched.count) { $0.bind(app?.text) }
  }

  package func removeWatched(before time: Timestamp, rows: Int, limit: Int) throws(StorageFault) -> Int {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.watched.remove)
      cursor.bind(time)
      cursor.bind(max(0, rows))
      cursor.bind(limit)
      try cursor.run()
      return database.changes
    }
  }

  package func forgetWatched(app: AppID?, limit: Int) throws(StorageFault) -> Int {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.watched.forget)
      cursor.bind(app?.text)
      cursor.bind(limit)
      try cursor.run()
      return database.changes
    }
  }
}

extension Cursor {
  fileprivate mutating func watched() throws(SQLiteFault) -> WatchedNotification {
    let id = Int64(try counted())
    var watched = WatchedNotification(
      app: try required(AppID.init), isVouchedFor: try flag(), time: try moment())
    watched.id = id
    (watched.title, watched.body) = (text(), text())
    watched.outcome = try parsed(Outcome.init(rawValue:))
    (watched.isMerged, watched.isHidden, watched.isTooFast) = (try flag(), try flag(), try flag())
    watched.decisions = try bytes().map { bytes throws(SQLiteFault) in try RulingCoding.rulings(bytes) } ?? []
    watched.claimedName = text()
    return watched
  }
}
