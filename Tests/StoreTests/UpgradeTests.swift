import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// A database of an earlier version is read by the way of a damaged one.
@Suite struct UpgradeTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Makes the database one of version 17, which had other columns and wrote nested values in other forms.
  private func makeEarlier() throws {
    let database = try Database(path: scratch.file("bellhop.db"))
    defer { database.close() }
    let times = ["at", "after", "repeats", "minute", "hour", "day", "month", "weekday"]
    try database.execute(
      """
      \(times.map { "ALTER TABLE notifications ADD COLUMN trigger_\($0) INTEGER;" }.joined())
      ALTER TABLE notifications ADD COLUMN trigger_zone TEXT; ALTER TABLE notifications DROP COLUMN hints;
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
    var front = record(request(title: "Front"))
    var origin = DesktopOrigin()
    (origin.number, origin.hints, origin.urgency) = (1_000_001, [1], .critical)
    front.request.origin = Origin(origin)
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
    origin = DesktopOrigin()
    (origin.number, origin.caller) = (1_000_001, BusCaller(bus: "-", name: "-"))
    #expect(try later.record(numbered: 1_000_001)?.request.origin == Origin(origin))
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
