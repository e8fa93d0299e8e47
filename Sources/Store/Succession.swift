import Glibc
import NotificationModel

/// Puts a new database, with what can be read of the old one, in the place of one that is damaged.
///
/// Invariant: whenever the process dies, what could be read is in the damaged database or, whole, in the successor,
/// which says what file it succeeds. The next start begins the salvage anew, or finishes the change of names. Where
/// another file has come to stand there meanwhile, that stays.
struct Succession {
  /// Called now and then, to say that it goes on.
  let progress: () -> Void

  /// Finishes what a process began that died of it; before anything is looked at. What should be said where nothing
  /// came of it.
  static func resume(in directory: borrowing StateDirectory, _ now: Timestamp) throws(OpeningFault) -> String?
  {
    directory.remove(StateDirectory.draft)
    directory.remove(StateDirectory.replica)
    guard let successor = directory.identity(of: StateDirectory.successor) else { return nil }
    if successor == directory.identity(of: StateDirectory.database) {
      // Only the other name was left to be taken away.
      directory.remove(StateDirectory.successor)
      return nil
    }
    guard let note = try SuccessionNote(in: directory),
      note.succeeds(directory.identity(of: StateDirectory.database))
    else {
      let name = directory.nameAside(now)
      try directory.rename(StateDirectory.successor, to: name)
      return "what was carried over from a damaged database was not needed any more, and moved to \(name)"
    }
    try directory.moveAside(to: note.name)
    try directory.rename(StateDirectory.successor, to: StateDirectory.database)
    return nil
  }

  /// `reason`: a predicate that says what is wrong with it.
  func replaceDatabase(
    in directory: borrowing StateDirectory, because reason: String, _ now: Timestamp
  ) throws(OpeningFault) {
    defer {
      directory.remove(StateDirectory.draft)
      directory.remove(StateDirectory.replica)
    }
    let yield = try salvage(in: directory)
    let note = SuccessionNote(
      to: directory.identity(of: StateDirectory.database), name: directory.nameAside(now), reason: reason,
      yield: yield.text)
    try note.write(to: StateDirectory.draft, in: directory)
    try directory.rename(StateDirectory.draft, to: StateDirectory.successor, replaces: true)
    try directory.moveAside(to: note.name)
    try directory.rename(StateDirectory.successor, to: StateDirectory.database)
  }

  private func salvage(in directory: borrowing StateDirectory) throws(OpeningFault) -> SalvageYield {
    let target = try draft(in: directory)
    defer { target.close() }
    let path = directory.databasePath
    var salvage = try attempt(path) { () throws(SQLiteFault) in try Salvage(to: target, progress: progress) }
    if let source = try readable(in: directory) {
      defer { source.closeKeepingLog() }
      try attempt(path) { () throws(SQLiteFault) in try salvage.carryOver(from: source) }
    }
    if !salvage.isComplete {
      let file = try pages(in: directory)
      defer { close(file) }
      try attempt(path) { () throws(SQLiteFault) in try salvage.carryOver(from: PageWalk(file)) }
    }
    return try attempt(path) { () throws(SQLiteFault) in try salvage.finish() }
  }

  /// A new database without anything in it.
  private func draft(in directory: borrowing StateDirectory) throws(OpeningFault) -> Database {
    directory.remove(StateDirectory.draft)
    close(try directory.openFile(StateDirectory.draft))
    let path = directory.path(of: StateDirectory.draft)
    return try attempt(path) { () throws(SQLiteFault) in
      let database = try Database(path: path)
      // Nothing of it counts before it is whole.
      try database.execute(
        """
        PRAGMA page_size = \(PageWalk.pageBytes); PRAGMA auto_vacuum = INCREMENTAL;
        PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF
        """)
      try Schema.apply(to: database)
      return database
    }
  }

  private func attempt<Result>(
    _ path: String, _ body: () throws(SQLiteFault) -> Result
  ) throws(OpeningFault) -> Result {
    do throws(SQLiteFault) { return try body() } catch { throw OpeningFault(path, error) }
  }

  // MARK: What it is read from

  /// The database as it is, where its table of contents can be read. Else a copy whose first page, which holds that,
  /// is that of a new one: tables begin at the same pages in all of them. Where only the log is left, a new one with
  /// that log, which holds every page that has changed since it was begun.
  private func readable(in directory: borrowing StateDirectory) throws(OpeningFault) -> Database? {
    // SQLite removes a log whose database is empty.
    if try directory.size(of: StateDirectory.database) > 0, let database = try opened(directory.databasePath)
    {
      return database
    }
    try directory.copy(StateDirectory.draft, to: StateDirectory.replica)
    try directory.copy(StateDirectory.database, to: StateDirectory.replica, from: PageWalk.pageBytes)
    try directory.copy(StateDirectory.log, to: "\(StateDirectory.replica)-wal")
    try forgetSize(of: StateDirectory.replica, in: directory)
    return try opened(directory.path(of: StateDirectory.replica))
  }

  /// A copy with the log in it, to be read page by page; to be closed by the caller.
  private func pages(in directory: borrowing StateDirectory) throws(OpeningFault) -> Int32 {
    if !directory.has(StateDirectory.replica) {
      try directory.copy(StateDirectory.database, to: StateDirectory.replica)
      try directory.copy(StateDirectory.log, to: "\(StateDirectory.replica)-wal")
    }
    let path = directory.path(of: StateDirectory.replica)
    do throws(SQLiteFault) {
      let database = try Database(path: path)
      defer { database.closeKeepingLog() }
      _ = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      // Then the pages are as they were before what is in the log.
      guard error.suggestsDamage else { throw OpeningFault(path, error) }
    }
    return try directory.openFile(StateDirectory.replica)
  }

  /// Has SQLite take the size of the file for that of the database, and not what the first page says
  /// (https://www.sqlite.org/fileformat.html §1.3.7).
  private func forgetSize(of name: String, in directory: borrowing StateDirectory) throws(OpeningFault) {
    let file = try directory.openFile(name)
    defer { close(file) }
    guard pwrite(file, [0, 0, 0, 0], 4, 28) == 4 else { throw OpeningFault(directory.path(of: name), errno) }
  }

  private func opened(_ path: String) throws(OpeningFault) -> Database? {
    do throws(SQLiteFault) {
      let database = try Database(path: path, isReadOnly: true)
      // With a writable schema SQLite also reads a file that is shorter than it says of itself.
      try database.execute(
        "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
      if try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0 { return database }
      database.closeKeepingLog()
      return nil
    } catch {
      guard error.suggestsDamage else { throw OpeningFault(path, error) }
      return nil
    }
  }
}
