package import NotificationModel
package import Records

/// Notifications and banners that wait for the server, for their time, or to be read. Indexes are named where the
/// planner, which has no statistics, would choose one that grows with the history.
struct QueueStatements {
  private static let select = NotificationColumns.select
  /// A delivered notification is unread; the index by state leaves it out.
  let delivered = StateStatements("unread = 1", in: "unread_by_thread")
  let undelivered = StateStatements("state <> 'delivered'", in: "undelivered_by_state")
  /// In the words of the index, which would not be used else.
  let restricted = Statement(
    """
    \(select) INDEXED BY current_by_kind WHERE kind = ?1 AND kind IN ('marketing', 'rating') AND current
      AND app = ?2 ORDER BY id LIMIT ?3
    """)
  let withheld = Statement(
    "\(select) INDEXED BY withheld_by_app WHERE withheld IS NOT NULL AND app = ? ORDER BY id LIMIT ?")
  let unreadIDs = Statement("SELECT id FROM notifications INDEXED BY unread_by_thread WHERE unread = 1")
  /// An alarm, a call, or one whose level is true at `?2`.
  private static let isUrgent = """
    unread AND (notifications.kind IN ('alarm', 'call')
      OR ifnull(notifications.kind, '') NOT IN ('rating', 'marketing')
        AND (level = 'critical' OR level = 'timeSensitive' AND abs(relevant_date - ?2) <= 3600000))
    """
  private static let isSince = "\(Schema.lastTime) > ?1 AND \(Schema.lastTime) <= ?2"
  /// One that has yet to alert does so at `?2` at the earliest.
  let lastUrgentOnScreen = Statement(
    """
    SELECT max(iif('alert' IN (errand, change), ?2, \(Schema.lastTime)))
      FROM notifications JOIN banners ON notification = id
      WHERE banners.kind = 'notification' AND phase <> 'held' AND \(isUrgent)
        AND ('alert' IN (errand, change) OR \(isSince))
    """)
  let lastUrgentUnread = Statement(
    """
    SELECT max(\(Schema.lastTime)) FROM notifications INDEXED BY unread_urgent
      WHERE \(Schema.isMaybeUrgent) AND \(isSince) AND state IN ('delivered', 'failed') AND \(isUrgent)
    """)
  let appsHeldBy = Statement(
    """
    SELECT DISTINCT app FROM notifications INDEXED BY current_by_kind
      WHERE kind = ?1 AND kind IN ('marketing', 'rating') AND current AND state = 'held' AND instr(holds, ?2)
      ORDER BY app
    """)
  let appsAwaitingConsent = Statement(
    """
    SELECT count(DISTINCT app) FROM notifications INDEXED BY undelivered_by_state
      WHERE state <> 'delivered' AND state = 'awaitingConsent'
    """)
  let untoldMissed = Statement(
    """
    SELECT id FROM notifications INDEXED BY missed_untold
      WHERE missed IS NOT NULL AND told IS NULL AND unread AND state = 'delivered' AND id > ?
      ORDER BY id LIMIT ?
    """)
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
  let unreadOfThread = Statement(
    """
    \(select) WHERE id IN (SELECT id FROM notifications INDEXED BY unread_by_thread
      WHERE unread = 1 AND app = ? AND thread = ?) ORDER BY id
    """)
  let scheduledIDs = Statement(
    "SELECT id FROM notifications INDEXED BY scheduled_by_due WHERE state = 'scheduled' ORDER BY id")
  private static let dueMoments =
    "FROM notifications INDEXED BY scheduled_by_due WHERE state = 'scheduled' AND due_lapses IS NULL"
  private static let dueLapses =
    "FROM notifications INDEXED BY scheduled_by_due WHERE state = 'scheduled' AND due_lapses = 1"
  private static let moments =
    "FROM notifications INDEXED BY current_by_expiry WHERE expires IS NOT NULL AND \(NotificationStatements.live)"
  private static let lapses =
    "FROM notifications INDEXED BY current_by_lapse WHERE lapse IS NOT NULL AND \(NotificationStatements.live)"
  /// Here and below `?1` is the time by the wall clock, and `?2` the same by a clock that was never set.
  let due = Statement(
    """
    \(select) WHERE id IN (
      SELECT id FROM (SELECT id \(dueMoments) AND due <= ?1 ORDER BY due, id LIMIT ?3)
      UNION ALL SELECT id FROM (SELECT id \(dueLapses) AND due <= ?2 ORDER BY due, id LIMIT ?3))
      ORDER BY due - iif(due_lapses, ?2, ?1), id LIMIT ?3
    """)
  let expired = Statement(
    """
    \(select) WHERE id IN (
      SELECT id FROM (SELECT id \(moments) AND expires <= ?1 ORDER BY expires, id LIMIT ?3)
      UNION SELECT id FROM (SELECT id \(lapses) AND lapse <= ?2 ORDER BY lapse, id LIMIT ?3))
      ORDER BY min(ifnull(expires - ?1, lapse - ?2), ifnull(lapse - ?2, expires - ?1)), id LIMIT ?3
    """)
  /// `?1`: by how much the clock was set.
  let nextDeadline = Statement(
    """
    SELECT min(time) FROM (
      SELECT min(due) AS time \(dueMoments) UNION ALL SELECT min(due) + ?1 \(dueLapses)
      UNION ALL SELECT min(expires) \(moments) UNION ALL SELECT min(lapse) + ?1 \(lapses))
    """)
  let hasHeld = Statement(
    "SELECT EXISTS (SELECT 1 FROM notifications INDEXED BY held_by_until WHERE state = 'held' AND until IS NOT NULL)"
  )
  /// A banner that is being handed over is considered again after the server's answer.
  let nextRelease = Statement(
    """
    SELECT until FROM notifications INDEXED BY held_by_until
      WHERE state = 'held' AND until IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM banners WHERE banners.app = notifications.app AND kind = 'notification'
          AND notification = id AND phase = 'handedOver')
      ORDER BY until LIMIT 1
    """)

