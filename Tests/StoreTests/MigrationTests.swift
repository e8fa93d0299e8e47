import Delivery
import NotificationModel
import TestSupport
import Testing

@testable import Store

/// Each step of the tables, with rows from before it.
@Suite struct MigrationTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The store, brought up from this version with these rows in it.
  private func store(from version: Int, _ rows: String) throws -> SQLiteStore {
    try scratch.write([], to: "bellhop.db")
    let database = try Database(path: scratch.file("bellhop.db"))
    try Migrations.apply(Array(Schema.steps.prefix(version - Schema.first + 1)), to: database)
    try database.execute(rows)
    database.close()
    return try scratch.open()
  }

  @Test func `An alert that was held is held by its number, and an event is of the newest text`() throws {
    let store = try store(
      from: 8,
      """
      INSERT INTO banners (app, kind, notification, phase, number, server, handle, hidden, locked_form)
        VALUES ('org.example.Mail', 'notification', 3, 'held', 7, NULL, NULL, NULL, NULL),
          ('org.example.Mail', 'notification', 4, 'held', 8, 'bus/:1.5', 2, 0, 1);
      INSERT INTO streams (app, last, acknowledged, kept) VALUES ('org.example.Mail', 1, 0, 1);
      INSERT INTO events (app, sequence, time, kind, notification) VALUES ('org.example.Mail', 1, 0, 'activated', 3);
      """)
    let shown = Shown(
      handle: BannerHandle(server: "bus/:1.5", id: 2), isHidden: false, hasLockedForm: true)
    #expect(
      try store.banner(.notification(NotificationID(3)), of: .mail)?.phase == .held(number: 7, over: nil))
    #expect(
      try store.banner(.notification(NotificationID(4)), of: .mail)?.phase == .held(number: 8, over: shown))
    #expect(try store.heldIDs(app: .mail) == [NotificationID(3), NotificationID(4)])
    #expect(try store.lastPlaceNumber() == 8)
    let events = try store.events(app: .mail, after: EventSequence(0), limit: 9)
    #expect(events.map(\.earlier) == [false])
  }
}
