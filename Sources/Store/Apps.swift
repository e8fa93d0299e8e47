package import Delivery
package import NotificationModel

struct AppStatements {
  private static let columns = """
    id, first_seen, verified, chosen, timed, question_stage, question_purpose, question_asked,
    question_last_asked, question_end, question_ended, marketing_stage, marketing_purpose, marketing_asked,
    marketing_last_asked, marketing_end, marketing_ended, explanation_stage, explanation_purpose,
    explanation_asked, explanation_last_asked, explanation_end, explanation_ended, used, rated, front,
    claimed_name
    """
  private static let values = Array(
    repeating: "?", count: columns.split(separator: ",").count
  ).joined(separator: ", ")

  let one = Statement("SELECT \(columns) FROM apps WHERE id = ?")
  let all = Statement("SELECT \(columns) FROM apps WHERE id > ? ORDER BY id LIMIT ?")
  /// `tallies` and `streams` outlive what they count: an app that ever posted, or was told anything, is in them.
  let idle = Statement(
    """
    SELECT id FROM apps WHERE verified IS NOT TRUE AND chosen IS NULL AND timed IS NULL
      AND NOT EXISTS (SELECT 1 FROM banners WHERE banners.app = apps.id AND phase <> 'waiting')
      AND NOT EXISTS (SELECT 1 FROM tallies WHERE tallies.app = apps.id)
      AND NOT EXISTS (SELECT 1 FROM streams WHERE streams.app = apps.id)
      AND NOT EXISTS (SELECT 1 FROM categories WHERE categories.app = apps.id)
      ORDER BY first_seen LIMIT ?
    """)
  static let reading = TableReading("apps", columns, key: ["id"]) { (cursor) throws(SQLiteFault) in
    _ = try cursor.app()
  }

  let forget = Statement("DELETE FROM apps WHERE id = ?")
  let forgetBanners = Statement("DELETE FROM banners WHERE app = ?")
  let forgetEvents = Statement("DELETE FROM events WHERE app = ?")
  let forgetStream = Statement("DELETE FROM streams WHERE app = ?")
  let save = Statement("INSERT OR REPLACE INTO apps (\(columns)) VALUES (\(values))")
}

extension SQLiteStore {
  package func app(_ id: AppID) throws(StorageFault) -> AppRecord? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.apps.one)
      cursor.bind(id.text)
      return try cursor.next() ? try cursor.app() : nil
    }
  }

  package func apps() throws(StorageFault) -> [AppRecord] { try apps(after: nil, limit: .max) }

  package func apps(after last: AppID?, limit: Int) throws(StorageFault) -> [AppRecord] {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.apps.all)
      cursor.bind(last?.text ?? "")
      cursor.bind(limit)
      var apps: [AppRecord] = []
      while try cursor.next() { apps.append(try cursor.app()) }
      return apps
    }
  }

  package func idleApps(limit: Int) throws(StorageFault) -> [AppID] {
    try read { (database) throws(SQLiteFault) in
      try writeTallies(connected())
      var cursor = try database.cursor(sql.apps.idle)
      cursor.bind(limit)
      var apps: [AppID] = []
      while try cursor.next() { apps.append(try cursor.required(AppID.init)) }
      return apps
    }
  }

  package func forget(_ app: AppID) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      for statement in [
        sql.apps.forget, sql.apps.forgetBanners, sql.apps.forgetEvents, sql.apps.forgetStream,
      ] {
        var cursor = try database.cursor(statement)
        cursor.bind(app.text)
        try cursor.run()
      }
    }
  }

  package func save(_ app: AppRecord) throws(StorageFault) {
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
    bind(app.isVerified)
    bind(SettingCoding.text(app.chosen))
    bind(SettingCoding.text(app.timed))
    bind(app.question)
    bind(app.marketingQuestion)
    bind(app.explanation)
    bind(app.hasBeenUsed)
    bind(app.rated)
    bind(app.comesByFront)
    bind(app.claimedName)
  }

  private mutating func bind(_ question: ConsentQuestion?) {
    bind(question?.stage.rawValue)
    bind(question?.purpose)
    bind(question?.asked)
    bind(question?.lastAsked)
    bind(question?.end?.way.rawValue)
    bind(question?.end?.time)
  }

  fileprivate mutating func app() throws(SQLiteFault) -> AppRecord {
    var app = AppRecord(id: try required(AppID.init), firstSeen: try moment())
    app.isVerified = try flag()
    app.chosen = try parsed(SettingCoding.settings) ?? AppSettings()
    app.timed = try parsed(SettingCoding.timed) ?? TimedChoices()
    app.question = try question()
    app.marketingQuestion = try question()
    app.explanation = try question()
    app.hasBeenUsed = try bool() ?? false
    app.rated = time()
    app.comesByFront = try bool() ?? false
    app.claimedName = text()
    return app
  }

  private mutating func question() throws(SQLiteFault) -> ConsentQuestion? {
    let stage = try parsed(ConsentQuestion.Stage.init(rawValue:))
    let (purpose, asked, lastAsked) = (text(), Int(try countedIfAny() ?? 0), time())
    let (way, ended) = (try parsed(QuestionEnd.Way.init(rawValue:)), time())
    return stage.map {
      var question = ConsentQuestion(purpose: purpose, asked: asked, lastAsked: lastAsked, stage: $0)
      if let way, let ended { question.end = QuestionEnd(way, at: ended) }
      return question
    }
  }
}

/// The settings of an app in one column, as a key file spells them: `Authorization=denied;Banners=false`. They are read
/// and written only as a whole, and a new one needs no other tables.
private enum SettingCoding {
  private static let settings = Dictionary(uniqueKeysWithValues: AppSetting.allCases.map { ($0.key, $0) })

  /// `nil` where nothing was chosen.
  static func text(_ chosen: AppSettings) -> String? {
    let said = AppSetting.allCases.compactMap { setting in
      chosen.word(for: setting).map { "\(setting.key)=\($0)" }
    }
    return said.isEmpty ? nil : said.joined(separator: ";")
  }

  /// The timed choices, each with its end in milliseconds: `Banners=false@1774744200000`.
  static func text(_ timed: TimedChoices) -> String? {
    let said = AppSetting.allCases.compactMap { setting in
      timed.ends[setting].flatMap { end in
        timed.settings.word(for: setting).map { "\(setting.key)=\($0)@\(end.milliseconds)" }
      }
    }
    return said.isEmpty ? nil : said.joined(separator: ";")
  }

  static func timed(_ text: String) -> TimedChoices? {
    var timed = TimedChoices()
    for said in text.split(separator: ";", omittingEmptySubsequences: false) {
      let parts = said.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, let end = Int64(parts[1]), let choice = settings(String(parts[0])) else {
        return nil
      }
      timed.choose(choice, until: Timestamp(milliseconds: end))
    }
    return timed
  }

  /// `nil` for what was not written by us. Settings of a newer version are passed over, and their new words; but for
  /// what the person allows: that must not be taken for undecided.
  static func settings(_ text: String) -> AppSettings? {
    var chosen = AppSettings()
    for said in text.split(separator: ";", omittingEmptySubsequences: false) {
      let parts = said.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      guard let setting = settings[String(parts[0])] else { continue }
      guard chosen.set(setting, to: String(parts[1])) || setting != .authorization else { return nil }
    }
    return chosen
  }
}
