public import Delivery
public import NotificationModel

/// What Delivery needs remembered, in one SQLite file.
///
/// Used on one thread, the engine's; SQLite is opened without locks of its own, and the type is not Sendable.
///
/// The first *write* of a turn opens a transaction (`BEGIN IMMEDIATE`), and everything up to `commit` belongs
/// to it. Reads join an open transaction and otherwise stand alone: a question asked between two turns leaves
/// nothing open that would keep the log from being copied back.
///
/// A transaction in which anything failed is void: SQLite may have undone part of it or all. Every call then
/// throws what happened, until `rollback`, or a `commit` that throws it as well.
public final class SQLiteStore: RecordStore {
  private enum Turn {
    case none
    case open
    case void(StorageFault)
    case closed
  }

  private var turn = Turn.none
  private var connection: Connection
  private var lock: DirectoryLock?
  private var durability: Durability
  /// After an I/O error; no transaction begins before the connection was replaced.
  private var isBroken = false
  /// Whether the file was found damaged, and the next start is to begin a new one.
  private var isDamaged = false
  let sql = Statements()

  init(connection: Connection, lock: consuming DirectoryLock, durability: Durability) {
    self.connection = connection
    self.lock = consume lock
    self.durability = durability
  }

  deinit { close() }

  // MARK: Turns

  public func commit() throws(StorageFault) {
    switch turn {
    case .none: return
    case .closed: throw Self.closed
    case .void(let fault):
      rollback()
      throw fault
    case .open:
      do {
        try connection.database.run(sql.commit)
        turn = .none
      } catch {
        note(error)
        rollback()
        throw error.storageFault
      }
    }
  }

  public func rollback() {
    if case .closed = turn { return }
    turn = .none
    guard connection.database.isInTransaction else { return }
    do { try connection.database.run(sql.rollback) } catch { isBroken = true }
  }

  func read<R>(_ body: (Database) throws(SQLiteFault) -> R) throws(StorageFault) -> R {
    switch turn {
    case .void(let fault): throw fault
    case .closed: throw Self.closed
    case .none, .open: break
    }
    do { return try body(connection.database) } catch { throw failed(error) }
  }

  func write<R>(_ body: (Database) throws(SQLiteFault) -> R) throws(StorageFault) -> R {
    try begin()
    return try read(body)
  }

  public func begin() throws(StorageFault) {
    guard case .none = turn else { return }
    do { try open() } catch {
      note(error)
      throw error.storageFault
    }
  }

  public var isWriting: Bool { if case .none = turn { false } else { true } }

  private func open() throws(SQLiteFault) {
    if isBroken {
      connection = try connection.replaced(durability)
      isBroken = false
    }
    try connection.use(durability)
    try connection.database.run(sql.begin)
    turn = .open
  }

  private func failed(_ error: SQLiteFault) -> StorageFault {
    note(error)
    if case .open = turn {
      rollback()
      turn = .void(error.storageFault)
    }
    return error.storageFault
  }

  private func note(_ error: SQLiteFault) {
    if error.breaksConnection { isBroken = true }
    if error.meansDamage { isDamaged = true }
  }

  // MARK: The file

  /// Whether a commit waits for the disk; holds from the next transaction on.
  public func setDurability(_ durability: Durability) { self.durability = durability }

  /// Takes what was erased out of the log too, where older versions of a page live on. Erased bytes of the
  /// database itself are overwritten at once. For quiet moments: it waits for the disk. Does nothing within
  /// a transaction.
  public func eraseTraces() throws(StorageFault) {
    guard case .none = turn else { return }
    do { try connection.emptyLog() } catch {
      note(error)
      throw error.storageFault
    }
  }

  /// Undoes what is not committed, copies the log into the database and lets go of the directory.
  public func close() {
    if case .closed = turn { return }
    rollback()
    turn = .closed
    connection.database.close()
    lock.take()?.release(isDamaged ? .damaged : isBroken ? .unknown : .orderly)
  }

  private static let closed = StorageFault("the store is closed")
}
