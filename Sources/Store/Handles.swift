package import Delivery

/// Banners of servers that are gone: `server IS NOT ?` is true of every server where the parameter is NULL.
struct HandleStatements {
  private static func forget(_ table: String, _ prefix: String) -> Statement {
    Statement(
      """
      UPDATE \(table) SET \(prefix)server = NULL, \(prefix)handle = NULL,
        \(prefix)banner = CASE \(prefix)banner WHEN 4 THEN 5 ELSE \(prefix)banner END
        WHERE \(prefix)handle IS NOT NULL AND \(prefix)server IS NOT ?
      """)
  }

  let forgetNotifications = forget("notifications", "")
  let forgetQuestions = forget("apps", "question_")
  let forgetMarketing = forget("apps", "marketing_")
  let forgetExplanations = forget("apps", "explanation_")

  var all: [Statement] { [forgetNotifications, forgetQuestions, forgetMarketing, forgetExplanations] }
}

extension SQLiteStore {
  package func forgetHandles(except server: String?) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      for statement in sql.handles.all {
        var cursor = try database.cursor(statement)
        cursor.bind(server)
        try cursor.run()
      }
    }
  }
}
