package import NotificationModel
package import Records

/// The daemon's store, in one SQLite file.
///
/// Used on one thread, the engine's; SQLite is opened without locks of its own, and the type is not Sendable.
///
/// A transaction (`BEGIN IMMEDIATE`) is opened by `begin`, or by the first write after `commit` or `rollback`. Nothing is
/// durable before `commit` returns. Reads join an open transaction and see its writes; otherwise they stand alone, so that
/// a question asked between two transactions leaves nothing open that would keep the log from being copied back.
///
/// A transaction in which anything failed is void: SQLite may have undone part of it or all. Every call then
/// throws the same fault, until `rollback`, or a `commit` that throws it as well.
///
/// While the disk has no room for a transaction, it is kept in memory (`shortage`): SQLite's own transaction stays open
/// around ours, each of which is a savepoint of it, and is committed once there is room. A process that ends before that
/// has lost them; no row that was committed before is touched.
///
/// Committed rows have to be in the file that the next start opens: every transaction compares the names of the files
/// before it begins and before `commit` returns. A store whose files were moved or replaced ends (`leave`).
package final class SQLiteStore {
  private enum Transaction {
    case none
    case open
    case void(StorageFault)
    case closed
  }

  private var transaction = Transaction.none
  /// `nil` between the end of one and the beginning of the next, should that fail.
  private var connection: StoreConnection? { didSet { connection?.database.corrections = corrections } }
  /// Closed after the connection, and before the lock is let go.
  private var file: DatabaseFile?
  /// The path of the database in use.
  package let path: String
  private let names: FileNames
  private var lock: DirectoryLock?
  private var durability: Durability
  private var generation = 1
  /// After an I/O error; no transaction begins before the connection was replaced.
  private var isBroken = false
  /// Whether the files were moved or replaced.
  private var hasLeft = false
  /// Why transactions are kept in memory: the disk had no room when the open one began, or else the last one. Such a
  /// transaction is not durable when `commit` returns; it is stored with the first one that finds room at its beginning.
  package private(set) var shortage: StorageFault?
  /// The room for the log on a disk of the tests, in bytes.
  package var mostLogBytes = Int64.max
  /// Why a commit fails on a disk of the tests.
  package var commitFault: (() -> StorageFault?)?
  /// Whether transactions that were kept in memory are lost.
  private var hasLost = false
  /// By how many milliseconds the wall clock was set in all, forward less back: lapses are stored without that.
  package private(set) var corrections: Int64 = 0 {
    didSet { connection?.database.corrections = corrections }
  }
  /// As of the last commit.
  private var committedCorrections: Int64 = 0
  let check: BackgroundCheck
  let sql = Statements()
  private var cache = QueryCache()

  init(
    _ connection: StoreConnection, _ file: DatabaseFile, _ lock: consuming DirectoryLock,
    _ durability: Durability,
    report: @escaping @Sendable () -> Void
  ) {
    self.connection = connection
    self.file = file
    path = file.path
    names = FileNames(of: file.path, lock: lock.directory.path(of: StateDirectory.lock))
    self.lock = consume lock
    self.durability = durability
    check = BackgroundCheck(report: report)
  }

  deinit { close() }

  // MARK: Transactions

  /// `mayKeep`: also where the transaction has grown longer than the disk has room for; it is kept in memory then.
  package func commit(mayKeep: Bool = false) throws(StorageFault) {
    switch transaction {
    case .none: committedCorrections = corrections
    case .closed: throw Self.closed
    case .void(let fault):
      rollback()
      throw fault
    case .open:
      if let fault = commitFault?() {
        rollback()
        throw fault
      }
      do {
        let connection = try connected()
        try writeTallies(connection)
        if shortage != nil {
          try connection.database.run(sql.release)
        } else if mayKeep, !connection.reserveForTransaction(within: mostLogBytes) {
          try beginKeeping(connection)
        } else {
          try connection.database.run(sql.commit)
        }
        transaction = .none
        committedCorrections = corrections
      } catch {
        note(error)
        rollback()
        throw error.storageFault
      }
      // It may have been committed to a file that was taken away meanwhile.
      try requirePlace()
    }
  }

  package func rollback() {
    if case .closed = transaction { return }
    let isOpen = if case .open = transaction { true } else { false }
    transaction = .none
    cache = QueryCache()
    corrections = committedCorrections
    connection?.tallies.rollBack()
    guard let database = connection?.database else { return }
    do {
      // SQLite has rolled back by itself after some errors.
      if database.isInTransaction {
        if shortage == nil {
          try database.run(sql.rollback)
        } else if isOpen {
          try database.run(sql.rollbackToSavepoint)
          try database.run(sql.release)
        }
      }
    } catch {
      isBroken = true
      // A part of a savepoint that could not be undone belongs to nothing.
      hasLost = shortage != nil
    }
    noteLoss()
  }

  func read<R>(_ body: (Database) throws(SQLiteFault) -> R) throws(StorageFault) -> R {
    switch transaction {
    case .void(let fault): throw fault
    case .closed: throw Self.closed
    case .none, .open: break
    }
    do { return try body(connected().database) } catch { throw failed(error) }
  }

  func write<R>(_ body: (Database) throws(SQLiteFault) -> R) throws(StorageFault) -> R {
    try write(leaving: { $0 = QueryCache() }, body)
  }

  /// `leaving`: changes the cache to what still holds after the write.
  func write<R>(
    leaving change: (inout QueryCache) -> Void, _ body: (Database) throws(SQLiteFault) -> R
  ) throws(StorageFault) -> R {
    try begin()
    change(&cache)
    return try read(body)
  }

  /// An answer that holds until something is written that it goes by.
  func read<R>(
    _ known: WritableKeyPath<QueryCache, R?>, _ body: (Database) throws(SQLiteFault) -> R
  ) throws(StorageFault) -> R {
    if let answer = cache[keyPath: known] { return answer }
    let answer = try read(body)
    cache[keyPath: known] = answer
    return answer
  }

  func noteDecided(_ id: NotificationID, _ newest: Int) { cache.decided = (id, newest) }
  func lastDecided(_ id: NotificationID) -> Int? { cache.decided.flatMap { $0.id == id ? $0.newest : nil } }

  func noteNewest(_ record: NotificationRecord, _ id: NotificationID) {
    cache.newest = record
    cache.newest?.id = id
  }

  /// The newest record, if it is this one. `nil` in a transaction that failed, so that the store says why it cannot be
  /// read.
  func newest(_ id: NotificationID) -> NotificationRecord? {
    switch transaction {
    case .none, .open: cache.newest?.id == id ? cache.newest : nil
    case .void, .closed: nil
    }
  }

  /// Opens the transaction before its first write, so that reads before that cost no lock of their own.
  package func begin() throws(StorageFault) {
    guard case .none = transaction else { return }
    try verify()
    do { try open() } catch {
      note(error)
      rollback()
      throw error.storageFault
    }
  }

  /// Throws if the file is not in its place for the next start, or is known to be damaged. For use between
  /// transactions; each transaction verifies by itself.
  package func verify() throws(StorageFault) {
    if case .closed = transaction { throw Self.closed }
    try requirePlace()
    noteLoss()
    guard !hasLost else { throw Self.lost }
    if let damage = check.damage { throw StorageFault("\(path) \(damage)", cause: .damaged) }
  }

  private func requirePlace() throws(StorageFault) {
    guard hasLeft || !names.areInPlace else { return }
    leave()
    throw StorageFault("\(path) was removed, moved or replaced while it was in use", cause: .replaced)
  }

  /// Copies the log into the database before the store ends: a database that was moved may be put back, and is whole
  /// then without its log. Files without a name exist in open descriptors only, and vanish with the process.
  private func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    try? connection?.emptyLog(waits: false)
    names.removeLogOfAnother()
  }

  /// Whether a transaction is open, so that something may have changed since the last commit.
  package var isWriting: Bool { if case .none = transaction { false } else { true } }

  private func open() throws(SQLiteFault) {
    if shortage != nil { try storeKept() }
    if shortage == nil { try openOnDisk() }
    if shortage != nil { try connected().database.run(sql.savepoint) }
    transaction = .open
  }

  private func openOnDisk() throws(SQLiteFault) {
    if isBroken { try renew() }
    let connection = try connected()
    try connection.use(durability)
    try connection.countTallies()
    connection.database.forgetSpilledBytes()
    let hasRoom = connection.reserve(StoreConnection.room, within: mostLogBytes)
    try connection.database.run(sql.begin)
    if !hasRoom { try beginKeeping(connection) }
  }

  /// Keeps SQLite's transaction open from here on.
  private func beginKeeping(_ connection: StoreConnection) throws(SQLiteFault) {
    try connection.keepPages(true)
    shortage = StorageFault("the disk has no room")
  }

  /// Stores the transactions that were kept in memory, if the disk has room for all pages in memory.
  private func storeKept() throws(SQLiteFault) {
    let connection = try connected()
    let held = Int64(connection.database.heldBytes)
    guard connection.reserve(held + StoreConnection.room, within: mostLogBytes) else { return }
    defer { noteLoss() }
    try connection.database.run(sql.commit)
    shortage = nil
    try connection.keepPages(false)
  }

  /// After some faults SQLite has rolled back everything, that of earlier transactions too.
  private func noteLoss() {
    if shortage != nil, connection?.database.isInTransaction != true { hasLost = true }
  }

  private func renew() throws(SQLiteFault) {
    // A reader keeps the log from being emptied; until it has ended, this fails and is tried again.
    check.cancel()
    do throws(SQLiteFault) {
      let fresh = try connected().replaced(durability)
      connection = fresh
      generation = fresh.database.generation
    } catch {
      // The system had allowed the old connection only to read. It has written nothing, and is closed first: while it
      // is open, a new connection of this process would share that restriction.
      guard error.isReadOnly else { throw error }
      connection?.database.closeKeepingLog()
      connection = nil
      generation &+= 1
      _ = try connected()
    }
    isBroken = false
  }

  func connected() throws(SQLiteFault) -> StoreConnection {
    if let connection { return connection }
    let fresh = try StoreConnection(path: path, durability: durability, generation: generation)
    connection = fresh
    return fresh
  }

  private func failed(_ error: SQLiteFault) -> StorageFault {
    note(error)
    if case .open = transaction {
      rollback()
      transaction = .void(error.storageFault)
    }
    return error.storageFault
  }

  private func note(_ error: SQLiteFault) {
    if error.breaksConnection { isBroken = true }
    if error.suggestsDamage { doubt() }
    noteLoss()
  }

  /// Suspects damage, as when another program may have written to the file: pages are read from the disk again, and the
  /// whole file is checked, on another thread.
  package func doubt() {
    connection?.database.forgetPages()
    if !check.isDoubted { lock?.doubt() }
    startCheck(doubting: true)
  }

  func startCheck(doubting: Bool) { if let file { check.start(on: file, doubting: doubting) } }

  /// Has lapses come so much later than the store has them.
  package func use(corrections milliseconds: Int64) {
    cache = QueryCache()
    corrections = milliseconds
  }

  // MARK: The file

  /// Whether a commit waits for the disk; holds from the next transaction on.
  package func setDurability(_ durability: Durability) { self.durability = durability }

  /// Erases traces of erased text in the log, where older versions of a page live on. Erased bytes of the database
  /// itself are overwritten at once, except in the gaps of its pages (`rebuild`). Call this at quiet moments, because
  /// it waits for the disk. It does nothing within a transaction, and does not wait for readers.
  package func eraseTraces() throws(StorageFault) {
    guard case .none = transaction else { return }
    if let shortage { throw shortage }
    do { try connected().emptyLog(waits: false) } catch {
      note(error)
      throw error.storageFault
    }
  }

  /// Writes the whole database anew: only this erases the bytes that SQLite leaves in the gaps of a page after balancing
  /// it. A fault does no harm to the stored data. A database that is too large for the rebuild is such a fault.
  package func rebuild() throws(StorageFault) {
    guard case .none = transaction else { return }
    if let shortage { throw shortage }
    try verify()
    if isBroken { throw Self.broken }
    guard let replica = try? lock?.directory.beginReplica() else { throw Self.noReplica }
    defer { lock?.directory.remove(StateDirectory.replica) }
    do { try connected().rebuild(by: replica) } catch {
      // A database that is too large to rebuild is not damaged.
      if !error.isTooLarge { note(error) }
      throw error.storageFault
    }
  }

  /// The paths of databases that were set aside beside it, and of their logs.
  package var filesSetAside: [String] { lock?.directory.setAside ?? [] }

  /// Removes databases that were set aside before that time, or all, as far as the system allows.
  package func eraseFilesSetAside(before time: Timestamp?) { lock?.directory.removeSetAside(before: time) }

  /// Frees caches.
  package func rest() { connection?.database.rest() }

  /// The bytes of cached content in memory.
  package var heldBytes: Int { connection?.database.heldBytes ?? 0 }

  /// Rolls an open transaction back, copies the log into the database and releases the directory. What is kept in memory
  /// is stored if there is room. No call may follow.
  package func close() {
    if case .closed = transaction { return }
    rollback()
    if shortage != nil { try? storeKept() }
    transaction = .closed
    check.cancel()
    let isInPlace = !hasLeft && names.areInPlace
    if isInPlace, check.damage == nil {
      connection?.database.close()
    } else {
      connection?.database.closeKeepingLog()
    }
    connection = nil
    file = nil
    let isKnown = isInPlace && !isBroken && !check.isOpen
    lock.take()?.release(check.isDoubted ? .suspect : isKnown ? .orderly : .unknown)
  }

  private static let broken = StorageFault("the connection is to be made anew")
  private static let noReplica = StorageFault("no file could be made beside the database")
  private static let closed = StorageFault("the store is closed")
  private static let lost = StorageFault(
    "what was kept in memory, because the disk had no room, is lost", cause: .lost)
}
