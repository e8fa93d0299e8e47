import CSQLite
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

  /// How many instructions of SQLite's machine pass between two looks at whether to go on: well below a millisecond.
  private static let instructions: Int32 = 10_000

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
    let patience = Patience(goesOn)
    return try withExtendedLifetime(patience) { () throws(SQLiteFault) in
      let address = Unmanaged.passUnretained(patience).toOpaque()
      sqlite3_progress_handler(database.handle, Self.instructions, { Patience.hasEnded($0) }, address)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      var cursor = try database.cursor(once: "PRAGMA integrity_check(1)")
      guard try cursor.next(), cursor.text() == "ok" else { return .damaged("is damaged") }
      for table in TableReading.all {
        var rows = try database.cursor(once: table.select)
        while try rows.next() { try table.decode(&rows) }
      }
      return .sound
    }
  }

  /// Milliseconds of uptime.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private final class Patience {
    private let goesOn: () -> Bool
    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

    static func hasEnded(_ address: UnsafeMutableRawPointer?) -> Int32 {
      guard let address else { return 1 }
      return Unmanaged<Patience>.fromOpaque(address).takeUnretainedValue().goesOn() ? 0 : 1
    }
  }
}
