package import NotificationModel
package import Records

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
  /// `tallies` and `streams` outlive the rows they count: they name every app that ever posted or received an event.
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
    _ = try AppRecord.read(&cursor)
  }

  let forget = Statement("DELETE FROM apps WHERE id = ?")
  let forgetBanners = Statement("DELETE FROM banners WHERE app = ?")
  let forgetEvents = Statement("DELETE FROM events WHERE app = ?")
  let forgetStream = Statement("DELETE FROM streams WHERE app = ?")
  let save = Statement("INSERT OR REPLACE INTO apps (\(columns)) VALUES (\(values))")
}

extension SQLiteStore {
  package func app(_ id: AppID) throws(StorageFault) -> AppRecord? {
    try row(sql.apps.one) { $0.bind(id.text) }
  }

  /// All known apps, by id.
  package func apps() throws(StorageFault) -> [AppRecord] { try apps(after: nil, limit: .max) }

  /// Known apps after `last`, by id.
  package func apps(after last: AppID?, limit: Int) throws(StorageFault) -> [AppRecord] {
    try rows(sql.apps.all) {
      $0.bind(last?.text ?? "")
      $0.bind(limit)
    }
  }

  /// Unconfirmed apps without a decision of the person, a notification, an event, a category or a question on screen;
  /// the first seen first.
  package func idleApps(limit: Int) throws(StorageFault) -> [AppID] {
    try read { (database) throws(SQLiteFault) in
      try writeTallies(connected())
      return try database.rows(sql.apps.idle) { $0.bind(limit) }
    }
  }

  /// Removes the app, its banners, its stored events and their followers.
  package func forget(_ app: AppID) throws(StorageFault) {
    for statement in [
      sql.apps.forget, sql.apps.forgetBanners, sql.apps.forgetEvents, sql.apps.forgetStream,
      sql.followers.removeAll,
    ] { try run(statement) { $0.bind(app.text) } }
  }

  /// Inserts or replaces.
  package func save(_ app: AppRecord) throws(StorageFault) { try run(sql.apps.save) { $0.bind(app) } }
}

extension Cursor {
  fileprivate mutating func bind(_ app: AppRecord) {
    bind(app.id.text)
    bind(app.firstSeen)
    bind(app.isVerified)
    bind(SettingCoding.text(app.chosen))
    bind(app.timed)
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

  fileprivate mutating func question() throws(SQLiteFault) -> ConsentQuestion? {
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

extension AppRecord: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    var app = AppRecord(id: try AppID.read(&cursor), firstSeen: try cursor.moment())
    app.isVerified = try cursor.flag()
    app.chosen = try cursor.parsed(SettingCoding.settings) ?? AppSettings()
    app.timed = try cursor.timedChoices()
    app.question = try cursor.question()
    app.marketingQuestion = try cursor.question()
    app.explanation = try cursor.question()
    app.hasBeenUsed = try cursor.flag()
    app.rated = cursor.time()
    app.comesByFront = try cursor.flag()
    app.claimedName = cursor.text()
    return app
  }
}

/// The settings of an app in one column, as a key file spells them: `Authorization=denied;Banners=false`. They are read
/// and written only as a whole, and a new one needs no other tables.
enum SettingCoding {
  private static let settings = Dictionary(uniqueKeysWithValues: AppSetting.allCases.map { ($0.key, $0) })

  /// `nil` where nothing was chosen.
  static func text(_ chosen: AppSettings) -> String? {
    let said = AppSetting.allCases.compactMap { setting in
      chosen.word(for: setting).map { "\(setting.key)=\($0)" }
    }
    return said.isEmpty ? nil : said.joined(separator: ";")
  }

  /// The timed choices, each with the text of its end: `Banners=false@1774744200000`.
  static func text(_ timed: TimedChoices, _ corrections: Int64) -> String? {
    let said = AppSetting.allCases.compactMap { setting in
      timed.ends[setting].flatMap { end in
        timed.settings.word(for: setting).map { "\(setting.key)=\($0)@\(end.text(corrections))" }
      }
    }
    return said.isEmpty ? nil : said.joined(separator: ";")
  }

  static func timed(_ text: String, _ corrections: Int64) -> TimedChoices? {
    var timed = TimedChoices()
    for said in text.split(separator: ";", omittingEmptySubsequences: false) {
      let parts = said.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, let end = End(parts[1], corrections), let choice = settings(String(parts[0]))
      else {
        return nil
      }
      timed.choose(choice, until: end)
    }
    return timed
  }

  /// `nil` for a text that this program cannot have written. Settings and words of a newer version are skipped, except the
  /// person's permissions: those must not be taken for undecided.
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

struct CategoryStatements {
  private static let columns = """
    id, kind, actions, hidden_preview_body, hidden_preview_shows_title, hidden_preview_shows_subtitle,
    summary_format, reports_dismissal, language, hidden_preview_body_one, summary_format_one
    """

  static let reading = TableReading("categories", "\(columns), app, ordinal", key: ["app", "id"]) {
    (cursor) throws(SQLiteFault) in
    _ = try Category.read(&cursor)
    _ = try cursor.required(AppID.init)
    _ = try cursor.counted()
  }

