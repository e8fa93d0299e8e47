import Glibc

/// Reads a whole database, on a connection of its own and whatever thread, to find out whether it is damaged.
///
/// Damage is what two complete readings find, one after the other, the second from the disk itself, while no read of
/// this process fails: one reading may have met a disk that failed for a moment, or what a cache had wrong.
struct Inspection {
  enum Verdict: Equatable {
    case sound
    /// A predicate that says what was found.
    case damaged(String)
    /// The disk failed, or the file was not to be had: nobody knows.
    case unreadable(SQLiteFault)
    /// It was given up before its end.
    case interrupted
  }

  let path: String
  /// Has the system forget what it holds of the file in memory.
  let dropCaches: () -> Void
  /// Asked again and again, whether to go on.
  let goesOn: () -> Bool

  func verdict() -> Verdict {
    let first = reading()
    guard case .damaged = first else { return first }
    dropCaches()
    return reading()
  }

  private func reading() -> Verdict {
    let failed = DiskFiles.failedReads
    let found: Verdict
    do throws(SQLiteFault) { found = try read() } catch {
      if error.isInterruption { return .interrupted }
      found = error.suggestsDamage ? .damaged("is damaged (\(error.reason))") : .unreadable(error)
    }
    guard DiskFiles.failedReads == failed else { return .unreadable(.failedRead) }
    return found
  }

  private func read() throws(SQLiteFault) -> Verdict {
    // To write to a file that may be damaged would be to make it worse.
    let database = try Database(path: path, isReadOnly: true)
    defer { database.closeKeepingLog() }
    let finding = try Soundness(database: database, goesOn: goesOn).finding()
    return finding.map(Verdict.damaged) ?? .sound
  }

  /// Milliseconds of uptime.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
