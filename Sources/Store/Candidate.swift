import NotificationModel

/// A file that may turn out to be a store.
enum Candidate {
  case sound(Connection)
  /// Written by a newer release.
  case newer(version: Int)
  /// To be moved aside; a predicate that says why.
  case damaged(String)

  /// A file that nobody touched since an orderly end is not read through.
  init(
    _ directory: borrowing StateDirectory, _ durability: Durability, lastEnd: DirectoryLock.End
  ) throws(OpeningFault) {
    switch try directory.prepareDatabase() {
    case .foreign:
      self = Self.foreign
    case .ours(let version) where version > Schema.steps.count:
      self = .newer(version: version)
    case .ours, .unmarked, .empty:
      do throws(SQLiteFault) {
        self = try Self.opened(directory.databasePath, durability, lastEnd)
      } catch {
        guard error.meansDamage else { throw .unusable("\(directory.databasePath): \(error.reason)") }
        self = .damaged("is damaged (\(error.reason))")
      }
    }
  }

  private static var foreign: Candidate { damaged("is no database of this program") }

  private static func opened(
    _ path: String, _ durability: Durability, _ lastEnd: DirectoryLock.End
  ) throws(SQLiteFault) -> Candidate {
    let connection = try Connection(path: path, durability: durability)
    let database = connection.database
    guard try database.integer("SELECT count(*) FROM sqlite_schema") != 0 else {
      try Migrations.apply(Schema.steps, to: database)
      // From now on the header says whose the file is, whatever becomes of the log.
      try connection.emptyLog()
      return .sound(connection)
    }
    // The log may know better than the header.
    guard try database.integer("PRAGMA application_id") == Int64(Schema.applicationID) else { return foreign }
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    guard version >= 0 else { return .damaged("has a negative version") }
    guard version <= Schema.steps.count else {
      database.closeKeepingLog()
      return .newer(version: version)
    }
    switch lastEnd {
    case .orderly: break
    case .damaged: return .damaged("was found damaged")
    case .unknown: if try !Inspection.passes(database) { return .damaged("is damaged") }
    }
    try Migrations.apply(Schema.steps, to: database)
    return .sound(connection)
  }
}
