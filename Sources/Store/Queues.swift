package import Delivery
package import NotificationModel

/// What waits for something: for its turn, for its time, for being read. Indexes are named where the planner,
/// which knows no numbers, would take one that grows with the history.
struct QueueStatements {
  private static let select = NotificationColumns.select
  /// The number stands in the text, since a partial index does not know what a parameter will be.
  private static func byTurn(_ banner: Int, _ and: String, limit: String) -> String {
    "\(select) WHERE banner = \(banner) \(and) ORDER BY turn, id LIMIT \(limit)"
  }

  let nextWaiting = Statement(
    byTurn(BannerState.waiting.rawValue, "AND turn > ?1", limit: "1"))
  let lastTurn = Statement("SELECT max(last_turn) FROM tallies")
  let byState = Statement("\(select) WHERE state = ? AND app = ? ORDER BY id LIMIT ?")
  /// In the words of the index, which would not be used else.
  let restricted = Statement(
    """
    \(select) INDEXED BY current_by_kind WHERE kind = ?1 AND kind IN ('marketing', 'rating') AND current
      AND (?2 IS NULL OR app = ?2) ORDER BY id LIMIT ?3
    """)
  let unreadIDs = Statement("SELECT id FROM notifications INDEXED BY unread_by_thread WHERE unread")
  let unreadIDsOfApp = Statement(
    "SELECT id FROM notifications INDEXED BY unread_by_thread WHERE unread AND app = ?")
  let appsHeldBack = Statement(
    """
    SELECT app FROM notifications WHERE banner = \(BannerState.heldBack.rawValue) AND unread GROUP BY app
      ORDER BY max(CASE WHEN summary IS NULL THEN 0 ELSE ifnull(relevance, 0) END) DESC, min(turn)
    """)
  /// The ids come out of an index alone; only the rows that are wanted are read.
  let unread = Statement(
    """
    \(select) WHERE id IN (SELECT id FROM notifications INDEXED BY unread_by_thread
      WHERE unread ORDER BY id DESC LIMIT ?) ORDER BY id
    """)
  let unreadOfApp = Statement(
    """
    \(select) WHERE id IN (SELECT id FROM notifications INDEXED BY unread_by_thread
      WHERE unread AND app = ? ORDER BY id DESC LIMIT ?) ORDER BY id
    """)
  let scheduledIDs = Statement(
    "SELECT id FROM notifications INDEXED BY scheduled_by_due WHERE state = 'scheduled' ORDER BY id")
  let due = Statement(
    "\(select) INDEXED BY scheduled_by_due WHERE state = 'scheduled' AND due <= ? ORDER BY due, id LIMIT ?")
  let expired = Statement(
    """
    \(select) INDEXED BY current_by_expiry WHERE expires IS NOT NULL AND \(NotificationStatements.live)
      AND expires <= ? ORDER BY expires, id LIMIT ?
    """)
  let nextDeadline = Statement(
    """
    SELECT min(time) FROM (
      SELECT min(due) AS time FROM notifications INDEXED BY scheduled_by_due WHERE state = 'scheduled'
      UNION ALL SELECT min(expires) FROM notifications INDEXED BY current_by_expiry
        WHERE expires IS NOT NULL AND \(NotificationStatements.live))
    """)
  let nextRelease = Statement(
    """
    SELECT min(until) FROM notifications INDEXED BY held_by_until
      WHERE banner = \(BannerState.heldBack.rawValue) AND until IS NOT NULL
    """)

  private let byBanner = (BannerState.none.rawValue...BannerState.gone.rawValue).map { number in
    Statement(byTurn(number, "", limit: "?1"))
  }
  func inTurn(_ banner: BannerState) -> Statement { byBanner[banner.rawValue] }
  /// What is unread of one app is few beside all that is held back or on screen.
  let unreadInTurn = Statement(
    """
    \(select) INDEXED BY unread_by_thread WHERE unread AND app = ?1 AND banner = ?2
      ORDER BY turn, id LIMIT ?3
    """)
}

extension SQLiteStore {
  package func nextWaiting(after turn: Int64) throws(StorageFault) -> NotificationRecord? {
    try first(sql.queues.nextWaiting) { $0.bind(turn) }
  }

  package func lastTurn() throws(StorageFault) -> Int64 {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.queues.lastTurn)
      return try cursor.next() ? cursor.integer() ?? 0 : 0
    }
  }

  package func records(banner: BannerState, app: AppID?, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    guard let app else { return try all(sql.queues.inTurn(banner)) { $0.bind(limit) } }
    return try all(sql.queues.unreadInTurn) {
      $0.bind(app.text)
      $0.bind(banner.rawValue)
      $0.bind(limit)
    }
  }

  package func appsHeldBack() throws(StorageFault) -> [AppID] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.queues.appsHeldBack)
      var apps: [AppID] = []
      while try cursor.next() { apps.append(try cursor.required(AppID.init)) }
      return apps
    }
  }

  package func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.byState) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  package func records(restricted kind: RestrictedKind, app: AppID?, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(sql.queues.restricted) {
      $0.bind(kind.rawValue)
      $0.bind(app?.text)
      $0.bind(limit)
    }
  }

  package func unreadIDs(app: AppID?) throws(StorageFault) -> [NotificationID] {
    try ids(app == nil ? sql.queues.unreadIDs : sql.queues.unreadIDsOfApp) {
      if let app { $0.bind(app.text) }
    }
  }

  package func scheduledIDs() throws(StorageFault) -> [NotificationID] {
    try ids(sql.queues.scheduledIDs) { _ in }
  }

  private func ids(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault)
    -> [NotificationID]
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      var ids: [NotificationID] = []
      while try cursor.next() { ids.append(NotificationID(cursor.integer() ?? 0)) }
      return ids
    }
  }

  /// With more than `limit` of them, the newest.
  package func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(app == nil ? sql.queues.unread : sql.queues.unreadOfApp) {
      if let app { $0.bind(app.text) }
      $0.bind(limit)
    }
  }

  package func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.due) {
      $0.bind(time)
      $0.bind(limit)
    }
  }

  package func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.expired) {
      $0.bind(time)
      $0.bind(limit)
    }
  }

  package func nextDeadline() throws(StorageFault) -> Timestamp? { try time(sql.queues.nextDeadline) }
  package func nextRelease() throws(StorageFault) -> Timestamp? { try time(sql.queues.nextRelease) }

  private func time(_ statement: Statement) throws(StorageFault) -> Timestamp? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      return try cursor.next() ? cursor.time() : nil
    }
  }
}
