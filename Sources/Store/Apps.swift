public import Delivery
public import NotificationModel

struct AppStatements {
  private static let columns = """
    id, first_seen, authorization, banners, badges, sounds, time_sensitive, critical, marketing, previews, summary,
    question, purpose, asked, last_asked, question_banner, question_server, question_handle
    """

  let one = Statement("SELECT \(columns) FROM apps WHERE id = ?")
  let all = Statement("SELECT \(columns) FROM apps ORDER BY id")
  let save = Statement(
    "INSERT OR REPLACE INTO apps (\(columns)) VALUES (?\(String(repeating: ", ?", count: 17)))")
}

extension SQLiteStore {
  public func app(_ id: AppID) throws(StorageFault) -> AppRecord? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.apps.one)
      cursor.bind(id.text)
      return try cursor.next() ? try cursor.app() : nil
    }
  }

  public func apps() throws(StorageFault) -> [AppRecord] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.apps.all)
      var apps: [AppRecord] = []
      while try cursor.next() { apps.append(try cursor.app()) }
      return apps
    }
  }

  public func save(_ app: AppRecord) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.apps.save)
      cursor.bind(app)
      try cursor.run()
    }
  }
}

extension Cursor {
  fileprivate mutating func bind(_ app: AppRecord) {
    bind(app.id.text)
    bind(app.firstSeen)
    bind(app.chosen.authorization?.rawValue)
    bind(app.chosen.banners)
    bind(app.chosen.badges)
    bind(app.chosen.sounds)
    bind(app.chosen.timeSensitive)
    bind(app.chosen.critical)
    bind(app.chosen.marketing)
    bind(app.chosen.previews?.rawValue)
    bind(app.chosen.summary)
    bind(app.question != nil)
    bind(app.question?.purpose)
    bind(app.question?.asked)
    bind(app.question?.lastAsked)
    bind(app.question?.banner.rawValue)
    bind(app.question?.handle?.server)
    bind((app.question?.handle).map { Int64($0.id) })
  }

  fileprivate mutating func app() throws(SQLiteFault) -> AppRecord {
    var app = AppRecord(id: try required(AppID.init), firstSeen: try moment())
    app.chosen = AppSettings(
      authorization: try parsed(Authorization.init(rawValue:)), banners: bool(), badges: bool(),
      sounds: bool(), timeSensitive: bool(), critical: bool(), marketing: bool(),
      previews: try parsed(Previews.init(rawValue:)), summary: bool())
    guard flag() else { return app }
    app.question = ConsentQuestion(
      purpose: text(), asked: count(), lastAsked: time(), banner: try banner(), handle: try handle())
    return app
  }
}
