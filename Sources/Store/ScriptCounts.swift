package import Delivery
package import NotificationModel

/// What scripts have posted by the command line that is neither read nor gone, by `live_by_script` alone.
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
  /// Without a trigger it is not the script that has scheduled it.
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

  package func oldestPassive(app: AppID, script: ScriptID) throws(StorageFault) -> NotificationRecord? {
    try first(sql.scripts.oldestPassive) {
      $0.bind(app.text)
      $0.bind(script.number)
    }
  }

  package func scripts(of app: AppID) throws(StorageFault) -> [ScriptID] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.scripts.ofApp)
      cursor.bind(app.text)
      var scripts: [ScriptID] = []
      while try cursor.next() {
        if let number = cursor.integer() { scripts.append(ScriptID(number: number)) }
      }
      return scripts
    }
  }
}
