package import Delivery
package import NotificationModel

/// What waits for something: for the server, for its time, for being read. Indexes are named where the planner,
/// which knows no numbers, would take one that grows with the history.
struct QueueStatements {
  private static let select = NotificationColumns.select
  let byState = Statement("\(select) WHERE state = ? AND app = ? ORDER BY id LIMIT ?")
  /// In the words of the index, which would not be used else.
  let restricted = Statement(
    """
    \(select) INDEXED BY current_by_kind WHERE kind = ?1 AND kind IN ('marketing', 'rating') AND current
      AND app = ?2 ORDER BY id LIMIT ?3
    """)
  let withheld = Statement(
    """
    \(select) INDEXED BY withheld_by_app WHERE withheld IS NOT NULL AND app = ?1 AND (?2 IS NULL OR identifier = ?2)
      ORDER BY id LIMIT ?3
    """)
  let unreadIDs = Statement("SELECT id FROM notifications INDEXED BY unread_by_thread WHERE unread = 1")
  let untoldMissed = Statement(
    """
    SELECT id FROM notifications INDEXED BY missed_untold
      WHERE missed IS NOT NULL AND told IS NULL AND unread AND state = 'delivered' AND id > ?
      ORDER BY id LIMIT ?
    """)
  let idsByState = Statement(
    "SELECT id FROM notifications INDEXED BY by_state WHERE state = ? AND app = ?")
  /// The ids come out of an index alone; only the rows that are wanted are read.
  let unread = Statement(
    """
    \(select) WHERE id IN (SELECT id FROM notifications INDEXED BY unread_by_thread
      WHERE unread = 1 ORDER BY id DESC LIMIT ?) ORDER BY id
    """)
  let unreadOfApp = Statement(
    """
    \(select) WHERE id IN (SELECT id FROM notifications INDEXED BY unread_by_thread
      WHERE unread = 1 AND app = ? ORDER BY id DESC LIMIT ?) ORDER BY id
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
  let hasHeld = Statement(
    "SELECT EXISTS (SELECT 1 FROM notifications INDEXED BY held_by_until WHERE state = 'held' AND until IS NOT NULL)"
  )
  /// What the server is being given is looked at with its answer, and not before.
  let nextRelease = Statement(
    """
    SELECT until FROM notifications INDEXED BY held_by_until
      WHERE state = 'held' AND until IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM banners WHERE banners.app = notifications.app AND kind = 'notification'
          AND notification = id AND phase = 'handedOver')
      ORDER BY until LIMIT 1
    """)
}

extension SQLiteStore {
  package func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try all(sql.queues.byState) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  package func records(restricted kind: RestrictedKind, app: AppID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(sql.queues.restricted) {
      $0.bind(kind.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  package func withheld(app: AppID, identifier: OpaqueName?, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try all(sql.queues.withheld) {
      $0.bind(app.text)
      $0.bind(identifier?.text)
      $0.bind(limit)
    }
  }

  package func unreadIDs() throws(StorageFault) -> [NotificationID] { try ids(sql.queues.unreadIDs) { _ in } }

  package func untoldMissed(after last: NotificationID, limit: Int) throws(StorageFault) -> [NotificationID] {
    try ids(sql.queues.untoldMissed) {
      $0.bind(last.number)
      $0.bind(limit)
    }
  }

  package func ids(app: AppID, state: State) throws(StorageFault) -> [NotificationID] {
    try ids(sql.queues.idsByState) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
    }
  }

  package func scheduledIDs() throws(StorageFault) -> [NotificationID] {
    try ids(sql.queues.scheduledIDs) { _ in }
  }

  func ids(_ statement: Statement, _ bind: (inout Cursor) -> Void) throws(StorageFault)
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

  package func nextDeadline() throws(StorageFault) -> Timestamp? {
    try time(sql.queues.nextDeadline, \.deadline)
  }

  package func nextRelease() throws(StorageFault) -> Timestamp? {
    let hasHeld = try read(\.hasHeld) { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.queues.hasHeld)
      return try cursor.next() ? try cursor.flag() : false
    }
    return hasHeld ? try time(sql.queues.nextRelease, \.release) : nil
  }

  private func time(
    _ statement: Statement, _ known: WritableKeyPath<Outlook, Timestamp??>
  ) throws(StorageFault) -> Timestamp? {
    try read(known) { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      return try cursor.next() ? cursor.time() : nil
    }
  }
}