  func inState(_ state: State) -> StateStatements { state == .delivered ? delivered : undelivered }
}

/// The notifications in one state.
struct StateStatements {
  let records: Statement
  let ids: Statement
  let count: Statement
  let countOfApp: Statement

  /// `condition`: holds for every notification in these states, in the words of the index.
  init(_ condition: String, in index: String) {
    let inState = "INDEXED BY \(index) WHERE \(condition) AND state = ?"
    records = Statement("\(NotificationColumns.select) \(inState) AND app = ? ORDER BY id LIMIT ?")
    ids = Statement("SELECT id FROM notifications \(inState) AND app = ?")
    count = Statement("SELECT count(*) FROM notifications \(inState)")
    countOfApp = Statement("\(count.sql) AND app = ?")
  }
}

extension SQLiteStore {
  /// In the order of their ids.
  package func records(app: AppID, state: State, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.queues.inState(state).records) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  /// Marketing or rating prompts of an app that are not read or gone, in the order of their ids.
  package func records(restricted kind: RestrictedKind, app: AppID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  {
    try rows(sql.queues.restricted) {
      $0.bind(kind.rawValue)
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  /// Records of an app that a configuration has taken off the lists, in the order of their ids.
  package func withheld(app: AppID, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.queues.withheld) {
      $0.bind(app.text)
      $0.bind(limit)
    }
  }

  /// How many apps have notifications that wait for the person's consent.
  package func appsAwaitingConsent() throws(StorageFault) -> Int { try count(sql.queues.appsAwaitingConsent) }

  /// Apps with marketing or a rating prompt that this guideline holds.
  package func apps(withHeld kind: RestrictedKind, by guideline: String) throws(StorageFault) -> [AppID] {
    try rows(sql.queues.appsHeldBy) {
      $0.bind(kind.rawValue)
      $0.bind(guideline)
    }
  }

  /// When the last unread alarm, call or urgent notification came or alerted, in the seconds before `now`; with
  /// `onScreen`, of those whose banner is on screen, or `now` if one is on its way there.
  package func lastUrgent(onScreen: Bool, within seconds: Int64, before now: Timestamp) throws(StorageFault)
    -> Timestamp?
  {
    let statement = onScreen ? sql.queues.lastUrgentOnScreen : sql.queues.lastUrgentUnread
    return try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      cursor.bind(now.advanced(bySeconds: -seconds))
      cursor.bind(now)
      return try cursor.next() ? cursor.time() : nil
    }
  }

  package func unreadIDs() throws(StorageFault) -> [NotificationID] { try rows(sql.queues.unreadIDs) }

  /// Delivered unread records after `last` that the person has missed, and that no missed notice has counted.
  package func untoldMissed(after last: NotificationID, limit: Int) throws(StorageFault) -> [NotificationID] {
    try rows(sql.queues.untoldMissed) {
      $0.bind(last.number)
      $0.bind(limit)
    }
  }

  package func ids(app: AppID, state: State) throws(StorageFault) -> [NotificationID] {
    try rows(sql.queues.inState(state).ids) {
      $0.bind(state.rawValue)
      $0.bind(app.text)
    }
  }

  /// The ids of scheduled records, in their order.
  package func scheduledIDs() throws(StorageFault) -> [NotificationID] {
    try rows(sql.queues.scheduledIDs)
  }

  /// Unread records in the order of their ids, the newest if there are more than `limit`.
  package func unreadRecords(app: AppID?, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(app == nil ? sql.queues.unread : sql.queues.unreadOfApp) {
      if let app { $0.bind(app.text) }
      $0.bind(limit)
    }
  }

  /// Unread records of an app in one thread, in the order of their ids.
  package func unreadRecords(app: AppID, thread: OpaqueName) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.queues.unreadOfThread) {
      $0.bind(app.text)
      $0.bind(thread.text)
    }
  }

  /// Scheduled records due at or before this time, the earliest first.
  package func due(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.queues.due) {
      $0.bind(time)
      $0.bind(lapse: time)
      $0.bind(limit)
    }
  }

  /// Unread, scheduled or waiting records that expire at or before this time, the earliest first.
  package func expired(by time: Timestamp, limit: Int) throws(StorageFault) -> [NotificationRecord] {
    try rows(sql.queues.expired) {
      $0.bind(time)
      $0.bind(lapse: time)
      $0.bind(limit)
    }
  }

  /// The earliest time at which `due` or `expired` returns a record.
  package func nextDeadline() throws(StorageFault) -> Timestamp? {
    try time(sql.queues.nextDeadline, \.deadline) { $0.bind(corrections) }
  }

  /// The earliest known end of a hold.
  package func nextRelease() throws(StorageFault) -> Timestamp? {
    let hasHeld = try read(\.hasHeld) { (database) throws(SQLiteFault) in
      try database.row(sql.queues.hasHeld) ?? false
    }
    return hasHeld ? try time(sql.queues.nextRelease, \.release) : nil
  }

  private func time(
    _ statement: Statement, _ known: WritableKeyPath<QueryCache, Timestamp??>, _ bind: Bind = { _ in }
  ) throws(StorageFault) -> Timestamp? {
    try read(known) { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(statement)
      bind(&cursor)
      return try cursor.next() ? cursor.time() : nil
    }
  }
}

