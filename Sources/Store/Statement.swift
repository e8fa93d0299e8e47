import CSQLite

/// A statement that is prepared when it is first needed, and again after the connection was replaced or had a rest.
final class Statement {
  let sql: String
  private var prepared: OpaquePointer?
  private var generation = 0
  private var rests = 0

  init(_ sql: String) { self.sql = sql }

  func handle(on database: Database) throws(SQLiteFault) -> OpaquePointer {
    if let prepared, generation == database.generation, rests == database.rests { return prepared }
    let fresh = try database.prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    prepared = fresh
    generation = database.generation
    rests = database.rests
    return fresh
  }
}
