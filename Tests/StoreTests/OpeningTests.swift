import CSQLite
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Store

@Suite struct OpeningTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A closed store of so many records.
  private func prepare(_ count: Int) throws {
    let store = try scratch.open()
    for number in 0..<count { _ = try store.insert(record(request(title: "Title \(number)"))) }
    try store.commit()
  }

  @Test func `Directories and files are for the person alone, whatever the umask`() async throws {
    // The umask is the whole process's: a child has one of its own.
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      umask(0)
      let path = scratch.file("a/b")
      let store = try SQLiteStore.open(directory: path, durability: .power, now: .at(0)).store
      _ = try store.insert(record())
      try store.commit()
      for (name, mode) in [
        ("a", 0o700), ("a/b", 0o700), ("a/b/bellhop.db", 0o600), ("a/b/bellhop.db-wal", 0o600),
        ("a/b/bellhop.db-shm", 0o600), ("a/b/bellhop.lock", 0o600),
      ] as [(String, mode_t)] { try #require(scratch.mode(name) == mode, "\(name)") }
      store.close()
      try scratch.write([1, 2, 3], to: "a/b/bellhop.db", truncating: true)
      chmod(scratch.file("a/b/bellhop.db"), 0o666)
      let again = try SQLiteStore.open(directory: path, durability: .power, now: .at(0))
      try #require(again.notice != nil)
      try #require(scratch.mode("a/b/bellhop.db.corrupt-\(Timestamp.at(0).milliseconds)") == 0o600)
      try #require(scratch.mode("a/b/bellhop.db") == 0o600)
      again.store.close()
      for name in ["bellhop.db", "bellhop.lock", "bellhop.db.corrupt-\(Timestamp.at(0).milliseconds)"] {
        unlink("\(path)/\(name)")
      }
      rmdir(path)
      rmdir(scratch.file("a"))
    }
  }

  @Test func `The name of each new directory is on the disk once the store is open`() async throws {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let above = [directory.path, "\(directory.path)/a"]
      let synced = try await syncedPaths {
        _ = try SQLiteStore.open(directory: "\(above[1])/b", durability: .power, now: .at(0))
      }
      try #require(synced.filter(above.contains) == above, "\(synced)")
    }
  }

  @Test func `A directory that others can write is refused`() throws {
    chmod(scratch.path, 0o777)
    #expect(throws: OpeningFault.self) { try scratch.open() }
    #expect(scratch.names().isEmpty)
  }

  @Test func `A second daemon is told who has the directory`() throws {
    let store = try scratch.open()
    let expected = OpeningFault.inUse("\(scratch.path) is in use by process \(getpid())")
    #expect(throws: expected) { try scratch.open() }
    store.close()
    _ = try scratch.open()
  }

  @Test(arguments: [
    "CREATE TABLE second (a)", "ALTER TABLE apps ADD COLUMN second TEXT",
    "CREATE INDEX second ON apps (used)",
  ])
  func `A newer database is told by its tables, and is not touched`(change: String) throws {
    try prepare(3)
    let newer = try Database(path: scratch.file("bellhop.db"))
    try newer.execute("PRAGMA user_version = 99; \(change)")
    newer.close()
    let before = scratch.bytes("bellhop.db")
    let expected = OpeningFault.tooNew(
      found: 99, supported: Schema.version, path: scratch.file("bellhop.db"))
    #expect(throws: expected) { try scratch.open() }
    let isUntouched = scratch.bytes("bellhop.db") == before
    #expect(isUntouched)
    #expect(scratch.names() == ["bellhop.db", "bellhop.lock"])
  }

  @Test func `A newer database whose version is in the log alone is not touched either`() throws {
    try prepare(3)
    let newer = try StoreConnection(path: scratch.file("bellhop.db"), durability: .power)
    try newer.database.execute("BEGIN; CREATE TABLE second (a); PRAGMA user_version = 99; COMMIT")
    // As a process that was killed leaves it.
    let left = try Scratch()
    for name in ["bellhop.db", "bellhop.db-wal"] { try left.write(scratch.bytes(name), to: name) }
    let log = left.bytes("bellhop.db-wal")
    let database = left.bytes("bellhop.db")
    let expected = OpeningFault.tooNew(
      found: 99, supported: Schema.version, path: left.file("bellhop.db"))
    #expect(throws: expected) { try left.open() }
    let isUntouched = left.bytes("bellhop.db") == database && left.bytes("bellhop.db-wal") == log
    #expect(isUntouched && !log.isEmpty)
  }

  @Test(arguments: 1..<Schema.first)
  func `A database of a build before the first release is set aside in one piece with a notice`(version: Int)
    throws
  {
    let origin = try Scratch()
    try origin.write([], to: "bellhop.db")
    let old = try Database(path: origin.file("bellhop.db"))
    try old.execute(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE notifications (id INTEGER PRIMARY KEY, turn INTEGER);
      PRAGMA user_version = \(version); PRAGMA application_id = \(Schema.applicationID);
      PRAGMA wal_checkpoint; INSERT INTO notifications VALUES (1, 1)
      """)
    // As a process that was killed leaves it.
    for name in ["bellhop.db", "bellhop.db-wal"] { try scratch.write(origin.bytes(name), to: name) }
    old.close()
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    let aside = "bellhop.db.earlier-\(Timestamp.at(5).milliseconds)"
    let notice = try #require(opened.notice)
    #expect(notice.contains("is of version \(version)") && notice.contains(aside))
    #expect(try opened.store.insert(record()) == NotificationID(1))
    #expect(!scratch.names().contains("\(aside)-wal"))
    let kept = try Database(path: scratch.file(aside))
    #expect(try kept.integer("PRAGMA user_version") == Int64(version))
    #expect(try kept.integer("SELECT count(*) FROM notifications") == 1)
  }

  @Test func `Two damaged files of one moment are both kept`() throws {
    for content in [UInt8(1), 2] {
      try scratch.write([content], to: "bellhop.db", truncating: true)
      try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5)).store.close()
    }
    let moment = Timestamp.at(5).milliseconds
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment)") == [1])
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment + 1)") == [2])
  }

  @Test(arguments: [nil, "first 4194304"])
  func `An empty file is a new database where none has been whole`(lock: String?) throws {
    try scratch.write([], to: "bellhop.db")
    if let lock { try scratch.write(Array(lock.utf8), to: "bellhop.lock") }
    #expect(try scratch.open().insert(record()) == NotificationID(1))
  }

  @Test(arguments: [true, false])
  func `An empty file in the place of a database is said, however that ended`(isKilled: Bool) throws {
    try prepare(3)
    if isKilled { try scratch.write(Array("4194304".utf8), to: "bellhop.lock", truncating: true) }
    try scratch.write([], to: "bellhop.db", truncating: true)
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    let notice = try #require(opened.notice)
    #expect(notice.contains("\(scratch.file("bellhop.db")) was empty, although there had been a database"))
    #expect(try opened.store.unreadCount(app: nil) == 0)
    opened.store.close()
    // The one that was removed is no surprise, and is said once.
    unlink(scratch.file("bellhop.db"))
    _ = try scratch.open()
  }

  @Test(arguments: ["bellhop.db", "bellhop.db.draft", "bellhop.db.replica"])
  func `A pipe, a link or a directory at a name that SQLite opens is refused by that name`(database: String)
    throws
  {
    for name in ["", "-wal", "-shm", "-journal"].map({ database + $0 }) {
      let makings: [(String) -> Int32] = [
        { mkfifo($0, 0o600) }, { symlink("/dev/null", $0) }, { mkdir($0, 0o700) },
      ]
      for make in makings {
        let path = scratch.file(name)
        #expect(make(path) == 0)
        #expect(throws: OpeningFault.unusable("\(path) is no regular file")) { try scratch.open() }
        #expect(remove(path) == 0)
      }
    }
    _ = try scratch.open()
  }

  @Test func `An empty lock beside a log, as a power cut can leave it, is no orderly end`() throws {
    try prepare(1)
    try scratch.write([], to: "bellhop.lock", truncating: true)
    try scratch.write([1], to: "bellhop.db-wal", truncating: true)
    let lock = try DirectoryLock(StateDirectory(path: scratch.path))
    let lastEnd = lock.lastEnd
    #expect(lastEnd == .unknown)
  }

  @Test func `A first page that a power cut has torn is no damage`() throws {
    // The journal of a file that was empty (https://www.sqlite.org/fileformat.html#the_rollback_journal): its magic
    // number, no page, a number by chance, no page before, and the sizes of sector and page.
    let sizes: [UInt8] = [0, 0, 2, 0, 0, 0, 16, 0]
    let header = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + [UInt8](repeating: 0, count: 12) + sizes
    try scratch.write(header + [UInt8](repeating: 0, count: 512 - header.count), to: "bellhop.db-journal")
    try scratch.write([UInt8](repeating: 0, count: 4_095) + [1], to: "bellhop.db")
    #expect(try scratch.open().insert(record()) == NotificationID(1))
    #expect(!scratch.names().contains("bellhop.db-journal"))
  }

  @Test func `A file that was set aside is never overwritten`() throws {
    let moment = Timestamp.at(5).milliseconds
    try scratch.write([1], to: "bellhop.db.corrupt-\(moment)-wal")
    for (name, byte) in [("bellhop.db", UInt8(2)), ("bellhop.db-wal", 3)] {
      try scratch.write([byte], to: name)
    }
    try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5)).store.close()
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment)-wal") == [1])
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment + 1)") == [2])
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment + 1)-wal") == [3])
    // A replacement that was cut short, with a log that is of another database.
    #expect(rename(scratch.file("bellhop.db"), scratch.file("bellhop.db.draft")) == 0)
    try scratch.write([4], to: "bellhop.db-wal")
    #expect(throws: OpeningFault.self) { try scratch.open() }
    #expect(scratch.bytes("bellhop.db.corrupt-\(moment + 1)-wal") == [3])
    #expect(scratch.bytes("bellhop.db-wal") == [4])
  }

  @Test func `A file that the system does not tell about is not taken for missing`() throws {
    let directory = try StateDirectory(path: scratch.path)
    let name = String(repeating: "a", count: Int(NAME_MAX) + 1)
    #expect(throws: OpeningFault.self) { _ = try directory.has(name) }
  }

  @Test func `A directory above that can be written, and not read, is no obstacle`() async throws {
    // The user is the whole process's: a child has one of its own. Root reads every directory.
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 { try #require(seteuid(65_534) == 0) }
      let scratch = try Scratch()
      chmod(scratch.path, 0o300)
      let path = scratch.file("state")
      for _ in 1...2 { try SQLiteStore.open(directory: path, durability: .power, now: .at(0)).store.close() }
      for name in ["bellhop.db", "bellhop.lock"] { unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }

  @Test func `An orderly end leaves one database file and no log`() throws {
    try prepare(1)
    #expect(scratch.names() == ["bellhop.db", "bellhop.lock"])
  }
}
