import CSQLite
import Glibc
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

@Suite struct TransactionTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open(.power)
  }

  /// The view of another process: a copy of the present files, opened.
  private func copy() throws -> (Scratch, SQLiteStore) {
    let elsewhere = try Scratch()
    for name in ["bellhop.db", "bellhop.db-wal"] { try elsewhere.write(scratch.bytes(name), to: name) }
    return (elsewhere, try elsewhere.open())
  }

  @Test func `Lookups see the open transaction, and after a rollback it never was`() throws {
    let id = try store.insert(record())
    #expect(try store.record(id) != nil)
    store.rollback()
    #expect(try store.record(id) == nil)
    try store.commit()
    #expect(try store.unreadCount(app: nil) == 0)
  }

  @Test(arguments: Durability.allCases)
  func `What was committed is there after a crash, and nothing else`(durability: Durability) throws {
    store.setDurability(durability)
    let committed = try store.insert(record(request(title: "Committed")))
    try store.commit()
    let open = try store.insert(record(request(title: "Open")))
    let (elsewhere, survivor) = try copy()
    #expect(try survivor.record(committed)?.request.title == "Committed")
    #expect(try survivor.record(open) == nil)
    #expect(try survivor.unreadCount(app: .mail) == 1)
    survivor.close()
    // The check after an unclean end is not waited for, and keeps the log until it ends.
    let lasting = elsewhere.names().subtracting(["bellhop.db-wal", "bellhop.db-shm"])
    #expect(lasting == ["bellhop.db", "bellhop.lock"])
  }

  @Test(arguments: [(Durability.power, 2 as Int64), (.crash, 1)])
  func `A commit waits for the disk where power may fail`(durability: Durability, synchronous: Int64) throws {
    store.setDurability(durability)
    try store.begin()
    #expect(try store.connected().database.integer("PRAGMA synchronous") == synchronous)
  }

  @Test func `A long transaction that is rolled back overwrites nothing that another connection commits`()
    throws
  {
    try store.commit()
    // Longer than SQLite's cache, so that a part of it is in the log before the rollback.
    for _ in 0..<400 { _ = try store.insert(record(request(body: String(repeating: "b", count: 3_000)))) }
    store.rollback()
    let other = try Database(path: scratch.file("bellhop.db"))
    try other.execute("CREATE TABLE other (bytes BLOB); INSERT INTO other VALUES (randomblob(200000))")
    let before = try other.integer("SELECT sum(length(hex(bytes))) FROM other")
    #expect(try store.unreadCount(app: nil) == 0)
    other.forgetPages()
    #expect(try other.integer("SELECT sum(length(hex(bytes))) FROM other") == before && before == 400_000)
    #expect(
      try other.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
  }

  @Test(arguments: ["last", "kept", "acknowledged"])
  func `A damaged count of an app's events is a fault, and ends no process`(column: String) throws {
    _ = try store.append(Event(sequence: EventSequence(0), time: .at(0), kind: .dismissed), app: .mail)
    try store.commit()
    try Database(path: scratch.file("bellhop.db")).execute(
      "UPDATE streams SET \(column) = 9223372036854775807")
    #expect(throws: StorageFault.self) {
      try store.append(Event(sequence: EventSequence(0), time: .at(0), kind: .dismissed), app: .mail)
    }
  }

  /// An optimised build lets go of a connection after its last use, which may be a cursor's beginning.
  @Test func `A connection stays open as long as a cursor reads from it`() throws {
    try store.commit()
    func cursor() throws -> Cursor {
      try Database(path: scratch.file("bellhop.db")).cursor(once: "SELECT 7")
    }
    var open = try cursor()
    #expect(try open.next())
    #expect(open.integer() == 7)
  }

  @Test func `A read between transactions leaves nothing open`() throws {
    _ = try store.insert(record())
    try store.commit()
    _ = try store.unreadCount(app: nil)
    _ = try store.nextBanner()
    try store.eraseTraces()
    #expect(scratch.bytes("bellhop.db-wal").count == 0)
  }

  @Test func `After a rest everything is stored and found as before, within a transaction too`() throws {
    let first = try store.insert(record(request(title: "Before")))
    try store.commit()
    _ = try store.record(first)
    store.rest()
    #expect(try store.record(first)?.request.title == "Before")
    let second = try store.insert(record(request(title: "After")))
    store.rest()
    #expect(try store.record(second)?.request.title == "After")
    store.rollback()
    #expect(try store.record(second) == nil)
    #expect(try store.unreadCount(app: .mail) == 1)
  }

  @Test func `A fault makes the rest of the transaction void until it is rolled back`() throws {
    _ = try store.insert(record())
    let orphan = { [store] in
      try store.append(
        [Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: NotificationID(99), at: .at(0))
    }
    #expect(throws: StorageFault.self) { try orphan() }
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    #expect(throws: StorageFault.self) { try store.unreadCount(app: nil) }
    #expect(throws: StorageFault.self) { try store.commit() }
    #expect(try store.unreadCount(app: nil) == 0)
    _ = try store.insert(record())
    #expect(throws: StorageFault.self) { try orphan() }
    store.rollback()
    _ = try store.insert(record())
    try store.commit()
    #expect(try store.unreadCount(app: nil) == 1)
  }

  @Test func `A fault names SQLite's reason and no text`() throws {
    let orphan = Ruling(guideline: "secret", effect: "secret", reason: Reason(key: "secret"))
    do {
      try store.append([orphan], to: NotificationID(99), at: .at(0))
      Issue.record("a decision about nothing was kept")
    } catch {
      #expect(error == StorageFault("SQLite 787: constraint failed"))
    }
  }

  @Test func `A closed store refuses, and closing twice is closing once`() throws {
    store.close()
    store.close()
    store.rollback()
    #expect(throws: StorageFault.self) { try store.commit() }
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    #expect(throws: StorageFault.self) { try store.unreadCount(app: nil) }
  }

  @Test func `A store that nobody holds any more is closed`() throws {
    let scratch = try Scratch()
    do { _ = try scratch.open().insert(record()) }
    #expect(try scratch.open().unreadCount(app: nil) == 0)
  }

  @Test func `Without room on the disk transactions are kept in memory, and stored once there is room`()
    throws
  {
    _ = try store.insert(record(request(title: "Before")))
    try store.commit()
    store.mostLogBytes = 0
    let log = scratch.bytes("bellhop.db-wal")
    // Many times what SQLite's cache holds, so that pages would else be written before the end.
    for number in 1...40 {
      for _ in 1...10 {
        _ = try store.insert(record(request(body: String(repeating: "x", count: 3_000))))
      }
      #expect(store.shortage != nil)
      if number % 2 == 0 { store.rollback() } else { try store.commit() }
    }
    #expect(!store.isWriting)
    #expect(try store.unreadCount(app: nil) == 201)
    #expect(scratch.bytes("bellhop.db-wal") == log)
    #expect(throws: StorageFault.self) { try store.eraseTraces() }
    #expect(throws: StorageFault.self) { try store.rebuild() }
    #expect(try copy().1.unreadCount(app: nil) == 1)
    store.mostLogBytes = .max
    _ = try store.insert(record(request(title: "After")))
    #expect(store.shortage == nil)
    #expect(try copy().1.unreadCount(app: nil) == 201)
    try store.commit()
    try store.eraseTraces()
    #expect(try copy().1.unreadCount(app: nil) == 202)
  }

  @Test(arguments: [true, false])
  func `A transaction that outgrows the room is kept in memory, if it may be`(mayKeep: Bool) throws {
    try store.begin()
    store.mostLogBytes = 0
    _ = try store.insert(record(request(title: "Long")))
    try store.commit(mayKeep: mayKeep)
    #expect((store.shortage != nil) == mayKeep)
    #expect(try copy().1.unreadCount(app: nil) == (mayKeep ? 0 : 1))
    _ = try store.insert(record(request(title: "Undone")))
    store.rollback()
    store.mostLogBytes = .max
    _ = try store.insert(record(request(title: "After")))
    try store.commit()
    #expect(try copy().1.unreadCount(app: nil) == 2)
  }

  @Test(arguments: [true, false])
  func `An end stores what is kept in memory where there is room, and else loses that alone`(hasRoom: Bool)
    throws
  {
    _ = try store.insert(record(request(title: "Before")))
    try store.commit()
    store.mostLogBytes = 0
    _ = try store.insert(record(request(title: "Kept")))
    try store.commit()
    _ = try store.insert(record(request(title: "Open")))
    if hasRoom { store.mostLogBytes = .max }
    store.close()
    #expect(try scratch.open().unreadCount(app: nil) == (hasRoom ? 2 : 1))
  }

  @Test func `A fault by which SQLite loses what is kept in memory is said, and the store ends`() throws {
    store.mostLogBytes = 0
    _ = try store.insert(record(request(title: "Kept")))
    try store.commit()
    try store.connected().database.execute("ROLLBACK")
    _ = try store.unreadCount(app: nil)
    for _ in 1...2 {
      #expect { try store.begin() } throws: { ($0 as? StorageFault)?.cause == .lost }
      store.rollback()
    }
  }

  @Test func `On a full disk what comes is kept in memory, and afterwards stored`() async throws {
    // The limit is the whole process's: a child has one of its own.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let scratch = try Scratch()
      let store = try scratch.open(.power)
      _ = try store.insert(record(request(title: "Before")))
      try store.commit()
      var full = rlimit(rlim_cur: 600_000, rlim_max: .max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &full) == 0)
      var accepted = 1
      while accepted < 300 {
        _ = try store.insert(record(request(body: String(repeating: "x", count: 4_000))))
        try store.commit()
        accepted += 1
      }
      try #require(store.shortage != nil)
      try #require(try store.unreadCount(app: nil) == accepted)
      full.rlim_cur = .max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &full) == 0)
      _ = try store.insert(record(request(title: "After")))
      try store.commit()
      try #require(store.shortage == nil)
      store.close()
      let again = try scratch.open()
      try #require(try again.unreadCount(app: nil) == accepted + 1)
    }
  }

  @Test func `A database that cannot be opened again is tried each time, and read meanwhile`() async throws {
    // The limit is the whole process's: a child has one of its own.
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let store = try scratch.open(.power)
      _ = try store.insert(record(request(title: "Before")))
      try store.commit()
      // Without its log a copy back fails as on a disk that lost something.
      let log = scratch.bytes("bellhop.db-wal")
      try scratch.write([], to: "bellhop.db-wal", truncating: true)
      try #require((try? store.eraseTraces()) == nil)
      try scratch.write(log, to: "bellhop.db-wal")
      var files = rlimit()
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
      var none = rlimit(rlim_cur: 0, rlim_max: files.rlim_max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
      for _ in 1...3 {
        try #require((try? store.insert(record(request(title: "Meanwhile")))) == nil)
        store.rollback()
        try #require(try store.unreadCount(app: nil) == 1)
      }
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
      _ = try store.insert(record(request(title: "After")))
      try store.commit()
      try #require(try store.unreadCount(app: nil) == 2)
      store.close()
      try #require(try scratch.open().unreadCount(app: nil) == 2)
    }
  }

  @Test func `What is erased leaves no byte in any file`() throws {
    let marker = "MARKER-7f3a"
    var secrets: [NotificationRecord] = []
    for number in 0..<300 {
      // From a few bytes to several pages: in the row, and in overflow pages.
      let text = String(repeating: "\(marker) ", count: 1 + number * number % 331)
      var record = record(request(title: "\(marker)", body: text, isPrivate: true))
      record.request.target = OpaqueObject(json: "{\"m\":\"\(marker)\"}")
      record.id = try store.insert(record)
      secrets.append(record)
      if number % 3 == 0 { try store.commit() }
    }
    try store.commit()
    #expect(occurrences(of: marker, in: scratch.bytes("bellhop.db-wal")) > 0)
    for var record in secrets {
      record.request = request(title: nil, isPrivate: true)
      _ = record.apply(.ended(.seen))
      try store.update(record)
      if record.id.number % 7 == 0 { try store.commit() }
    }
    try store.commit()
    try store.eraseTraces()
    for name in scratch.names() { #expect(occurrences(of: marker, in: scratch.bytes(name)) == 0, "\(name)") }
    store.close()
    for name in scratch.names() { #expect(occurrences(of: marker, in: scratch.bytes(name)) == 0, "\(name)") }
  }
}
