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
      try store.banner(.notification(NotificationID(4)), of: .mail)?.phase
        == .waiting(.ordinary(8), .update(shown, held: 8), failures: 0))
    #expect(try store.heldIDs(app: .mail) == [NotificationID(3), NotificationID(4)])
    #expect(try store.lastPlaceNumber() == 8)
    let events = try store.events(app: .mail, after: EventSequence(0), limit: 9)
    #expect(events.map(\.earlier) == [false])
  }

  /// Rows of the columns that every version has, numbered from 1, each posted at its number.
  private static func notifications(_ apps: [(app: String, state: String)]) -> String {
    let rows = apps.enumerated().map { number, row in
      let unread = row.state == "delivered" ? 1 : 0
      return
        "(\(number + 1), '\(row.app)', '\(row.state)', 'presented', 0, 0, \(unread), 0, 0, \(number + 1), 'a')"
    }
    return """
      INSERT INTO notifications
        (id, app, state, outcome, repeats, awaits_zone, unread, silently, private, posted, title)
        VALUES \(rows.joined(separator: ", "));
      INSERT OR REPLACE INTO tallies SELECT app, count(*), sum(unread) FROM notifications GROUP BY app;
      """
  }

  @Test func `How often things have changed is counted from what was decided about them`() throws {
    let store = try store(
      from: 7,
      Self.notifications([("org.example.Mail", "delivered"), ("org.example.Mail", "delivered")]) + """
        INSERT INTO decisions VALUES (1, 1, 70, 'duplicates', 'replaced', 'replaced', NULL),
          (1, 2, 90, 'duplicates', 'replaced', 'replaced', NULL), (2, 1, 80, 'duplicates', 'coalesced', 'isUnread', NULL)
        """)
    #expect(try store.record(NotificationID(1))?.replacements == 2)
    #expect(try store.record(NotificationID(2))?.replacements == 0)
  }

  @Test func `What scripts had posted is theirs together, and an app's is nobody's but its own`() throws {
    let store = try store(
      from: 9, Self.notifications([("io.bellhop.Shell", "delivered"), ("org.example.Mail", "delivered")]))
    #expect(try store.record(NotificationID(1))?.request.origin.script == .shared)
    #expect(try store.record(NotificationID(2))?.request.origin.script == nil)
  }

  @Test func `No configuration has taken away what was there before it could come back`() throws {
    let store = try store(
      from: 12, Self.notifications([("org.example.Mail", "delivered"), ("org.example.Mail", "withdrawn")]))
    for (number, state) in [(Int64(1), State.delivered), (2, .withdrawn)] {
      let record = try #require(try store.record(NotificationID(number)))
      #expect(record.state == state && record.withheld == nil)
    }
    #expect(try store.withheldCount(app: .mail) == 0)
  }

  @Test
  func `What came before lists knew when something last came stands where its decisions say that it came`()
    throws
  {
    let states = ["delivered", "read", "delivered", "delivered", "scheduled"]
    let store = try store(
      from: 10,
      Self.notifications(states.map { ("org.example.Mail", $0) }) + """
        INSERT INTO decisions VALUES (2, 1, 70, 'schedule', 'fired', 'isOccurrence', NULL),
          (2, 2, 90, 'unread', 'read', 'pressed', NULL), (3, 1, 80, 'duplicates', 'coalesced', 'isUnread', NULL),
          (4, 1, 99, 'duplicates', 'replaced', 'onlyProgress', NULL),
          (5, 1, 99, 'schedule', 'fired', 'occurred', NULL)
        """)
    let records = try store.list(ListQuery())
    #expect(records.map(\.id.number) == [3, 2, 5, 4, 1])
    #expect(records.map(\.came.milliseconds) == [80, 70, 5, 4, 1])
    #expect(records.map(\.posted.milliseconds) == [3, 2, 5, 4, 1])
  }

  @Test
  func `What came before anybody knew of it was not missed, and a line about a lock is one about what was`()
    throws
  {
    let store = try store(
      from: 12,
      Self.notifications([("org.example.Mail", "delivered")]) + """
        INSERT INTO banners (app, kind, notification, phase, server, handle, hidden, locked_form)
          VALUES ('io.bellhop.Shell', 'behindLock', 0, 'onScreen', 'bus/:1.5', 2, 0, 0);
        """)
    #expect(try store.record(NotificationID(1))?.missed == nil)
    #expect(try store.list(ListQuery(missedOnly: true)).isEmpty)
    #expect(try store.banner(.missed, of: .shell)?.phase?.shown?.handle.id == 2)
  }

  @Test
  func `What one text remembered of the last dismissal is forgotten, and a row for each takes its place`()
    throws
  {
    let store = try store(
      from: 12,
      Self.notifications([("org.example.Mail", "dismissed")]) + """
        INSERT INTO switches VALUES ('lastDismissed', '1@held'), ('lock', 'boot')
        """)
    #expect(try store.value("lastDismissed") == nil)
    #expect(try store.value("lock") == "boot")
    let dismissed = Dismissed(id: NotificationID(1), state: .held)
    try store.keep(dismissed)
    #expect(try store.dismissed(limit: 9) == [dismissed])
  }

  @Test func `No app had a choice that ends, and of no question was known how it went`() throws {
    let store = try store(
      from: 12,
      """
      INSERT INTO apps (id, first_seen, verified, chosen, question_stage, question_asked, question_last_asked)
        VALUES ('org.example.Mail', 1, 0, 'Banners=false', 'over', 2, 70000);
      """)
    let app = try #require(try store.app(.mail))
    #expect(app.chosen == AppSettings(banners: false) && app.timed.isEmpty)
    #expect(
      app.question == ConsentQuestion(asked: 2, lastAsked: Timestamp(milliseconds: 70_000), stage: .over))
  }
}
