import EventLoop
import Glibc
import Locks

/// A copy of a database without the bytes of old rows, made on a thread of its own: a large database is not written
/// anew while callers wait. It takes the database's place if nothing has changed since it was begun.
final class RebuiltCopy: Sendable {
  /// Tells one state of the rows from another: by the connection, and its changes and those of other programs.
  struct Version: Equatable {
    let generation: Int
    let changes: Int64
    let others: Int64?
  }

  private enum Stage {
    case none, underWay
    case whole(Version)
  }

  private struct State {
    var stage = Stage.none
    var cancelled = 0
  }

  /// Told on that thread once a copy is whole.
  private let report: @Sendable () -> Void
  private let state = Mutex(State())

  init(report: @escaping @Sendable () -> Void) { self.report = report }

  var isIdle: Bool { state.withLock { if case .none = $0.stage { true } else { false } } }

  /// Begins a copy of these rows in an empty file; does nothing while there is one.
  func begin(of source: String, in path: String, _ version: Version) {
    let began = state.withLock { state -> Int? in
      guard case .none = state.stage else { return nil }
      state.stage = .underWay
      return state.cancelled
    }
    guard let began else { return }
    let isStarted = DetachedThread.start {
      let goesOn = { self.state.withLock { $0.cancelled } == began }
      let isWhole = (try? Self.copy(source, to: path, while: goesOn)) != nil && goesOn()
      if !isWhole { unlink(path) }
      self.state.withLock { $0.stage = isWhole ? .whole(version) : .none }
      if isWhole { self.report() }
    }
    if !isStarted { state.withLock { $0.stage = .none } }
  }

  /// The rows of a whole copy. It is used now or never: another one may be begun.
  func pop() -> Version? {
    state.withLock { state in
      guard case .whole(let version) = state.stage else { return nil }
      state.stage = .none
      return version
    }
  }

  func cancel() { state.withLock { $0.cancelled &+= 1 } }

  private static func copy(
    _ source: String, to path: String, while goesOn: @escaping () -> Bool
  ) throws(SQLiteFault) {
    let database = try Database(path: source, isReadOnly: true)
    defer { database.closeKeepingLog() }
    try database.interruptible(while: goesOn) { () throws(SQLiteFault) in
      var cursor = try database.cursor(once: "VACUUM INTO ?")
      cursor.bind(path)
      try cursor.run()
    }
    // A file with a log needs no journal for the way it is written when it is opened.
    let copy = try Database(path: path)
    defer { copy.close() }
    try copy.execute("PRAGMA journal_mode = WAL")
    // The move into the database's place has little left to wait for.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if file >= 0 { fsync(file) }
    close(file)
  }
}
