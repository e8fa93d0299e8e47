import Glibc
import NotificationModel

/// Replaces a damaged database with a new one that has its readable rows.
///
/// Invariant: the draft of the new one is there before the damaged one is moved aside, and takes its name once it is
/// whole. A start that finds a draft and no database goes on where a process died; where there is a database, the draft
/// is worth nothing.
struct Replacement {
  /// Called now and then, to say that it goes on.
  let progress: () -> Void

  /// Finishes a replacement during which a process died; returns a sentence for the log.
  func resume(in directory: borrowing StateDirectory) throws(OpeningFault) -> String? {
    directory.remove(StateDirectory.replica)
    guard try directory.has(StateDirectory.draft) else { return nil }
    guard try !directory.has(StateDirectory.database), let name = try directory.lastDamaged() else {
      directory.remove(StateDirectory.draft)
      return nil
    }
    return try replace(in: directory, asideAs: name, because: "was damaged")
  }

  /// `reason`: a predicate that names the damage. Returns a sentence for the log.
  func replace(
    in directory: borrowing StateDirectory, because reason: String, _ now: Timestamp
  ) throws(OpeningFault) -> String {
    try directory.clear(StateDirectory.draft)
    return try replace(in: directory, asideAs: try directory.nameAside(.damaged, now), because: reason)
  }

  private func replace(
    in directory: borrowing StateDirectory, asideAs name: String, because reason: String
  ) throws(OpeningFault) -> String {
    try directory.moveAside(to: name)
    defer { directory.remove(StateDirectory.replica) }
    let yield = try salvage(name, in: directory)
    try directory.removeEmptyLog(of: name)
    try directory.rename(StateDirectory.draft, to: StateDirectory.database)
    let path = directory.path(of: StateDirectory.database)
    return "\(path) \(reason); it was moved to \(name), and a new one begun: \(yield.text)"
  }

  private func salvage(_ name: String, in directory: borrowing StateDirectory) throws(OpeningFault)
    -> SalvageYield
  {
    let target = try draft(in: directory)
    defer { target.close() }
    let goesOn = { () -> Bool in
      progress()
      return true
    }
    let file = try directory.has(name) ? DatabaseFile(in: directory, name) : nil
    let source = try readable(name, in: directory)
    defer { source?.closeKeepingLog() }
    return try attempt(directory.path(of: name)) { () throws(SQLiteFault) in
      var salvage = try Salvage(to: target, progress: progress)
      if let source { try salvage.carryOver(from: source) }
      let yield = try salvage.finish()
      // SQLite reports a read that failed as damage: what a disk that fails for a moment holds back is not lost.
      let isWhole = source != nil && yield.incomplete.isEmpty
      guard isWhole || file?.canBeRead(while: goesOn) != false else { throw .failedRead }
      return yield
    }
  }

  /// A new database without anything in it.
  private func draft(in directory: borrowing StateDirectory) throws(OpeningFault) -> Database {
    try directory.clear(StateDirectory.draft)
    let path = directory.path(of: StateDirectory.draft)
    return try attempt(path) { () throws(SQLiteFault) in
      let database = try Database(path: path)
      // Nothing of it counts before it is whole.
      try database.execute(
        "\(StoreConnection.form); PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON"
      )
      try Schema.create(in: database)
      return database
    }
  }

  private func attempt<Result>(
    _ path: String, _ body: () throws(SQLiteFault) -> Result
  ) throws(OpeningFault) -> Result {
    do throws(SQLiteFault) { return try body() } catch { throw OpeningFault(path, error) }
  }

  // MARK: The source

  /// Opens the database as it is, if its table of contents can be read. Otherwise opens a copy with the table of
  /// contents of a new database, because every table begins at the same page in every database.
  private func readable(_ name: String, in directory: borrowing StateDirectory) throws(OpeningFault)
    -> Database?
  {
    // SQLite removes a log whose database is empty, and takes one byte for none (unixFileSize in os_unix.c). To read
    // a file with a journal, it would have to roll that back first (SQLITE_READONLY_ROLLBACK).
    let hasJournal = try directory.size(of: "\(name)-journal") > 0
    if !hasJournal, try directory.size(of: name) > 1, let database = try opened(directory.path(of: name)) {
      return database
    }
    try directory.copy(name, to: StateDirectory.replica)
    try directory.copy("\(name)-wal", to: "\(StateDirectory.replica)-wal")
    try copyContents(from: StateDirectory.draft, to: StateDirectory.replica, in: directory)
    return try opened(directory.path(of: StateDirectory.replica))
  }

  /// Copies pages of a new database into the other: those beyond the other's end, and those with content, which in a
  /// new database is the table of contents alone.
  private func copyContents(
    from name: String, to other: String, in directory: borrowing StateDirectory
  ) throws(OpeningFault) {
    let (new, replica) = (try directory.openFile(name), try directory.openFile(other))
    defer { for file in [new, replica] { close(file) } }
    let size = try directory.size(of: other)
    var page = [UInt8](repeating: 0, count: StoreConnection.pageBytes)
    var offset = 0
    while pread(new, &page, page.count, offset) == page.count {
      // How many cells a page has (https://www.sqlite.org/fileformat.html §1.6); the first begins with a header.
      let hasCells = offset == 0 || page[3] != 0 || page[4] != 0
      // A size of 0 is that of the file.
      if offset == 0 { for index in 28..<32 { page[index] = 0 } }
      if hasCells || offset >= size, pwrite(replica, page, page.count, offset) != page.count {
        throw OpeningFault(directory.path(of: other), errno)
      }
      offset += page.count
    }
  }

  /// `nil` where its tables cannot be told.
  private func opened(_ path: String) throws(OpeningFault) -> Database? {
    do throws(SQLiteFault) {
      let database = try Database(path: path, isReadOnly: true)
      do throws(SQLiteFault) {
        // SQLite also reads a file that is shorter than its header says, if the schema is writable.
        try database.execute(
          "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
        for table in try TableReading.all(in: database) { _ = try database.cursor(once: table.select) }
        return database
      } catch {
        database.closeKeepingLog()
        throw error
      }
    } catch {
      guard error.suggestsDamage else { throw OpeningFault(path, error) }
      return nil
    }
  }
}
