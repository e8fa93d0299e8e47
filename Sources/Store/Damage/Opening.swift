package import NotificationModel

/// An open store, and a notice about its opening.
package struct Opened {
  package let store: SQLiteStore
  /// A sentence for the log: a database was set aside, and so many rows were carried over.
  package let notice: String?
}

extension SQLiteStore {
  /// The store's files in its directory, which no other program may touch while it is open.
  package static let fileNames: Set<String> = [
    StateDirectory.database, StateDirectory.log, StateDirectory.index, StateDirectory.lock,
  ]

  /// The file that another program has written to when a writer closes it. SQLite closes the log and its index even after
  /// reading, and the store itself closes the log after it has made room in it.
  package static let contentName = StateDirectory.database

  /// Opens `bellhop.db` in a directory of the person's own, which is created if it is missing. A damaged database, or
  /// one of another program or an earlier version, is set aside, and a new one begun with its readable rows; one from
  /// before `Schema.first` is set aside as it is. A newer one is not touched, and neither is one that the disk does not
  /// let be read.
  ///
  /// `progress` is called now and then while a file is read through; `report` later, on any thread, when something is
  /// to be looked at (`SQLiteStore.verify`).
  package static func open(
    directory path: String, durability: Durability, now: Timestamp, progress: @escaping () -> Void = {},
    report: @escaping @Sendable () -> Void = {}
  ) throws(OpeningFault) -> Opened {
    let lock = try DirectoryLock(StateDirectory(path: path))
    try lock.directory.requireFiles()
    let replacement = Replacement(progress: progress)
    var lastEnd = lock.lastEnd
    var notices = [try replacement.resume(in: lock.directory)].compactMap { $0 }
    var isReplaced = false
    while true {
      let wasThere = try lock.directory.has(StateDirectory.database)
      if !wasThere { lock.noteFirst() }
      let file = try DatabaseFile(in: lock.directory)
      lock.directory.prepareDatabase()
      let examination = Examination(durability: durability, lastEnd: lastEnd, progress: progress)
      switch try examination.outcome(file, in: lock.directory) {
      case .sound(let connection, let isNew):
        lock.trust()
        if isNew, wasThere, lock.hadDatabase {
          notices.append(
            "\(file.path) was empty, although there had been a database; a new one was begun, "
              + "and everything in the old one is lost")
        }
        let store = SQLiteStore(connection, file, lock, durability, report: report)
        // The last process did not end in order: all of the file is looked at, while it is used.
        if lastEnd == .unknown, !isNew { store.startCheck(doubting: false) }
        return Opened(store: store, notice: notices.isEmpty ? nil : notices.joined(separator: "; "))
      case .older(let version):
        let name = try lock.directory.nameAside(.earlierVersion, now)
        try lock.directory.moveAside(to: name)
        notices.append(
          "\(file.path) is of version \(version), which development builds before the first release wrote; "
            + "it was moved to \(name), and a new one begun")
        lastEnd = .orderly
      case .newer(let version):
        throw .tooNew(found: version, supported: Schema.version, path: file.path)
      case .damaged(let reason):
        guard !isReplaced else { throw .unusable("\(file.path) \(reason)") }
        notices.append(try replacement.replace(in: lock.directory, because: reason, now))
        lastEnd = .orderly
        isReplaced = true
      }
    }
  }
}

/// The result of examining the file at the database's path.
private enum OpenOutcome {
  case sound(StoreConnection, isNew: Bool)
  /// Written by a build before the first release; to be set aside.
  case older(version: Int)
  /// Written by a newer release.
  case newer(version: Int)
  /// To be set aside; a predicate that says why.
  case damaged(String)
}

/// How a file is looked at before it is used. A database that is known to be of another program, or damaged, is not
/// written to.
private struct Examination {
  private static let foreign = "is damaged where it begins, or no database of this program"
  private static let wrongVersion = "has a wrong version"

  let durability: Durability
  let lastEnd: DirectoryLock.End
  /// Called now and then, to say that it goes on.
  let progress: () -> Void

