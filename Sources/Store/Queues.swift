public import Delivery
public import NotificationModel

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
      AND (?2 IS NULL OR app = ?2) ORDER BY id
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
    Statement(byTurn(number, "AND (?1 IS NULL OR app = ?1)", limit: "?2"))
  }
  func inTurn(_ banner: BannerState) -> Statement { byBanner[banner.rawValue] }
}

extension SQLiteStore {
  public func nextWaiting(after turn: Int64) throws(StorageFault) -> NotificationRecord? {
    try first(sql.queues.nextWaiting) { $0.bind(turn) }
  }

  public func lastTurn() throws(StorageFault) -> Int64 {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.queues.lastTurn)
      return try cursor.next() ? cursor.integer() ?? 0 : 0
    }
  }

  public func records(banner: BannerState, app: AppID?, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(sql.queues.inTurn(banner)) {
      $0.bind(app?.text)
      $0.bind(limit)
    }
  }

  public func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.byState) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  public func records(restricted kind: RestrictedKind, app: AppID?) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(sql.queues.restricted) {
      $0.bind(kind.rawValue)
      $0.bind(app?.text)
    }
  }

  /// With more than `limit` of them, the newest.
  public func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(app == nil ? sql.queues.unread : sql.queues.unreadOfApp) {
      if let app { $0.bind(app.text) }
      $0.bind(limit)
    }
  }

  public func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.due) {
      $0.bind(time)
      $0.bind(limit)
    }
  }

  public func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.expired) {
      $0.bind(time)
      $0.bind(limit)
    }
  }

  public func nextDeadline() throws(StorageFault) -> Timestamp? { try time(sql.queues.nextDeadline) }
  public func nextRelease() throws(StorageFault) -> Timestamp? { try time(sql.queues.nextRelease) }

  private func time(_ statement: Statement) throws(StorageFault) -> Timestamp? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      return try cursor.next() ? cursor.time() : nil
    }
  }
}