/// The current notifications of scripts that post by the command line, found by the index `live_by_script`.
struct ScriptStatements {
  /// A generated column such as `current` would have to be read from the table.
  private static let live =
    "script IS NOT NULL AND (unread OR state = 'scheduled' OR state = 'awaitingConsent')"
  private static let own = "app = ? AND script = ? AND \(live)"
  private static let count = "SELECT count(*) FROM notifications INDEXED BY live_by_script WHERE \(own)"

  /// Time Sensitive without a date counts as active.
  private static let urgent =
    "level IN ('timeSensitive', 'critical') AND (level = 'critical' OR relevant_date IS NOT NULL)"

  let unread = Statement("\(count) AND unread = 1")
  let urgent = Statement("\(count) AND unread = 1 AND \(Self.urgent)")
  let awaitingConsent = Statement("\(count) AND unread = 0 AND state = 'awaitingConsent'")
  /// A scheduled notification without a trigger was put off by the person, not scheduled by the script.
  let scheduled = Statement(
    """
    \(count) AND unread = 0 AND state IN ('scheduled', 'awaitingConsent') AND due IS NOT NULL
      AND trigger IS NOT NULL
    """)
  let oldestPassive = Statement(
    """
    \(NotificationColumns.select) WHERE id = (SELECT min(id) FROM notifications INDEXED BY live_by_script
      WHERE \(own) AND unread = 1 AND level = 'passive')
    """)
  let ofApp = Statement(
    """
    SELECT DISTINCT script FROM notifications INDEXED BY live_by_script
      WHERE app = ? AND script <> 0 AND \(live)
    """)
}

extension SQLiteStore {
  /// The number of a script's records in this room.
  package func count(_ room: ScriptRoom, app: AppID, script: ScriptID) throws(StorageFault) -> Int {
    let statement =
      switch room {
      case .unread: sql.scripts.unread
      case .urgent: sql.scripts.urgent
      case .scheduled: sql.scripts.scheduled
      case .awaitingConsent: sql.scripts.awaitingConsent
      }
    return try count(statement) {
      $0.bind(app.text)
      $0.bind(script.number)
    }
  }

  /// The oldest unread passive record of a script.
  package func oldestPassive(app: AppID, script: ScriptID) throws(StorageFault) -> NotificationRecord? {
    try row(sql.scripts.oldestPassive) {
      $0.bind(app.text)
      $0.bind(script.number)
    }
  }

  /// The scripts that have a share of their own and a record of the app that is neither read nor gone.
  package func scripts(of app: AppID) throws(StorageFault) -> [ScriptID] {
    try rows(sql.scripts.ofApp) { $0.bind(app.text) }
  }
}
