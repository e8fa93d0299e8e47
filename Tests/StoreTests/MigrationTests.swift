import NotificationModel
import TestSupport
import Testing

@testable import Delivery
@testable import Store

/// Migrations of an earlier database, with steps that only these tests have.
@Suite struct MigrationTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A closed store with one notification, as SQLite has it.
  private func stored() throws -> Database {
    let store = try scratch.open()
    _ = try store.insert(record(request(title: "Before")))
    try store.commit()
    store.close()
    return try Database(path: scratch.file("bellhop.db"))
  }

  @Test func `A step changes the tables and keeps the rows, and is not taken twice`() throws {
    let database = try stored()
    let steps = Schema.steps + ["ALTER TABLE notifications ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"]
    for _ in 1...2 { try Schema.apply(steps, to: database) }
    #expect(try database.integer("PRAGMA user_version") == Int64(Schema.newest) + 1)
    #expect(
      try database.integer("SELECT count(*) FROM notifications WHERE title = 'Before' AND colour = 'red'")
        == 1)
  }

  @Test func `What an earlier build had watched goes, with its traces, and everything else stays`() throws {
    let database = try stored()
    try database.execute(
      """
      CREATE TABLE watched (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO watched VALUES (1, 'seen');
      INSERT OR REPLACE INTO switches VALUES ('silent', 'on'); PRAGMA user_version = \(Schema.newest - 1)
      """)
    database.close()
    let store = try scratch.open()
    #expect(try store.storedCount(app: nil) == 1)
    #expect(try store.value("silent") == "on")
    #expect(try store.value(StorageHealth.traces) == "")
    store.close()
    let migrated = try Database(path: scratch.file("bellhop.db"))
    #expect(try migrated.integer("PRAGMA user_version") == Int64(Schema.newest))
    #expect(try migrated.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'watched'") == 0)
  }

  @Test func `A database that never had it has no traces to erase`() throws {
    let store = try scratch.open()
    #expect(try store.value(StorageHealth.traces) == nil)
  }

  @Test func `A database from before the indexes of lists gets them, and its rows are in them`() throws {
    let store = try scratch.open()
    var missed = record(request(title: "Missed"))
    missed.missed = Missed(.away)
    for record in [missed, record(state: .read, unread: false), record(state: .held)] {
      _ = try store.insert(record)
    }
    try store.commit()
    store.close()
    try Database(path: scratch.file("bellhop.db")).execute(
      """
      DROP INDEX unread_by_time; DROP INDEX missed_by_time; DROP INDEX undelivered_by_state;
      CREATE INDEX by_state ON notifications (state, app); PRAGMA user_version = \(Schema.first)
      """)
    let later = try scratch.open()
    #expect(try later.list(ListQuery(missedOnly: true)).map(\.id.number) == [1])
    #expect(try later.list(ListQuery(unreadOnly: true)).map(\.id.number) == [3, 1])
    for (state, id) in [(State.delivered, Int64(1)), (.read, 2), (.held, 3)] {
      #expect(try later.records(app: .mail, state: state, limit: 9).map(\.id.number) == [id])
      #expect(try later.count(app: nil, state: state) == 1)
    }
  }

  @Test(arguments: [
    // A bit of the first version, before the steps after it were made; and of the newest, so that they are made again.
    (
      """
      DROP INDEX unread_by_time; DROP INDEX missed_by_time; DROP INDEX undelivered_by_state;
      CREATE INDEX by_state ON notifications (state, app);
      """, Schema.first - 1
    ),
    ("", Schema.first),
  ])
  func `A damaged version loses no row, before and after an upgrade`(_ change: String, version: Int) throws {
    let database = try stored()
    try database.execute("\(change) PRAGMA user_version = \(version)")
    database.close()
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .crash, now: .at(0))
    #expect(opened.notice?.contains("has a wrong version") == true)
    #expect(try opened.store.storedCount(app: nil) == 1)
    opened.store.close()
  }

  @Test func `A step that fails leaves the version before it`() throws {
    let database = try stored()
    let steps = Schema.steps + ["CREATE TABLE second (a)", "CREATE TABLE third (a); no SQL"]
    #expect(throws: SQLiteFault.self) { try Schema.apply(steps, to: database) }
    #expect(try database.integer("PRAGMA user_version") == Int64(Schema.newest) + 1)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'third'") == 0)
  }
}
