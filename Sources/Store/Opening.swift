public import NotificationModel

/// A store that is open, and what should be said about it.
public struct Opened {
  public let store: SQLiteStore
  /// That a damaged database was moved aside, in words for the log.
  public let notice: String?
}

extension SQLiteStore {
  /// Opens `bellhop.db` in a directory of the person's own, which is created where there is none. A damaged
  /// database, or one of another program, is moved aside and a new one begun; a newer one is not touched.
  public static func open(
    directory path: String, durability: Durability, now: Timestamp
  ) throws(OpeningFault) -> Opened {
    let lock = try DirectoryLock(StateDirectory(path: path))
    let database = lock.directory.databasePath
    var notice: String?
    while true {
      switch try Candidate(lock.directory, durability, lastEnd: lock.lastEnd) {
      case .sound(let connection):
        let store = SQLiteStore(connection: connection, lock: lock, durability: durability)
        return Opened(store: store, notice: notice)
      case .newer(let version):
        throw .tooNew(found: version, supported: Schema.steps.count, path: database)
      case .damaged(let reason):
        guard notice == nil else { throw .unusable("\(database) \(reason)") }
        let name = try lock.directory.moveAside(now)
        notice = "\(database) \(reason); it was moved to \(name), and a new one begun"
      }
    }
  }
}
