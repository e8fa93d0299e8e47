/// Brings a database to the newest version. Each step and the version it leads to are one transaction: a
/// process that dies between two steps goes on where it was.
enum Migrations {
  /// The first step leads to the version `Schema.first`.
  static func apply(_ steps: [String], to database: Database) throws(SQLiteFault) {
    let version = try database.integer("PRAGMA user_version") ?? 0
    for (index, step) in steps.enumerated() where Schema.first + index > version {
      try database.execute("BEGIN IMMEDIATE")
      do {
        try database.execute(step)
        try database.execute(
          "PRAGMA user_version = \(Schema.first + index); PRAGMA application_id = \(Schema.applicationID); COMMIT"
        )
      } catch {
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        throw error
      }
    }
  }
}
