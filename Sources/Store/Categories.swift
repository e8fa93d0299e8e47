package import Delivery
package import NotificationModel

struct CategoryStatements {
  private static let columns = """
    id, kind, actions, hidden_preview_body, hidden_preview_shows_title, hidden_preview_shows_subtitle,
    summary_format, reports_dismissal, language
    """

  static let reading = TableReading("categories", "\(columns), app, ordinal", key: ["app", "id"]) {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.category()
    _ = try cursor.required(AppID.init)
    _ = try cursor.counted()
  }

  let one = Statement("SELECT \(columns) FROM categories WHERE app = ? AND id = ?")
  let count = Statement("SELECT count(*) FROM categories WHERE app = ?")
  let delete = Statement("DELETE FROM categories WHERE app = ?")
  /// Of two with one id the later counts.
  let insert = Statement(
    "INSERT OR REPLACE INTO categories (app, ordinal, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
}

extension SQLiteStore {
  package func category(_ id: ItemID, of app: AppID) throws(StorageFault) -> Category? {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.categories.one)
      cursor.bind(app.text)
      cursor.bind(id.text)
      return try cursor.next() ? try cursor.category() : nil
    }
  }

  package func categoryCount(app: AppID) throws(StorageFault) -> Int {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.categories.count)
      cursor.bind(app.text)
      return try cursor.next() ? cursor.count() : 0
    }
  }

  package func replaceCategories(of app: AppID, with categories: [Category]) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var delete = try database.cursor(sql.categories.delete)
      delete.bind(app.text)
      try delete.run()
      var insert = try database.cursor(sql.categories.insert)
      for (ordinal, category) in categories.enumerated() {
        insert.again()
        insert.bind(app.text)
        insert.bind(ordinal)
        insert.bind(category)
        try insert.run()
      }
    }
  }
}

extension Cursor {
  fileprivate mutating func bind(_ category: Category) {
    bind(category.id.text)
    bind(category.kind?.rawValue)
    bind(category.actions.map(ActionCoding.bytes))
    bind(category.hiddenPreviewBody)
    bind(category.hiddenPreviewShowsTitle)
    bind(category.hiddenPreviewShowsSubtitle)
    bind(category.summaryFormat)
    bind(category.reportsDismissal)
    bind(category.language)
  }

  fileprivate mutating func category() throws(SQLiteFault) -> Category {
    var category = Category(id: try required(ItemID.init), kind: try parsed(Kind.init(rawValue:)))
    if let bytes = bytes() { category.actions = try ActionCoding.actions(bytes) }
    category.hiddenPreviewBody = text()
    category.hiddenPreviewShowsTitle = try flag()
    category.hiddenPreviewShowsSubtitle = try flag()
    category.summaryFormat = text()
    category.reportsDismissal = try bool()
    category.language = text()
    return category
  }
}