  let one = Statement("SELECT \(columns) FROM categories WHERE app = ? AND id = ?")
  let count = Statement("SELECT count(*) FROM categories WHERE app = ?")
  let delete = Statement("DELETE FROM categories WHERE app = ?")
  /// The later of two categories with one id counts.
  let insert = Statement(
    "INSERT OR REPLACE INTO categories (app, ordinal, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  )
}

extension SQLiteStore {
  package func category(_ id: ItemID, of app: AppID) throws(StorageFault) -> Category? {
    try row(sql.categories.one) {
      $0.bind(app.text)
      $0.bind(id.text)
    }
  }

  package func categoryCount(app: AppID) throws(StorageFault) -> Int {
    try count(sql.categories.count) { $0.bind(app.text) }
  }

  package func replaceCategories(of app: AppID, with categories: [Category]) throws(StorageFault) {
    try run(sql.categories.delete) { $0.bind(app.text) }
    for (ordinal, category) in categories.enumerated() {
      try run(sql.categories.insert) {
        $0.bind(app.text)
        $0.bind(ordinal)
        $0.bind(category)
      }
    }
  }
}

extension Cursor {
  fileprivate mutating func bind(_ category: Category) {
    bind(category.id.text)
    bind(category.kind?.rawValue)
    bind(category.actions?.json)
    bind(category.hiddenPreviewBody)
    bind(category.hiddenPreviewShowsTitle)
    bind(category.hiddenPreviewShowsSubtitle)
    bind(category.summaryFormat)
    bind(category.reportsDismissal)
    bind(category.language)
    bind(category.hiddenPreviewBodyOne)
    bind(category.summaryFormatOne)
  }
}

extension Category: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    var category = Category(
      id: try cursor.required(ItemID.init), kind: try cursor.parsed(Kind.init(rawValue:)))
    category.actions = try cursor.json([Action].init)
    category.hiddenPreviewBody = cursor.text()
    category.hiddenPreviewShowsTitle = try cursor.flag()
    category.hiddenPreviewShowsSubtitle = try cursor.flag()
    category.summaryFormat = cursor.text()
    category.reportsDismissal = try cursor.bool()
    category.language = cursor.text()
    category.hiddenPreviewBodyOne = cursor.text()
    category.summaryFormatOne = cursor.text()
    return category
  }
}

struct RatingStatements {
  static let reading = TableReading("rating_prompts", "app, ordinal, time, engaged", key: ["app", "ordinal"])
  {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.required(AppID.init)
    _ = (try cursor.counted(), try cursor.moment(), try cursor.flag())
  }

  let history = Statement("SELECT time, engaged FROM rating_prompts WHERE app = ? ORDER BY ordinal DESC")
  let insert = Statement(
    """
    INSERT INTO rating_prompts (app, ordinal, time, engaged)
      SELECT ?1, coalesce(max(ordinal), 0) + 1, ?2, 0 FROM rating_prompts WHERE app = ?1
    """)
  let move = Statement(
    """
    UPDATE rating_prompts SET time = ?3, engaged = 0 WHERE app = ?1 AND ordinal =
      (SELECT max(ordinal) FROM rating_prompts WHERE app = ?1 AND time <= ?2)
      RETURNING ordinal
    """)
  /// Notifications whose text only changed in place were shown.
  let unshown = Statement(
    """
    SELECT EXISTS (SELECT 1 FROM banners JOIN notifications ON notifications.id = banners.notification
      WHERE banners.app = ? AND banners.kind = 'notification' AND unread AND notifications.kind = 'rating'
      AND (held IS NOT NULL OR (phase IN ('waiting', 'handedOver') AND errand = 'alert')))
    """)
  /// Older ones can no longer forbid a prompt.
  let forget = Statement(
    """
    DELETE FROM rating_prompts WHERE app = ?1 AND ordinal <=
      (SELECT max(ordinal) - ?2 FROM rating_prompts WHERE app = ?1)
    """)
  let engage = Statement("UPDATE rating_prompts SET engaged = 1 WHERE app = ? AND NOT engaged")
}

extension SQLiteStore {
  package func ratingHistory(of app: AppID) throws(StorageFault) -> RatingHistory {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.ratings.history)
      cursor.bind(app.text)
      var history = RatingHistory()
      while try cursor.next() {
        let (time, engaged) = (try cursor.moment(), try cursor.flag())
        if history.prompts.isEmpty { history.hasEngaged = engaged }
        history.prompts.append(time)
      }
      history.hasUnshown = try database.row(sql.ratings.unshown) { $0.bind(app.text) } ?? false
      return history
    }
  }

  /// Stores that one more prompt was accepted, for this time.
  package func keepRatingPrompt(of app: AppID, at time: Timestamp) throws(StorageFault) {
    try run(sql.ratings.insert) {
      $0.bind(app.text)
      $0.bind(time)
    }
    try run(sql.ratings.forget) {
      $0.bind(app.text)
      $0.bind(RatingHistory.most)
    }
  }

  /// Gives the newest prompt that was accepted for `earlier` or before another time. The person has not used the app
  /// since. Returns whether there was such a prompt.
  package func moveRatingPrompt(of app: AppID, notAfter earlier: Timestamp, to time: Timestamp)
    throws(StorageFault) -> Bool
  {
    try write { (database) throws(SQLiteFault) in
      var move = try database.cursor(sql.ratings.move)
      move.bind(app.text)
      move.bind(earlier)
      move.bind(time)
      return try move.next()
    }
  }

  /// Stores that the person has used one of the app's notifications.
  package func keepEngagement(with app: AppID) throws(StorageFault) {
    try run(sql.ratings.engage) { $0.bind(app.text) }
  }
}
