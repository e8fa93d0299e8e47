import CSQLite
import Glibc

/// Reads a database through for damage that opening it does not show.
///
/// It ends after a second, undecided and hence without a finding: a large history must not keep the daemon
/// from its start, and damage that it missed is met by whoever reads that page.
enum Inspection {
  private static let longestNanoseconds: Int64 = 1_000_000_000
  /// How many instructions of SQLite's machine pass between two looks at the clock: well below a millisecond.
  private static let instructions: Int32 = 10_000

  static func passes(_ database: Database) throws(SQLiteFault) -> Bool {
    let deadline = Deadline(now() &+ longestNanoseconds)
    return try withExtendedLifetime(deadline) { () throws(SQLiteFault) in
      let address = Unmanaged.passUnretained(deadline).toOpaque()
      sqlite3_progress_handler(database.handle, instructions, { Deadline.hasPassed($0) }, address)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      do throws(SQLiteFault) {
        var cursor = try database.cursor(once: "PRAGMA quick_check(1)")
        return try cursor.next() && cursor.text() == "ok"
      } catch {
        guard error.code & 0xFF == SQLITE_INTERRUPT else { throw error }
        return true
      }
    }
  }

  private final class Deadline {
    private let nanoseconds: Int64
    init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    static func hasPassed(_ address: UnsafeMutableRawPointer?) -> Int32 {
      guard let address else { return 1 }
      let deadline = Unmanaged<Deadline>.fromOpaque(address).takeUnretainedValue()
      return Inspection.now() > deadline.nanoseconds ? 1 : 0
    }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
