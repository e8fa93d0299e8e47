import CSQLite
import Glibc
import NotificationModel
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

/// Damaged files: readable rows are carried over, and the files are kept.
@Suite struct DamageTests {
  private static let page = 4_096
  private static let stored = 200

  private static let news = AppID.literal("org.example.News")

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Notifications of two apps, with a decision each, and an event for each tenth; ended in order, or copied as a
  /// process that was killed leaves them.
  private func prepare(_ count: Int = stored, killed: Bool = false) throws {
    let origin = killed ? try Scratch() : scratch
    let store = try origin.open()
    for number in 0..<count {
      let app = number % 2 == 0 ? AppID.mail : Self.news
      try store.save(AppRecord(id: app, firstSeen: .at(0)))
      let posted = request(app.text, title: "Title \(number)", body: String(repeating: "b", count: 300))
      let id = try store.insert(record(posted))
      try store.append(
        [Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: id, at: .at(Int64(number)))
      if number % 10 == 0 {
        _ = try store.append(
          Event(sequence: EventSequence(0), time: .at(0), kind: .dismissed, id: id), app: app)
      }
      if number % 20 == 19 { try store.commit() }
    }
    try store.set("silent", to: "on")
    try store.commit()
    guard killed else { return store.close() }
    for name in ["bellhop.db", "bellhop.db-wal"] { try scratch.write(origin.bytes(name), to: name) }
  }

  private func reopened() throws -> (store: SQLiteStore, notice: String) {
    let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(5))
    return (opened.store, try #require(opened.notice))
  }

  private var aside: String { "bellhop.db.corrupt-\(Timestamp.at(5).milliseconds)" }

  private func number(_ sql: String) throws -> Int {
    let database = try Database(path: scratch.file("bellhop.db"))
    return Int(try #require(try database.integer(sql)))
  }

  private func root(_ table: String) throws -> Int {
    try number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'") - 1
  }

  enum Damage: CaseIterable {
    case header, firstPage, otherApplication, noApplication, negativeVersion, earlierVersion, laterVersion,
      noTables, leaf, leaves, indexRoot
    case notificationsRoot, decisionsRoot, appsRoot, truncated, oddEnd, scattered

    /// A lower bound for the readable ones of 200.
    var kept: Int {
      switch self {
      case .header, .firstPage, .otherApplication, .noApplication, .negativeVersion, .earlierVersion,
        .laterVersion,
        .noTables,
        .indexRoot,
        .decisionsRoot,
        .appsRoot:
        stored
      // Nothing else leads to them.
      case .notificationsRoot: 0
      case .leaf, .oddEnd: stored - 10
      case .leaves: stored - 30
      case .truncated, .scattered: stored / 4
      }
    }
  }

  private func damage(_ damage: Damage) throws {
    let pages = scratch.bytes("bellhop.db").count / Self.page
    let noise = { (count: Int) in [UInt8](repeating: 0x5A, count: count) }
    func put(_ bytes: [UInt8], at offset: Int) throws {
      try scratch.write(bytes, to: "bellhop.db", at: offset)
    }
    switch damage {
    case .header: try put(noise(100), at: 0)
    case .firstPage: try put(noise(Self.page), at: 0)
    case .otherApplication: try put([1, 2, 3, 4], at: 68)
    case .noApplication: try put([0, 0, 0, 0], at: 68)
    case .negativeVersion: try put([0xFF, 0xFF, 0xFF, 0xFE], at: 60)
    // A bit of the version, and the number of tables in the table of contents.
    case .earlierVersion: try put([0, 0, 0, 14], at: 60)
    case .laterVersion: try put([0, 1, 0, 15], at: 60)
    case .noTables: try put([0, 0], at: 103)
    case .leaf: try put(noise(Self.page), at: pages / 2 * Self.page)
    case .leaves: for part in 1...3 { try put(noise(Self.page), at: (pages * part / 4 + 3) * Self.page) }
    case .indexRoot: try put(noise(Self.page), at: try root("by_time") * Self.page)
    case .notificationsRoot: try put(noise(Self.page), at: try root("notifications") * Self.page)
    case .decisionsRoot: try put(noise(Self.page), at: try root("decisions") * Self.page)
    case .scattered:
      // Every seventh page, and not the first.
      for page in stride(from: 7, to: pages, by: 7) { try put(noise(8), at: page * Self.page) }
    case .appsRoot: try put(noise(Self.page), at: try root("apps") * Self.page)
    case .truncated, .oddEnd:
      let bytes = scratch.bytes("bellhop.db")
      let end = damage == .truncated ? pages * 3 / 4 * Self.page : bytes.count - 777
      try scratch.write(Array(bytes.prefix(end)), to: "bellhop.db", truncating: true)
    }
  }

  @Test(arguments: Damage.allCases)
  func `What can be read of a damaged database is carried over, and the damaged one kept`(damage: Damage)
    throws
  {
    try prepare()
    try self.damage(damage)
    let damaged = scratch.bytes("bellhop.db")
    let (store, notice) = try reopened()
    #expect(notice.contains("it was moved to \(aside), and a new one begun"))
    let isWhole = scratch.bytes(aside) == damaged
    #expect(isWhole)
    #expect(scratch.mode(aside) == 0o600 && scratch.mode("bellhop.db") == 0o600)
    let kept = try store.unreadCount(app: nil)
    #expect(kept >= damage.kept && kept <= Self.stored, "\(kept)")
    #expect(notice.contains("and a new one begun: \(kept) of \(Self.stored) "), "\(notice)")
    #expect(
      notice.contains("lost are \(Self.stored - kept) notifications") == (kept < Self.stored), "\(notice)")
    #expect(try store.unreadCount(app: .mail) + store.unreadCount(app: Self.news) == kept)
    #expect(try store.list(ListQuery(limit: 1_000)).count == kept)
    // No number is given twice, even after a loss.
    #expect(try store.insert(record()).number > Int64(kept))
    try store.commit()
    store.close()
    #expect(try number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    #expect(try number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(scratch.names() == ["bellhop.db", "bellhop.lock", aside])
    #expect(try scratch.open().unreadCount(app: nil) == kept + 1)
  }

  /// Two bits of each byte of the header, each in a file by itself (https://www.sqlite.org/fileformat.html §1.3).
  @Test func `One damaged bit of the header loses no row, and is never taken for a newer release`() throws {
    try prepare(20)
    let whole = scratch.bytes("bellhop.db")
    for bit in 0..<800 where bit % 8 == 0 || bit % 8 == 6 {
      let damaged = try Scratch()
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      try damaged.write(bytes, to: "bellhop.db")
      try damaged.write(Array("suspect 4194304".utf8), to: "bellhop.lock")
      let opened = try SQLiteStore.open(directory: damaged.path, durability: .crash, now: .at(5))
      let kept = try opened.store.unreadCount(app: nil)
      // The number of pages: without the last one its rows are lost, and the notice says so.
      let least = (28..<32).contains(bit / 8) ? 18 : 20
      #expect(kept >= least, "byte \(bit / 8), bit \(bit % 8): \(opened.notice ?? "")")
      opened.store.close()
    }
  }

  @Test func `Everything else is carried over too`() throws {
    try prepare()
    try damage(.header)
    let (store, notice) = try reopened()
    #expect(try store.apps().map(\.id) == [.mail, Self.news])
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 100).count == 20)
    #expect(try store.lastSequence(app: .mail) == EventSequence(20))
    #expect(try store.decisions(of: NotificationID(7)).map(\.decision.reason.key) == ["w"])
    #expect(try store.value("silent") == "on")
    #expect(
      notice.contains(
        "200 of 200 notifications, 200 decisions about them, 20 events and 2 apps were carried over"))
    // Counters continue.
    _ = try store.acknowledge(app: .mail, through: EventSequence(20))
    #expect(
      try store.append(Event(sequence: EventSequence(0), time: .at(1), kind: .expired), app: .mail).sequence
        == EventSequence(21))
    try store.commit()
  }

  @Test(arguments: [20, 200], [true, false])
  func `A log without its database is set aside, and what it holds carried over`(count: Int, isMissing: Bool)
    throws
  {
    // Older ones, which have no log: it is not theirs.
    let others = ["bellhop.db.corrupt-1", "bellhop.db.earlier-2"]
    for name in others { try scratch.write([1, 2, 3], to: name) }
    try prepare(count, killed: true)
    let log = scratch.bytes("bellhop.db-wal")
    if isMissing {
      unlink(scratch.file("bellhop.db"))
    } else {
      try scratch.write([], to: "bellhop.db", truncating: true)
    }
    let (store, notice) = try reopened()
    #expect(try store.unreadCount(app: nil) == count)
    #expect(notice.contains("is empty, and its log is not; it was moved to \(aside)"))
    #expect(notice.contains("\(count) of \(count) notifications"))
    let isWhole = scratch.bytes("\(aside)-wal") == log
    #expect(isWhole)
    #expect(scratch.names().isDisjoint(with: others.map { "\($0)-wal" }))
  }

  @Test(arguments: [false, true])
  func `A log is kept and read although its database has lost all but a byte`(hasJournal: Bool) throws {
    try prepare(20, killed: true)
    let log = scratch.bytes("bellhop.db-wal")
    try scratch.write([0x53], to: "bellhop.db", truncating: true)
    // SQLite takes a file of one byte for an empty one, and removes its log.
    if hasJournal { try scratch.write([1, 2, 3], to: "bellhop.db-journal") }
    let (store, notice) = try reopened()
    #expect(try store.unreadCount(app: nil) == 20)
    #expect(notice.contains("20 of 20 notifications"))
    let isWhole = scratch.bytes("\(aside)-wal") == log
    #expect(isWhole)
  }

  @Test func `Of a log that was cut everything before the cut is there, and nothing is set aside`() throws {
    try prepare(200, killed: true)
    let log = scratch.bytes("bellhop.db-wal")
    try scratch.write(Array(log.prefix(log.count / 2)), to: "bellhop.db-wal", truncating: true)
    let kept = try scratch.open().unreadCount(app: nil)
    #expect((20..<200).contains(kept))
    #expect(!scratch.names().contains(aside))
  }

  @Test func `A row that nobody here wrote stays behind, and all the others come along`() throws {
    try prepare()
    let other = try Database(path: scratch.file("bellhop.db"))
    try other.execute("UPDATE notifications SET outcome = 'nonsense' WHERE id = 7")
    other.close()
    // Reading the pages through finds nothing.
    let (store, notice) = try reopened()
    #expect(try store.record(NotificationID(7)) == nil)
    #expect(try store.unreadCount(app: nil) == 199)
    #expect(notice.contains("199 of 200 notifications, 199 decisions"))
    #expect(notice.contains("lost is 1 notification"))
  }

  @Test func `Damage that is met in use is looked into, found, and carried over at the next start`()
    async throws
  {
    try prepare()
    let reports = Reports()
    let store = try SQLiteStore.open(
      directory: scratch.path, durability: .power, now: .at(0), report: reports.add
    ).store
    let other = try Database(path: scratch.file("bellhop.db"))
    try other.execute("UPDATE notifications SET outcome = 'nonsense' WHERE id = 7")
    other.close()
    #expect(throws: StorageFault("SQLite 11: database disk image is malformed")) {
      try store.record(NotificationID(7))
    }
    // Everything else goes on meanwhile.
    #expect(try store.record(NotificationID(8)) != nil)
    try await eventually("a finding", holds: { reports.count == 1 })
    let path = scratch.file("bellhop.db")
    let damage = StorageFault(
      "\(path) is damaged (SQLite 11: database disk image is malformed)", cause: .damaged)
    #expect(throws: damage) { try store.verify() }
    #expect(throws: damage) { try store.insert(record()) }
    store.close()
    let (again, _) = try reopened()
    #expect(try again.unreadCount(app: nil) == 199)
  }

  @Test
  func
    `A suspicion that is unfounded leaves the file where it is, also when the process dies of something else`()
    async throws
  {
    try prepare()
    let store = try scratch.open()
    store.doubt()
    #expect(String(decoding: scratch.bytes("bellhop.lock"), as: UTF8.self) == "suspect \(getpid())")
    _ = try store.insert(record())
    try store.commit()
    // As a kill leaves it.
    let left = try Scratch()
    for name in ["bellhop.db", "bellhop.db-wal", "bellhop.lock"] {
      try left.write(scratch.bytes(name), to: name)
    }
    #expect(try left.open().unreadCount(app: nil) == Self.stored + 1)
    store.close()
    #expect(try scratch.open().unreadCount(app: nil) == Self.stored + 1)
  }

  @Test func `A salvage that a kill cut short is begun anew`() throws {
    try prepare()
    try damage(.leaf)
    try scratch.write([1, 2, 3], to: "bellhop.db.draft")
    let (store, _) = try reopened()
    #expect(try store.unreadCount(app: nil) >= Self.stored - 10)
    store.close()
    #expect(!scratch.names().contains("bellhop.db.draft"))
  }

  @Test(arguments: [true, false])
  func `A salvage that a kill cut short after the damaged database was moved is finished, and told`(
    isLogMoved: Bool
  ) throws {
    try prepare(20, killed: true)
    let database = scratch.bytes("bellhop.db")
    try scratch.write([1, 2, 3], to: "bellhop.db.draft")
    #expect(rename(scratch.file("bellhop.db"), scratch.file(aside)) == 0)
    if isLogMoved { #expect(rename(scratch.file("bellhop.db-wal"), scratch.file("\(aside)-wal")) == 0) }
    let (store, notice) = try reopened()
    #expect(
      notice.contains("was damaged; it was moved to \(aside), and a new one begun: 20 of 20 notifications"))
    #expect(try store.unreadCount(app: nil) == 20)
    let isWhole = scratch.bytes(aside) == database
    #expect(isWhole)
    store.close()
    // The check that an unclean end brings is not waited for, and keeps the log until it ends.
    let lasting = scratch.names().subtracting(["bellhop.db-wal", "bellhop.db-shm"])
    #expect(lasting == ["bellhop.db", "bellhop.lock", aside, "\(aside)-wal"])
  }

  @Test func `Of several that were set aside the last one is carried over, whatever the clock said`() throws {
    try prepare(20)
    let later = "bellhop.db.corrupt-\(Timestamp.at(9).milliseconds)"
    try scratch.write([1, 2, 3], to: later)
    try damage(.header)
    let (store, notice) = try reopened()
    let last = "bellhop.db.corrupt-\(Timestamp.at(9).milliseconds + 1)"
    #expect(notice.contains("it was moved to \(last)"))
    #expect(try store.unreadCount(app: nil) == 20)
    store.close()
    // As it was before the last step.
    #expect(rename(scratch.file("bellhop.db"), scratch.file("bellhop.db.draft")) == 0)
    #expect(try reopened().store.unreadCount(app: nil) == 20)
  }

  @Test func `A check that is given up finds no damage, which a failing disk may have feigned`() throws {
    try prepare()
    try damage(.leaf)
    let file = try DatabaseFile(in: StateDirectory(path: scratch.path))
    #expect(IntegrityCheck { true }.verdict(on: file) == .damaged("is damaged"))
    #expect(IntegrityCheck { false }.verdict(on: file) == .interrupted)
  }

  @Test func `The end waits for no check that is under way, and says that there is one`() async throws {
    try prepare()
    let store = try scratch.open()
    store.doubt()
    try await eventually("a check without a finding", holds: { !store.check.isDoubted })
    // The next one begins after a pause.
    store.doubt()
    store.close()
    #expect(String(decoding: scratch.bytes("bellhop.lock"), as: UTF8.self) == "suspect \(getpid())")
    #expect(try scratch.open().unreadCount(app: nil) == Self.stored)
  }

  @Test func `A database of another program is set aside unchanged with its journal, and no row comes of it`()
    throws
  {
    try scratch.write([], to: "other")
    let other = try Database(path: scratch.file("other"))
    try other.execute("CREATE TABLE notifications (id INTEGER PRIMARY KEY); PRAGMA application_id = 7")
    other.close()
    let content = scratch.bytes("other")
    try scratch.write(content, to: "bellhop.db")
    try scratch.write([1, 2, 3], to: "bellhop.db-journal")
    let (store, notice) = try reopened()
    #expect(notice.contains("no database of this program; it was moved to \(aside)"))
    #expect(try store.insert(record()) == NotificationID(1))
    let isWhole = scratch.bytes(aside) == content
    #expect(isWhole)
    #expect(scratch.bytes("\(aside)-journal") == [1, 2, 3])
  }

  @Test func `A file of another program is set aside whole, and nothing comes of it`() throws {
    for (moment, content) in [Array("hello".utf8), [0x53], [UInt8](repeating: 0x5A, count: 9_000)]
      .enumerated()
    {
      try scratch.write(content, to: "bellhop.db", truncating: true)
      let opened = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(Int64(moment)))
      #expect(opened.notice?.contains("0 notifications") == true)
      #expect(try opened.store.insert(record()) == NotificationID(1))
      opened.store.close()
      #expect(scratch.bytes("bellhop.db.corrupt-\(Timestamp.at(Int64(moment)).milliseconds)") == content)
    }
  }
}

/// The number of a store's reports, from any thread.
final class Reports: Sendable {
  private let reports = Atomic<Int>(0)
  var count: Int { reports.load(ordering: .relaxed) }
  @Sendable func add() { reports.add(1, ordering: .relaxed) }
}
