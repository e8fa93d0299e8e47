import Glibc
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

@Suite struct ErasingTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  private func stored(_ title: String) throws -> NotificationRecord {
    var record = record(request(title: title))
    record.id = try store.insert(record)
    return record
  }

  @Test func `What is erased takes its events with it, and what counts them counts right`() throws {
    let (first, second) = (try stored("a"), try stored("b"))
    for id in [first.id, second.id, first.id] {
      _ = try store.append(Event(time: .at(0), kind: .activated, id: id), app: .mail)
    }
    try store.append([Ruling("g", .shown, .showed)], to: first.id, at: .at(0))
    try store.erase(first)
    try store.commit()
    #expect(try store.record(first.id) == nil)
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 9).map(\.sequence.number) == [2])
    #expect(try store.lastSequence(app: .mail) == EventSequence(3))
    #expect(try store.storedCount(app: .mail) == 1 && store.storedCount(app: nil) == 1)
    #expect(try store.decisions(of: first.id, after: 0, limit: 9).isEmpty)
    let database = try store.connected().database
    #expect(try IntegrityCheck { true }.finding(in: database) == nil)
  }

  @Test(arguments: [(Int64?.none, 4), (0, 0), (5, 0), (6, 2), (7, 3), (9, 4)])
  func `Databases that were set aside before a time are taken away with their logs, and nothing else`(
    time: Int64?, gone: Int
  ) throws {
    let aside = [
      "bellhop.db.corrupt-5", "bellhop.db.corrupt-5-wal", "bellhop.db.corrupt-8", "bellhop.db.earlier-6",
    ]
    let others = ["notes", "bellhop.db.corrupt-", "bellhop.db.corrupt-x"]
    for name in aside + others { try scratch.write(Array("secret".utf8), to: name) }
    _ = try stored("a")
    // A directory is no database, and does not keep the databases from being erased.
    let directory = scratch.file("bellhop.db.corrupt-0")
    #expect(mkdir(directory, 0o700) == 0)
    defer { rmdir(directory) }
    #expect(store.filesSetAside == aside.map { scratch.file($0) })
    store.eraseFilesSetAside(before: time.map(Timestamp.init(milliseconds:)))
    try store.commit()
    #expect(store.filesSetAside.count == aside.count - gone)
    #expect(scratch.names().isSuperset(of: others + ["bellhop.db.corrupt-0"]))
    store.close()
    #expect(try scratch.open().unreadCount(app: nil) == 1)
  }

  @Test func `An event about one that is still there stays, however much is deleted at a time`() throws {
    let (gone, here) = (try stored("a"), try stored("b"))
    try store.erase(gone)
    for id in [gone.id, here.id, gone.id] {
      _ = try store.append(
        Event(time: .at(0), kind: .activated, id: id, action: ItemID("open")), app: .mail)
    }
    for count in [1, 1, 0] { #expect(try store.eraseEvents(app: nil, limit: 1) == count) }
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 9).map(\.sequence.number) == [2])
    try store.commit()
    let database = try store.connected().database
    #expect(try IntegrityCheck { true }.finding(in: database) == nil)
  }

  @Test func `What is deleted of an app came into being no later than a certain one`() throws {
    let records = [try stored("a"), try stored("b"), try stored("c")]
    #expect(try store.newestID() == records[2].id)
    let first = try store.records(app: .mail, through: records[1].id, limit: 9).map(\.id)
    #expect(first.sorted() == [records[0].id, records[1].id])
    #expect(try store.records(app: nil, through: records[1].id, limit: 1).count == 1)
    let other = try #require(AppID("org.example.Other"))
    #expect(try store.records(app: other, through: records[2].id, limit: 9).isEmpty)
  }

  /// SQLite leaves bytes of rows in the gaps of a page that it has balanced; only `rebuild` removes these, too.
  @Test func `Of many that have grown and moved nothing that was erased is left in the files`() throws {
    var (random, records) = (SeededGenerator(seed: 7), [NotificationRecord]())
    func marker(_ record: NotificationRecord) -> String {
      "m\(String(1_000_000 + record.id.number))x"
    }
    for _ in 0..<2_000 {
      var record = try stored("t")
      record.request.identifier = OpaqueName(marker(record))
      record.request.body = String(repeating: marker(record), count: .random(in: 1...40, using: &random))
      try store.update(record)
      let rulings = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Ruling("g", .shown, .showed, .name(marker(record)))
      }
      try store.append(rulings, to: record.id, at: .at(0))
      records.append(record)
      if records.count % 100 == 0 { try store.commit() }
    }
    for index in records.indices where Bool.random(using: &random) {
      records[index].request.body? += String(repeating: "z", count: .random(in: 0...300, using: &random))
      try store.update(records[index])
    }
    try store.commit()
    let erased = records.filter { $0.id.number % 3 == 0 }
    for record in erased.shuffled(using: &random) { try store.erase(record) }
    try store.commit()
    try store.rebuild()
    try store.eraseTraces()
    var found: Set<Int64> = []
    for name in scratch.names() {
      let bytes = scratch.bytes(name)
      for start in bytes.indices.dropLast(8)
      where bytes[start] == UInt8(ascii: "m") && bytes[start + 8] == UInt8(ascii: "x") {
        if let number = Int64(String(decoding: bytes[(start + 1)..<(start + 8)], as: UTF8.self)) {
          found.insert(number - 1_000_000)
        }
      }
    }
    #expect(found.count > 1_000)
    #expect(found.isDisjoint(with: erased.map(\.id.number)))
    // The counts are right, and the database is sound.
    #expect(try store.storedCount(app: .mail) == records.count - erased.count)
    try store.erase(records[0])
    try store.commit()
    #expect(try store.storedCount(app: .mail) == records.count - erased.count - 1)
    let database = try store.connected().database
    #expect(try IntegrityCheck { true }.finding(in: database) == nil)
  }
}
