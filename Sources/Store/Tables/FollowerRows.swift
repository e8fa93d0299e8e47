package import NotificationModel
package import Records

/// The followers of apps' events, for apps that have at least one with a name. The others have one acknowledgement, that
/// of `streams`, which no event is kept below.
struct FollowerStatements {
  /// The follower without a name is stored as the empty text.
  private static let columns = "name, acknowledged, seen"

  static let reading = TableReading("followers", "\(columns), app", key: ["app", "name"]) {
    (cursor) throws(SQLiteFault) in
    _ = try EventFollower.read(&cursor)
    _ = try cursor.required(AppID.init)
  }

  let ofApp = Statement("SELECT \(columns) FROM followers WHERE app = ? ORDER BY name")
  let save = Statement("INSERT OR REPLACE INTO followers (app, \(columns)) VALUES (?, ?, ?, ?)")
  let remove = Statement("DELETE FROM followers WHERE app = ? AND name = ?")
  let removeAll = Statement("DELETE FROM followers WHERE app = ?")
}

extension SQLiteStore {
  /// The followers of the app, the one without a name first; empty for an app without a named one.
  package func followers(app: AppID) throws(StorageFault) -> [EventFollower] {
    try rows(sql.followers.ofApp) { $0.bind(app.text) }
  }

  /// Inserts or replaces.
  package func save(_ follower: EventFollower, of app: AppID) throws(StorageFault) {
    try run(sql.followers.save) {
      $0.bind(app.text)
      $0.bind(follower.name?.text ?? "")
      $0.bind(follower.acknowledged.number)
      $0.bind(lapse: follower.seen)
    }
  }

  package func remove(_ follower: EventFollower, of app: AppID) throws(StorageFault) {
    try run(sql.followers.remove) {
      $0.bind(app.text)
      $0.bind(follower.name?.text ?? "")
    }
  }
}

extension EventFollower: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    guard let text = cursor.text() else { throw .damagedRow }
    let name = FollowerName(text)
    guard text.isEmpty || name != nil else { throw .damagedRow }
    let acknowledged = try EventSequence.read(&cursor)
    guard let seen = cursor.lapse() else { throw .damagedRow }
    return EventFollower(name, acknowledged: acknowledged, seen: seen)
  }
}
