import Delivery
import NotificationModel

// A file that loses its name while it is open lives on in open descriptors, and dies with the process. What was removed
// is written back; where something else stands, that is left alone; what was moved away may come back.

extension SQLiteStore {
  private static let pauseMilliseconds: Int64 = 1_000

  /// Throws unless what was committed is found by the next start.
  func stayInPlace() throws(StorageFault) {
    do throws(OpeningFault) { try openFiles() } catch { throw StorageFault(error.reason, cause: .displaced) }
    try stayInPlace(files?.look())
  }

  /// `standing`: as it was found a moment ago.
  func stayInPlace(_ standing: DatabaseFiles.Standing?) throws(StorageFault) {
    switch standing {
    case nil, .inPlace: return
    case .elsewhere:
      throw StorageFault(
        "\(path) was moved away, and nothing stands in its place: put it back, or start again without it",
        cause: .displaced)
    case .replaced:
      let reason = "something else stands in the place of \(path)"
      try rescue("\(reason), and what was stored here cannot be written beside it") {
        () throws(OpeningFault) in try leave()
      }
      throw StorageFault(reason, cause: .replaced)
    case .nameless:
      try rescue("\(path) was removed, and cannot be written back") { () throws(OpeningFault) in
        try writeBack()
      }
      report(.saved("\(path) was removed while it was in use; it was written back with all that it held"))
    }
  }

  /// Where that fails it is tried again, but not with every call: it takes as long as there is much to write.
  private func rescue(_ otherwise: String, _ body: () throws(OpeningFault) -> Void) throws(StorageFault) {
    let now = Inspection.now()
    if let failure, now < failure.until { throw failure.fault }
    do throws(OpeningFault) {
      try body()
      failure = nil
    } catch {
      let fault = StorageFault("\(otherwise): \(error.reason)", cause: .displaced)
      failure = (fault, now + Self.pauseMilliseconds)
      throw fault
    }
  }

  /// Something else stands in the file's place, and keeps it. What this one holds is written beside it, unless all of
  /// it lies together in a directory that was moved as it was.
  private func leave() throws(OpeningFault) {
    guard !hasLeft, let database = connection?.database, let directory = lock?.directory.path else { return }
    if lock?.holdsWhole(files) != true {
      let name = try StateDirectory(path: directory).writeAside(database)
      report(.saved("what was stored before is in \(name), beside \(path)"))
    }
    files?.removeLog()
    hasLeft = true
  }

  /// Gives what lost its name a name again, and goes on with that.
  private func writeBack() throws(OpeningFault) {
    suspicion.giveUp()
    defer { suspicion.resume() }
    do throws(SQLiteFault) {
      let connection = try connected()
      // Where only the log is gone, everything goes into the database.
      if files?.hasDatabase == true { try connection.emptyLog() }
    } catch {
      throw OpeningFault(path, error)
    }
    if files?.hasDatabase == false, let database = connection?.database {
      try lock?.regain()
      try lock?.directory.writeBack(database)
    }
    // By its name it would take away the log of the one that has it now.
    connection?.database.closeKeepingLog()
    connection = nil
    lock?.directory.removeLog()
    generation &+= 1
    files = nil
    try openFiles()
  }

  /// After they were written back; again, where that failed.
  private func openFiles() throws(OpeningFault) {
    guard files?.path == nil, let fresh = try lock?.databaseFiles() else { return }
    let wasDoubted = suspicion.isStanding
    suspicion = Suspicion(of: fresh, report: report)
    files = consume fresh
    if wasDoubted { doubt() }
    do throws(SQLiteFault) { _ = try connected() } catch { throw OpeningFault(path, error) }
  }
}
