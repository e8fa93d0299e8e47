package import Delivery
package import NotificationModel

/// Notifications observed in shadow mode: in a table of their own, so that no list, count or search includes them.
struct ShadowStatements {
  private static let columns = """
    id, app, vouched, time, title, body, outcome, merged, hidden, too_fast, decisions, claimed_name
    """

  static let reading = TableReading("watched", columns, key: ["id"], isNumbered: true) {
    (cursor) throws(SQLiteFault) in _ = try ShadowNotification.read(&cursor)
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
  package func insert(_ watched: ShadowNotification) throws(StorageFault) {
    try run(sql.shadow.insert) {
      $0.bind(watched.app.text)
      $0.bind(watched.isVouchedFor)
      $0.bind(watched.time)
      $0.bind(watched.title)
      $0.bind(watched.body)
      $0.bind(watched.outcome?.rawValue)
      $0.bind(watched.isMerged)
      $0.bind(watched.isHidden)
      $0.bind(watched.isTooFast)
      $0.bind(RulingCoding.bytes(watched.decisions))
      $0.bind(watched.claimedName)
    }
  }

  package func shadowApps(limit: Int) throws(StorageFault) -> [ShadowApp] {
    try rows(sql.shadow.apps) { $0.bind(limit) }
  }

  package func shadowNotifications(app: AppID?, before id: Int64?, limit: Int) throws(StorageFault)
    -> [ShadowNotification]
  {
    try rows(sql.shadow.newest) {
      $0.bind(id)
      $0.bind(app?.text)
      $0.bind(limit)
    }
  }

  package func shadowCount(app: AppID?) throws(StorageFault) -> Int {
    try count(sql.shadow.count) { $0.bind(app?.text) }
  }

  package func removeShadowNotifications(before time: Timestamp, rows: Int, limit: Int) throws(StorageFault)
    -> Int
  {
    try run(sql.shadow.remove) {
      $0.bind(time)
      $0.bind(max(0, rows))
      $0.bind(limit)
    }
  }

  package func forgetShadowNotifications(app: AppID?, limit: Int) throws(StorageFault) -> Int {
    try run(sql.shadow.forget) {
      $0.bind(app?.text)
      $0.bind(limit)
    }
  }
}

extension ShadowApp: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    let id = try AppID.read(&cursor)
    let (isVouchedFor, posted, since) = (try cursor.flag(), cursor.count(), try cursor.moment())
    var app = ShadowApp(app: id, name: id.text, isVouchedFor: isVouchedFor, posted: posted, since: since)
    (app.merged, app.held, app.hidden) = (cursor.count(), cursor.count(), cursor.count())
    (app.quiet, app.tooFast) = (cursor.count(), cursor.count())
    (app.awaitingConsent, app.denied) = (cursor.count(), cursor.count())
    app.name = cursor.text() ?? id.text
    return app
  }
}

extension ShadowNotification: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    let id = Int64(try cursor.counted())
    var watched = ShadowNotification(
      app: try AppID.read(&cursor), isVouchedFor: try cursor.flag(), time: try cursor.moment())
    watched.id = id
    (watched.title, watched.body) = (cursor.text(), cursor.text())
    watched.outcome = try cursor.parsed(Outcome.init(rawValue:))
    (watched.isMerged, watched.isHidden, watched.isTooFast) =
      (try cursor.flag(), try cursor.flag(), try cursor.flag())
    if let bytes = cursor.bytes() { watched.decisions = try RulingCoding.rulings(bytes) }
    watched.claimedName = cursor.text()
    return watched
  }
}