  func outcome(
    _ file: DatabaseFile, in directory: borrowing StateDirectory
  ) throws(OpeningFault) -> OpenOutcome {
    let hasJournal = try directory.size(of: StateDirectory.journal) > 0
    // A log is begun only once there is a first page.
    let hasLog = try directory.size(of: StateDirectory.log) > 0
    switch try file.header() {
    case .ours(let version) where version > Schema.version:
      return try hasKnownTables(file, in: directory)
        ? .damaged(Self.wrongVersion) : .newer(version: version)
    // The first page of a new file may be half written: with its journal SQLite makes it empty again.
    case .torn where hasJournal && !hasLog: break
    case .torn, .foreign: return .damaged(Self.foreign)
    case .empty where hasLog: return .damaged("is empty, and its log is not")
    case .ours, .unmarked, .empty: break
    }
    do throws(SQLiteFault) {
      let connection = try StoreConnection(path: file.path, durability: durability)
      var isSound = false
      defer { if !isSound { connection.database.closeKeepingLog() } }
      let outcome = try examine(connection, file)
      if case .sound = outcome { isSound = true }
      return outcome
    } catch {
      guard error.suggestsDamage else { throw OpeningFault(file.path, error) }
      if case .damaged(let what) = verdict(on: file) { return .damaged(what) }
      throw .unreadable("\(file.path): \(error.reason)")
    }
  }

  private func examine(_ connection: StoreConnection, _ file: DatabaseFile) throws(SQLiteFault) -> OpenOutcome
  {
    let database = connection.database
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    let application = try database.integer("PRAGMA application_id")
    guard try database.integer("SELECT count(*) FROM sqlite_schema") != 0 else {
      // The transaction that makes the tables also writes both numbers.
      guard version == 0, application == 0 else { return .damaged("has no tables") }
      try Schema.create(in: database)
      // The header alone identifies the file from now on, even without its log.
      try connection.emptyLog()
      return .sound(connection, isNew: true)
    }
    // The log may know better than the header.
    guard application == Int64(Schema.applicationID) else { return .damaged(Self.foreign) }
    guard version > 0 else { return .damaged("has no version") }
    guard version == Schema.version else {
      if try Schema.isPresent(in: database) { return .damaged(Self.wrongVersion) }
      if version > Schema.version {
        return try Schema.isEarlier(in: database) ? .damaged(Self.wrongVersion) : .newer(version: version)
      }
      // The file alone then has all rows, and is moved aside wholly or not at all.
      try connection.emptyLog()
      return version < Schema.first
        ? .older(version: version) : .damaged("is of version \(version), and this is \(Schema.version)")
    }
    guard lastEnd == .suspect else { return .sound(connection, isNew: false) }
    switch verdict(on: file) {
    case .sound, .interrupted: return .sound(connection, isNew: false)
    case .damaged(let what): return .damaged(what)
    case .unreadable(let fault): throw fault
    }
  }

  /// Whether the tables of a file are those of this release, or of an earlier one that is carried over, as far as they
  /// can be read. The file and its log are not touched.
  private func hasKnownTables(
    _ file: DatabaseFile, in directory: borrowing StateDirectory
  ) throws(OpeningFault) -> Bool {
    let hasIndex = try directory.has(StateDirectory.index)
    let areKnown: Bool
    do throws(SQLiteFault) {
      let database = try Database(path: file.path, isReadOnly: true)
      defer { database.closeKeepingLog() }
      let isEarlier = try Schema.isEarlier(in: database)
      areKnown = if isEarlier { true } else { try Schema.isPresent(in: database) }
    } catch {
      guard error.suggestsDamage else { throw OpeningFault(file.path, error) }
      areKnown = false
    }
    // A program that has the file open needs the index that was there.
    if !hasIndex { try directory.removeEmptyLog(of: StateDirectory.database) }
    return areKnown
  }

  private func verdict(on file: DatabaseFile) -> IntegrityCheck.Verdict {
    IntegrityCheck {
      progress()
      return true
    }.verdict(on: file)
  }
}
