import CSQLite
import EventLoop
import Glibc
import Locks
import Retry

/// Checks a database: SQLite finds its form right, this program can have written each row, and the tables that count
/// rows count them right.
struct IntegrityCheck {
  enum Verdict: Equatable {
    case sound
    /// A predicate that names the damage.
    case damaged(String)
    /// The disk failed, or the file could not be opened: the result is unknown.
    case unreadable(SQLiteFault)
    /// It was given up before its end.
    case interrupted
  }

  /// How many instructions of SQLite's machine pass between two looks at whether to go on: well below a millisecond.
  private static let instructions: Int32 = 10_000

  /// Asked again and again, whether to go on.
  private let goesOn: () -> Bool

  init(goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

  /// Reads the whole file on a connection of its own, on any thread. A finding does not count as damage if a read of
  /// this process failed meanwhile: the disk may have failed for a moment.
  func verdict(on path: String) -> Verdict {
    let failed = DiskFiles.failedReads
    let verdict: Verdict
    do throws(SQLiteFault) {
      // To write to a file that may be damaged would be to make it worse.
      let database = try Database(path: path, isReadOnly: true)
      defer { database.closeKeepingLog() }
      verdict = try finding(in: database).map(Verdict.damaged) ?? .sound
    } catch {
      if error.isInterruption { return .interrupted }
      verdict = error.suggestsDamage ? .damaged("is damaged (\(error.reason))") : .unreadable(error)
    }
    guard DiskFiles.failedReads == failed else { return .unreadable(.failedRead) }
    return verdict
  }

  /// A predicate that names the damage; `nil` for a sound database. Throws SQLite's error where it cannot read on, and
  /// `SQLiteFault.damagedRow`.
  func finding(in database: Database) throws(SQLiteFault) -> String? {
    let patience = Patience(goesOn)
    return try withExtendedLifetime(patience) { () throws(SQLiteFault) in
      let address = Unmanaged.passUnretained(patience).toOpaque()
      sqlite3_progress_handler(database.handle, Self.instructions, { Patience.hasEnded($0) }, address)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      return try read(database)
    }
  }

  private func read(_ database: Database) throws(SQLiteFault) -> String? {
    var cursor = try database.cursor(once: "PRAGMA integrity_check(1)")
    guard try cursor.next(), cursor.text() == "ok" else { return "is damaged" }
    for table in TableReading.all + TableReading.derived {
      var rows = try database.cursor(once: table.select)
      while try rows.next() { try table.decode(&rows) }
    }
    for counts in Self.wrongCounts {
      if try database.integer("SELECT EXISTS (\(counts))") != 0 { return "is damaged (it counts wrong)" }
    }
    return nil
  }

  /// Queries that each find a wrong count. The named indexes cover the queries.
  private static let wrongCounts = [
    """
    SELECT 1 FROM tallies WHERE
      stored <> (SELECT count(*) FROM notifications INDEXED BY by_app WHERE app = tallies.app)
      OR unread <> (SELECT count(*) FROM notifications INDEXED BY unread_by_thread
        WHERE unread = 1 AND app = tallies.app)
    """,
    "SELECT 1 WHERE (SELECT count(*) FROM notifications) <> (SELECT total(stored) FROM tallies)",
    """
    SELECT 1 FROM streams WHERE kept <> (SELECT count(*) FROM events WHERE app = streams.app)
      OR last < (SELECT max(sequence) FROM events WHERE app = streams.app)
    """,
    "SELECT 1 WHERE (SELECT count(*) FROM events) <> (SELECT total(kept) FROM streams)",
  ]

  private final class Patience {
    private let goesOn: () -> Bool
    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

    static func hasEnded(_ address: UnsafeMutableRawPointer?) -> Int32 {
      guard let address else { return 1 }
      return Unmanaged<Patience>.fromOpaque(address).takeUnretainedValue().goesOn() ? 0 : 1
    }
  }
}

/// Checks a database on a thread of its own while everything goes on. Nothing waits for a check: one that is cancelled
/// ends when it next looks, and a finding by then still holds.
///
/// Invariant: at most one thread checks; each check without a finding has the next one wait twice as long, since a peer
/// may give a reason with every call.
final class BackgroundCheck: Sendable {
  private struct State {
    var isRunning = false
    var cancelled = 0
    /// The number of checks that were requested so far.
    var asked = 0
    /// The value of `asked` after the last request that was made because of a doubt.
    var doubted = 0
    /// The value of `asked` when the last check that found no damage began.
    var answered = 0
    var damage: String?
    /// Uptime before which no check begins.
    var next: Int64 = 0
    var pauses = Backoff(most: 64_000)
  }

  /// Told on that thread once damage was found.
  private let report: @Sendable () -> Void
  private let state = Mutex(State())

  init(report: @escaping @Sendable () -> Void) { self.report = report }

  /// A predicate that names the damage; `nil` while no damage is known.
  var damage: String? { state.withLock { $0.damage } }
  /// Whether there is a doubt that no check has dispelled.
  var isDoubted: Bool { state.withLock { $0.damage != nil || $0.doubted > $0.answered } }
  /// Whether a requested check has not ended without a finding yet.
  var isOpen: Bool { state.withLock { $0.asked > $0.answered } }

  func start(on file: DatabaseFile, doubting: Bool) {
    let began = state.withLock { state -> (cancelled: Int, next: Int64)? in
      state.asked &+= 1
      if doubting { state.doubted = state.asked }
      guard !state.isRunning, state.damage == nil else { return nil }
      state.isRunning = true
      return (state.cancelled, state.next)
    }
    guard let began else { return }
    if !DetachedThread.start({ self.check(file, after: began.next, unless: began.cancelled) }) {
      state.withLock { $0.isRunning = false }
    }
  }

  func cancel() { state.withLock { $0.cancelled &+= 1 } }

  private func check(_ file: DatabaseFile, after next: Int64, unless cancelled: Int) {
    let goesOn = { self.state.withLock { $0.cancelled } == cancelled }
    while goesOn(), EventLoop.now().uptime < next { usleep(10_000) }
    let asked = state.withLock { $0.asked }
    let verdict = goesOn() ? IntegrityCheck(goesOn: goesOn).verdict(on: file.path) : .interrupted
    let isDamaged = state.withLock { state in
      state.isRunning = false
      if verdict != .interrupted { state.next = EventLoop.now().uptime + state.pauses.next() }
      if verdict == .sound { state.answered = asked }
      guard case .damaged(let what) = verdict else { return false }
      state.damage = what
      return true
    }
    if isDamaged { report() }
  }
}
