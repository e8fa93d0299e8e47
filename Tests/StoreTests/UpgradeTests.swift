import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// A database of an earlier version is read by the way of a damaged one.
@Suite struct UpgradeTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Takes away what came after version 18: the way back to an app, what banners for several count, and steps.
  private static let withoutLaterParts = """
    \(withoutLatest)
    DROP INDEX summary_members; DROP INDEX notice_members; ALTER TABLE banners DROP COLUMN round;
    \([
      "front_bus", "front_caller", "front_shared", "front_closed", "summary_mark", "summary_number", "notice_mark",
      "notice_number", "meanwhile", "alerted",
    ].map { "ALTER TABLE notifications DROP COLUMN \($0);" }.joined())
    DROP TABLE taken; DROP TABLE steps;
    CREATE TABLE dismissed (notification INTEGER PRIMARY KEY, state TEXT, until INTEGER) STRICT;
    """

  /// Takes away what came after version 23.
  private static let withoutLatest = """
    DROP INDEX current_by_lapse; DROP INDEX unread_urgent; DROP INDEX scheduled_by_due;
    \(["in_front", "transient", "awaited", "lapse", "due_lapses"].map { "ALTER TABLE notifications DROP COLUMN \($0);" }.joined())
    ALTER TABLE taken DROP COLUMN lapse; ALTER TABLE taken DROP COLUMN due_lapses;
    DROP TABLE followers; DROP INDEX received_events; ALTER TABLE categories DROP COLUMN hidden_preview_body_one;
    ALTER TABLE categories DROP COLUMN summary_format_one;
    """

  @Test func `Notifications, categories and events are carried over from version 23`() throws {
    let store = try scratch.open()
    var kept = record(request(title: "Kept"))
    kept.id = try store.insert(kept)
    let category = Category(id: .literal("mail"), hiddenPreviewBody: "%u new")
    try store.replaceCategories(of: .mail, with: [category])
    let event = try store.append(Event(time: .at(1), kind: .dismissed, id: kept.id), app: .mail)
    try store.commit()
    store.close()
    let database = try Database(path: scratch.file("bellhop.db"))
    try database.execute(
      """
      \(Self.withoutLatest) PRAGMA user_version = 23
      """)
    database.close()
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    #expect(opened.notice?.contains("is of version 23, and this is \(Schema.version)") == true)
    #expect(try opened.store.record(kept.id) == kept)
    #expect(try opened.store.category(category.id, of: .mail) == category)
    #expect(try opened.store.events(app: .mail, after: EventSequence(0), limit: 9) == [event])
  }

  /// Makes the database one of version 18, in which the way back to an app stood among what it said beyond its request.
  private func makeUnlinked(_ version: Int = 18) throws {
    let database = try Database(path: scratch.file("bellhop.db"))
    defer { database.close() }
    try database.execute(
      """
      UPDATE notifications SET conventions = json_patch(conventions, json_object('bus', front_bus,
        'caller', front_caller, 'shared', iif(front_shared, json('true'), NULL),
        'toldClosed', iif(front_closed, json('true'), NULL))) WHERE conventions IS NOT NULL;
      \(Self.withoutLaterParts) PRAGMA user_version = \(version)
      """)
  }

  @Test func `The way back to an app of the desktop's interface is carried over from version 18`() throws {
    let store = try scratch.open()
    var ways: [NotificationID: AppLink?] = [:]
    for link in [
      nil, .desktop(DesktopLink(to: BusCaller(bus: "b", name: ":1.7"), number: 1_000_001)),
      .desktop(
        DesktopLink(
          to: BusCaller(bus: "b", name: ":1.8"), number: 1_000_002, isShared: true, isToldClosed: true)),
    ] as [AppLink?] {
      var origin = DesktopOrigin()
      origin.appName = "Mail"
      ways[try store.insert(record(request(title: "Front").coming(by: Origin(origin)), link: link))] = link
    }
    ways[try store.insert(record(request(title: "Own")))] = .events
    let all = try store.list(ListQuery())
    try store.commit()
    store.close()
    try makeUnlinked()
    let later = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5)).store
    let records = try later.list(ListQuery())
    #expect(records == all && records.count == 4)
    for record in records { #expect(ways[record.id] == .some(record.link)) }
    #expect(try later.record(numbered: 1_000_002)?.number == 1_000_002)
  }

  @Test func `A damaged version of a database of version 18 is never taken for a newer release`() throws {
    let store = try scratch.open()
    _ = try store.insert(record(request(title: "Kept")))
    try store.commit()
    store.close()
    try makeUnlinked(65_553)
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(9))
    #expect(opened.notice?.contains("1 of 1 notifications") == true)
  }

  @Test func `The version before has all but what banners for several count`() throws {
    let store = try scratch.open()
    var kept = record(request(title: "Kept"))
    kept.request.actions = [Action(id: .literal("reply"), title: "Reply")]
    kept.id = try store.insert(kept)
    let shown = Shown(handle: BannerHandle(server: "s", id: 1), isHidden: false, hasLockedForm: false)
    let banner = BannerRow(.summary(.mail), of: .mail, phase: .onScreen(shown))
    try store.save(banner)
    try store.commit()
    store.close()
    try makeUnlinked()
    let later = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    #expect(later.notice?.contains("is of version 18, and this is \(Schema.version)") == true)
    #expect(try later.store.record(kept.id) == kept)
    #expect(try later.store.banner(.summary(.mail), of: .mail) == banner)
  }

  @Test func `Steps, and what they took, are carried over from version 20`() throws {
    let store = try scratch.open()
    var kept = record(request(title: "Kept"), state: .dismissed)
    kept.id = try store.insert(kept)
    let step = try store.begin(.dismissal, at: .at(3), forgettingThrough: .at(0), most: 9)
    let taken = Taken(id: kept.id, state: .held, missed: Missed(.locked))
    try store.keep(taken, by: step)
    try store.commit()
    store.close()
    let database = try Database(path: scratch.file("bellhop.db"))
    let later = ["summary_mark", "summary_number", "notice_mark", "notice_number", "meanwhile"]
    try database.execute(
      """
      \(Self.withoutLatest)
      DROP INDEX by_identifier; DROP INDEX read_by_fingerprint;
      \(["meanwhile", "alerted"].map { "ALTER TABLE notifications DROP COLUMN \($0);" }.joined())
      \(later.map { "ALTER TABLE taken DROP COLUMN \($0);" }.joined()) PRAGMA user_version = 20
      """)
    database.close()
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    #expect(opened.notice?.contains("is of version 20, and this is \(Schema.version)") == true)
    #expect(try opened.store.record(kept.id) == kept)
    #expect(try opened.store.taken(by: step, limit: 9) == [taken])
  }

  @Test func `From version 23 all is carried over, and no command waits for an answer`() throws {
    let store = try scratch.open()
    var kept = record(request(title: "Kept"), link: .answer)
    kept.id = try store.insert(kept)
    let event = try store.append(
      Event(sequence: EventSequence(0), time: .at(2), kind: .dismissed, id: kept.id), app: .mail)
    try store.commit()
    store.close()
    let database = try Database(path: scratch.file("bellhop.db"))
    try database.execute(
      "\(Self.withoutLatest) PRAGMA user_version = 23")
    database.close()
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    #expect(opened.notice?.contains("is of version 23, and this is \(Schema.version)") == true)
    #expect(try opened.store.record(kept.id)?.request == kept.request)
    #expect(try opened.store.record(kept.id)?.link == .events)
    #expect(try opened.store.events(app: .mail, after: EventSequence(0), limit: 9) == [event])
    #expect(try opened.store.followers(app: .mail).isEmpty)
  }

  /// Makes the database one of version 17, which had other columns and wrote nested values in other forms.
  private func makeEarlier() throws {
    let database = try Database(path: scratch.file("bellhop.db"))
    defer { database.close() }
    let times = ["at", "after", "repeats", "minute", "hour", "day", "month", "weekday"]
    try database.execute(
      """
      \(times.map { "ALTER TABLE notifications ADD COLUMN trigger_\($0) INTEGER;" }.joined())
      ALTER TABLE notifications ADD COLUMN trigger_zone TEXT; ALTER TABLE notifications DROP COLUMN hints;
      \(Self.withoutLaterParts)
      UPDATE notifications SET trigger = 'at', trigger_at = 9000 WHERE title = 'Once';
      UPDATE notifications SET trigger = 'after', trigger_after = 60, trigger_repeats = 1 WHERE title = 'Often';
      UPDATE notifications SET trigger = 'calendar', trigger_hour = 7, trigger_minute = 0, trigger_repeats = 0,
        trigger_zone = 'Europe/Vienna' WHERE title = 'At seven';
      UPDATE notifications SET conventions = 'caller=a/:1.7' || char(10) WHERE conventions IS NOT NULL;
      UPDATE notifications SET actions = CAST(x'0100' AS TEXT) WHERE actions IS NOT NULL;
      UPDATE categories SET actions = CAST(x'0100' AS TEXT) WHERE actions IS NOT NULL;
      UPDATE decisions SET arguments = CAST(x'0302006109' AS TEXT) WHERE arguments IS NOT NULL;
      PRAGMA user_version = 17
      """)
  }

  @Test func `Apps, choices, switches, events and notifications are carried over from an earlier version`()
    throws
  {
    let triggers: KeyValuePairs<String, Trigger> = [
      "Once": .at(Timestamp(milliseconds: 9_000)), "Often": .after(seconds: 60, repeats: true),
      "At seven": .calendar(CalendarFields(minute: 0, hour: 7, timeZone: "Europe/Vienna"), repeats: false),
    ]
    let store = try scratch.open()
    var denied = AppRecord(id: .mail, firstSeen: .at(1))
    denied.chosen.authorization = .denied
    try store.save(denied)
    try store.set("silent", to: "on")
    let sequence = try store.append(
      Event(sequence: EventSequence(0), time: .at(2), kind: .dismissed, id: NotificationID(9)), app: .mail
    ).sequence
    let button = Action(id: .literal("reply"), title: "Reply")
    var category = Category(id: .literal("chat"))
    category.actions = [button]
    try store.replaceCategories(of: .mail, with: [category])
    for (title, trigger) in triggers {
      var request = request(title: title)
      request.trigger = trigger
      _ = try store.insert(record(request, state: .scheduled))
    }
    var plain = record(request(title: "Chat"))
    plain.request.actions = [button]
    let id = try store.insert(plain)
    try store.append([Ruling("g", .shown, .noBody)], to: id, at: .at(3))
    try store.append([Ruling("g", .held, Reason(.several, .count(3)))], to: id, at: .at(3))
    var origin = DesktopOrigin()
    (origin.hints, origin.urgency) = ([1], .critical)
    let caller = BusCaller(bus: "b", name: ":1.7")
    let front = record(
      request(title: "Front").coming(by: Origin(origin)),
      link: .desktop(DesktopLink(to: caller, number: 1_000_001)))
    let fronts = try store.insert(front)
    try store.save(
      BannerRow(
        .notification(fronts), of: .mail, phase: .waiting(.ordinary(1), .alert(over: nil), failures: 0)))
    try store.commit()
    store.close()
    try makeEarlier()

    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    let later = opened.store
    #expect(opened.notice?.contains("is of version 17, and this is \(Schema.version)") == true)
    #expect(
      opened.notice?.contains("5 of 5 notifications, 1 decisions about them, 1 events and 1 apps") == true)
    #expect(try later.app(.mail)?.chosen.authorization == .denied)
    #expect(try later.value("silent") == "on")
    #expect(try later.events(app: .mail, after: EventSequence(0), limit: 9).map(\.sequence) == [sequence])
    let records = try later.list(ListQuery())
    for (title, trigger) in triggers {
      #expect(records.first { $0.request.title == title }?.request.trigger == trigger)
    }
    // What no step of SQL can read is lost: buttons, hints, and the rest of what an app said to its server.
    plain.request.actions = nil
    plain.id = id
    #expect(records.first { $0.id == id } == plain)
    category.actions = nil
    #expect(try later.category(category.id, of: .mail) == category)
    let carried = try later.record(numbered: 1_000_001)
    #expect(carried?.request.origin == Origin(DesktopOrigin()))
    #expect(
      carried?.link == .desktop(DesktopLink(to: BusCaller(bus: "-", name: "-"), number: 1_000_001)))
    #expect(try later.banner(.notification(fronts), of: .mail) != nil)
    later.close()
    #expect(try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(6)).notice == nil)
  }

  @Test(arguments: [Schema.first - 1, Schema.first, Schema.version - 1])
  func `A damaged version loses no row`(version: Int) throws {
    let store = try scratch.open()
    var kept = record(request(title: "Before"))
    kept.request.actions = [Action(id: .literal("reply"), title: "Reply")]
    _ = try store.insert(kept)
    try store.commit()
    store.close()
    try Database(path: scratch.file("bellhop.db")).execute("PRAGMA user_version = \(version)")
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .crash, now: .at(0))
    #expect(opened.notice?.contains("has a wrong version") == true)
    #expect(try opened.store.list(ListQuery()).map(\.request) == [kept.request])
    opened.store.close()
  }

  @Test(arguments: [16, 19, 25, 65_553])
  func `A damaged version of an earlier database is never taken for a newer release`(version: Int) throws {
    let store = try scratch.open()
    _ = try store.insert(record(request(title: "Kept")))
    try store.commit()
    store.close()
    try makeEarlier()
    try Database(path: scratch.file("bellhop.db")).execute("PRAGMA user_version = \(version)")
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(9))
    #expect(opened.notice?.contains("1 of 1 notifications") == true)
    #expect(try opened.store.unreadCount(app: nil) == 1)
  }
}
