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
      INSERT OR REPLACE INTO switches VALUES ('silent', 'on'); PRAGMA user_version = \(Schema.first)
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

  @Test func `A step that fails leaves the version before it`() throws {
    let database = try stored()
    let steps = Schema.steps + ["CREATE TABLE second (a)", "CREATE TABLE third (a); no SQL"]
    #expect(throws: SQLiteFault.self) { try Schema.apply(steps, to: database) }
    #expect(try database.integer("PRAGMA user_version") == Int64(Schema.newest) + 1)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'third'") == 0)
  }
}
