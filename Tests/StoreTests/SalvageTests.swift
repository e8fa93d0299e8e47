import Glibc
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// Invalid values in rows and in the schema, and their treatment by a salvage.
@Suite struct SalvageTests {
  private static let stored = 40

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func prepare() throws {
    let store = try scratch.open()
    try store.save(AppRecord(id: .mail, firstSeen: .at(0)))
    for number in 0..<Self.stored {
      let body = String(repeating: "b", count: 300)
      let id = try store.insert(record(request(title: "Title \(number)", body: body)))
      let place = Place.ordinary(Int64(number))
      try store.save(
        BannerRow(.notification(id), of: .mail, phase: .waiting(place, .alert(over: nil), failures: 0)))
      try store.append([Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: id, at: .at(0))
      _ = try store.append(
        Event(sequence: EventSequence(0), time: .at(0), kind: .dismissed, id: id), app: .mail)
    }
    try store.save(
      EventFollower(FollowerName(literal: "window"), acknowledged: EventSequence(3), seen: .at(0)), of: .mail)
    try store.keepRatingPrompt(of: .mail, at: .at(0))
    try store.commit()
    store.close()
  }

  private func change(_ sql: String) throws {
    let other = try Database(path: scratch.file("bellhop.db"))
    try other.execute(sql)
    other.close()
    try scratch.write(Array("suspect".utf8), to: "bellhop.lock", truncating: true)
  }

  private func reopened() throws -> (store: SQLiteStore, notice: String) {
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    return (opened.store, try #require(opened.notice))
  }

  static let unwritten = [
    "notifications SET repeats = \(Int64.max) WHERE id = 3", "notifications SET repeats = -1 WHERE id = 3",
    "banners SET failures = \(Int64.max) WHERE notification = 3",
    "banners SET rank = 4 WHERE notification = 3",
    "banners SET number = \(Int64.max) WHERE notification = 3",
    "banners SET number = -1 WHERE notification = 3",
    "banners SET errand = 'update' WHERE notification = 3",
    "banners SET phase = 'onScreen' WHERE notification = 3",
    "notifications SET unread = 77 WHERE id = 3",
    "notifications SET private = 2 WHERE id = 3", "notifications SET expires_after = -5 WHERE id = 3",
    #"notifications SET trigger = '{"after":0,"repeats":true}' WHERE id = 3"#,
    #"notifications SET trigger = '{"minute":60}' WHERE id = 3"#,
    "notifications SET actions = '[{}]' WHERE id = 3", "notifications SET conventions = '[' WHERE id = 3",
    "tallies SET unread = 41", "tallies SET stored = \(Int64.max)",
    "tallies SET app = 'org.example.Other'", "streams SET kept = \(Int64.max)", "streams SET last = 7",
    "streams SET last = \(Int64.max)", "streams SET acknowledged = \(highestNumber)",
    "sqlite_sequence SET seq = \(Int64.max) WHERE name = 'notifications'",
    "events SET unread = \(Int64.max) WHERE sequence = 3", "events SET notification = -1 WHERE sequence = 3",
    "decisions SET ordinal = \(Int64.max) WHERE notification = 3", "apps SET chosen = 'Authorization=5'",
    "apps SET verified = 7", "apps SET question_asked = \(Int64.max), question_stage = 'open'",
    "followers SET acknowledged = -1", "followers SET name = 'no name'",
    "rating_prompts SET ordinal = \(Int64.max)", "rating_prompts SET engaged = 9",
  ]

  @Test(arguments: unwritten)
  func `A value that nobody here can have written is damage, and only its row is lost`(change: String) throws
  {
    try prepare()
    try self.change("UPDATE \(change)")
    let (store, notice) = try reopened()
    #expect(notice.contains("is damaged"))
    #expect(try store.unreadCount(app: nil) >= Self.stored - 1)
    #expect(try store.list(ListQuery(limit: 100)).count >= Self.stored - 1)
    let sequence = try store.append(
      Event(sequence: EventSequence(0), time: .at(0), kind: .expired), app: .mail
    ).sequence
    #expect(sequence == EventSequence(Int64(Self.stored + 1)))
    let place = try store.lastPlaceNumber()
    #expect(place >= Self.stored - 2 && place < Self.stored)
    #expect(try store.insert(record()) == NotificationID(Int64(Self.stored + 1)))
    try store.commit()
    store.close()
    try scratch.write(Array("suspect".utf8), to: "bellhop.lock", truncating: true)
    _ = try scratch.open()
  }

  static let written = [
    "banners SET rank = 0, number = 0 WHERE notification = 3",
    "banners SET phase = 'held', held = number, rank = NULL, errand = NULL WHERE notification = 3",
    """
    notifications SET unread = 0, state = 'read' WHERE id < 9;
    UPDATE tallies SET unread = (SELECT count(*) FROM notifications WHERE unread AND app = tallies.app)
    """,
    "notifications SET repeats = 1000000, posted = 0, due = 0 WHERE id = 3",
    "apps SET verified = NULL, chosen = 'Banners=false;Unheard=of', marketing_asked = NULL",
  ]

  @Test(arguments: written)
  func `What can have been written is no damage`(change: String) throws {
    try prepare()
    try self.change("UPDATE \(change)")
    _ = try scratch.open()
  }

  @Test(arguments: [("until INTEGER", "until I\tTEGER"), ("prunable_by_age ON", "prunable_by_age XN")])
  func `Damage to the text of the schema is damage, whatever SQLite calls it`(text: String, damaged: String)
    throws
  {
    try prepare()
    let place = try #require(scratch.bytes("bellhop.db").firstRange(of: Array(text.utf8)))
    try scratch.write(Array(damaged.utf8), to: "bellhop.db", at: place.lowerBound)
    #expect(try reopened().store.unreadCount(app: nil) == Self.stored)
  }

  /// Three thousand rows: the file, and where its leaf pages begin.
  private func manyRows() throws -> (bytes: [UInt8], leaves: [Int]) {
    let store = try scratch.open()
    for number in 1...3_000 {
      _ = try store.insert(record(request(title: "Title \(number)")))
    }
    try store.commit()
    store.close()
    let page = StoreConnection.pageBytes
    let bytes = scratch.bytes("bellhop.db")
    // Past the first pages, in which the other tables begin.
    return (bytes, stride(from: 60 * page, to: bytes.count, by: page).filter { bytes[$0] == 13 })
  }

  @Test func `Every row that can be reached is found, on whatever side of however many holes it is`() throws {
    let (bytes, leaves) = try manyRows()
    let page = StoreConnection.pageBytes
    let damaged = leaves.enumerated().filter { $0.offset % 5 == 2 }.map(\.element)
    #expect(damaged.count > 3)
    for offset in damaged {
      try scratch.write([UInt8](repeating: 0x5A, count: page), to: "bellhop.db", at: offset)
    }
    let (salvaged, notice) = try reopened()
    let found = try salvaged.storedCount(app: nil)
    let lost = damaged.reduce(0) { $0 + Int(bytes[$1 + 3]) << 8 + Int(bytes[$1 + 4]) }
    #expect(found == 3_000 - lost)
    #expect(notice.contains("lost are \(lost) notifications"))
  }

  @Test func `The rows behind a number that is too large are found`() throws {
    let (bytes, leaves) = try manyRows()
    // The first cell of a leaf in the middle: its length in one byte or two, and then the number in two.
    let leaf = leaves[leaves.count / 2]
    let cell = leaf + Int(bytes[leaf + 8]) << 8 + Int(bytes[leaf + 9])
    let number = bytes[cell] < 0x80 ? cell + 1 : cell + 2
    try scratch.write([bytes[number] | 0x40], to: "bellhop.db", at: number)
    try scratch.write(Array("suspect".utf8), to: "bellhop.lock", truncating: true)
    #expect(try reopened().store.storedCount(app: nil) == 3_000)
  }

  @Test func `The rows before numbers that are too small are found`() throws {
    let (bytes, leaves) = try manyRows()
    let page = StoreConnection.pageBytes
    // The first leaf's rows stand in the place of the last.
    let (first, last) = (leaves[0], leaves[leaves.count - 1])
    try scratch.write(Array(bytes[first..<(first + page)]), to: "bellhop.db", at: last)
    try scratch.write(Array("suspect".utf8), to: "bellhop.lock", truncating: true)
    let lost = Int(bytes[last + 3]) << 8 + Int(bytes[last + 4])
    let found = try reopened().store.storedCount(app: nil)
    #expect(found == 3_000 - lost)
  }

  @Test func `A table of which no row can be reached is soon given up`() throws {
    try prepare()
    let page = StoreConnection.pageBytes
    let database = try Database(path: scratch.file("bellhop.db"), isReadOnly: true)
    let root = try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'notifications'")
    database.close()
    let place = try (#require(root.map(Int.init)) - 1) * page
    try scratch.write([UInt8](repeating: 0x5A, count: page), to: "bellhop.db", at: place)
    var probes = 0
    let yield = try salvage(progress: { probes += 1 })
    #expect(yield.rows["notifications"] == nil && yield.rows["events"] == Self.stored)
    #expect(probes < 2_000)
  }

  @Test func `Of two rows with one number for their app neither is lost`() throws {
    try prepare()
    // A page that came back from an earlier time.
    try change(
      """
      DROP INDEX by_front_number;
      UPDATE notifications SET conventions = '{}', front_number = 1000007 WHERE id IN (3, 5);
      UPDATE notifications SET repeats = -1 WHERE id = 7
      """)
    let store = try reopened().store
    #expect(
      try [3, 5].map { try store.record(NotificationID($0))?.request.title } == ["Title 2", "Title 4"])
    #expect(try store.record(numbered: 1_000_007)?.id == NotificationID(3))
  }

  // MARK: The new database

  /// `seventh`: the trigger's action at the seventh notification.
  private func salvage(whereSeventh seventh: String) throws -> SalvageYield {
    try prepare()
    return try salvage(
      with: "CREATE TRIGGER seventh AFTER INSERT ON notifications WHEN new.id = 7 BEGIN \(seventh); END")
  }

  /// `sql` prepares the new database.
  private func salvage(with sql: String = "", progress: @escaping () -> Void = {}) throws -> SalvageYield {
    try scratch.write([], to: "target")
    let target = try Database(path: scratch.file("target"))
    defer { target.close() }
    try Schema.create(in: target)
    try target.execute(sql)
    let source = try Database(path: scratch.file("bellhop.db"), isReadOnly: true)
    defer { source.close() }
    var salvage = try Salvage(to: target, progress: progress)
    try salvage.carryOver(from: source)
    return try salvage.finish()
  }

  @Test func `A row that its trigger refuses stays behind whole`() throws {
    #expect(try salvage(whereSeventh: "SELECT RAISE(ABORT, 'no')").rows["notifications"] == Self.stored - 1)
  }

  @Test func `A new database that is not sound is never used, and another try may do better`() throws {
    let fault = #expect(throws: SQLiteFault.self) {
      try salvage(whereSeventh: "UPDATE notifications SET repeats = -1 WHERE id = 7")
    }
    #expect(fault?.mayPass == true)
  }
}
