import Glibc
import NotificationModel

/// What a file in a database's place turned out to be.
enum Candidate {
  /// `isDoubtful`: the last process did not end in order, and there was no time to read it all through.
  case sound(Connection, isDoubtful: Bool)
  /// Its log is damaged where it begins; to be set aside without the database.
  case unreadableLog
  /// Written by a build before the first release; to be set aside.
  case older(version: Int)
  /// Written by a newer release.
  case newer(version: Int)
  /// To be set aside; a predicate that says why.
  case damaged(String)
}

/// How a file is looked at before it is used. Nothing is written to it before it is known to be ours and sound.
struct Examination {
  /// How long a file is read through before the start that nobody has a reason to doubt but the last process's end;
  /// for longer, nobody waits.
  private static let patienceMilliseconds: Int64 = 50
  private static let foreign = "is damaged where it begins, or no database of this program"

  let durability: Durability
  let lastEnd: DirectoryLock.End
  /// Called now and then, to say that it goes on.
  let progress: () -> Void

  func candidate(
    _ files: borrowing DatabaseFiles, in directory: borrowing StateDirectory
  ) throws(OpeningFault) -> Candidate {
    let logSize = try directory.size(of: StateDirectory.log)
    switch try header(files) {
    case .ours(let version) where version > Schema.newest: return .newer(version: version)
    case .foreign: return .damaged(Self.foreign)
    // A log is begun only once there is a first page.
    case .empty where logSize > 0: return .damaged("is empty, and its log is not")
    case .ours, .unmarked, .empty: break
    }
    if logSize > 0 {
      let log = try directory.openFile(StateDirectory.log)
      defer { close(log) }
      guard try isWhole(log, files) else { return .unreadableLog }
    }
    do throws(SQLiteFault) {
      let connection = try Connection(path: files.path, durability: durability)
      do throws(SQLiteFault) {
        let candidate = try examine(connection, files)
        if case .sound = candidate { return candidate }
        connection.database.closeKeepingLog()
        return candidate
      } catch {
        connection.database.closeKeepingLog()
        throw error
      }
    } catch {
      guard error.suggestsDamage else { throw OpeningFault(files.path, error) }
      if case .damaged(let what) = verdict(files, patience: nil) { return .damaged(what) }
      throw .unreadable("\(files.path): \(error.reason)")
    }
  }

  // What was read once may be what a cache has wrong.

  private func header(_ files: borrowing DatabaseFiles) throws(OpeningFault) -> FileHeader {
    let header = try FileHeader(files.descriptor)
    guard header == .foreign else { return header }
    DatabaseFiles.dropCaches(files.descriptor, files.path)
    return try FileHeader(files.descriptor)
  }

  private func isWhole(_ log: Int32, _ files: borrowing DatabaseFiles) throws(OpeningFault) -> Bool {
    if try LogHeader.isWhole(log) { return true }
    DatabaseFiles.dropCaches(files.descriptor, files.path)
    return try LogHeader.isWhole(log)
  }

  private func examine(_ connection: Connection, _ files: borrowing DatabaseFiles) throws(SQLiteFault)
    -> Candidate
  {
    let database = connection.database
    guard try database.integer("SELECT count(*) FROM sqlite_schema") != 0 else {
      try Schema.apply(to: database)
      // From now on the header says whose the file is, whatever becomes of the log.
      try connection.emptyLog()
      return .sound(connection, isDoubtful: false)
    }
    // The log may know better than the header.
    guard try database.integer("PRAGMA application_id") == Int64(Schema.applicationID) else {
      return .damaged(Self.foreign)
    }
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    guard version >= 0 else { return .damaged("has a negative version") }
    guard version <= Schema.newest else { return .newer(version: version) }
    guard version == 0 || version >= Schema.first else { return .older(version: version) }
    do throws(SQLiteFault) { try Schema.apply(to: database) } catch {
      // Its tables are not those of the version that it says it has.
      guard error.isMistake else { throw error }
      return .damaged("does not have the version that it says it has")
    }
    guard lastEnd != .orderly else { return .sound(connection, isDoubtful: false) }
    switch verdict(files, patience: lastEnd == .unknown ? Self.patienceMilliseconds : nil) {
    case .sound: return .sound(connection, isDoubtful: false)
    case .interrupted: return .sound(connection, isDoubtful: true)
    case .damaged(let what): return .damaged(what)
    // That part of the disk may be for nobody to read; whoever needs it is told.
    case .unreadable where lastEnd == .unknown: return .sound(connection, isDoubtful: true)
    case .unreadable(let fault): throw fault
    }
  }

  private func verdict(_ files: borrowing DatabaseFiles, patience: Int64?) -> Inspection.Verdict {
    let (path, descriptor) = (files.path, files.descriptor)
    let deadline = patience.map { Inspection.now() + $0 }
    let inspection = Inspection(
      path: path, dropCaches: { DatabaseFiles.dropCaches(descriptor, path) },
      goesOn: {
        progress()
        return deadline.map { Inspection.now() < $0 } ?? true
      })
    return inspection.verdict()
  }
}
