import CSQLite
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Delivery
@testable import Store

/// A database that is copied without its old bytes, because it is too large to be written anew while callers wait.
@Suite struct RebuiltCopyTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
    store.mostRebuilt = 0
    for number in 0..<400 { _ = try insert(number) }
    try store.commit()
  }

  private func insert(_ number: Int) throws -> NotificationID {
    let text = "row \(number) " + String(repeating: "old \(number) ", count: 20)
    return try store.insert(record(request(identifier: "\(number)", body: text)))
  }

  private func eraseHalf() throws {
    for record in try store.list(ListQuery(limit: 1_000)) where record.id.number % 2 == 0 {
      try store.erase(record)
    }
    try store.commit()
  }

  /// What `rebuild` throws until the copy is in its place.
  private func rebuilds() -> Bool { (try? store.rebuild()) == true }

  private func inode() -> UInt64 {
    var status = stat()
    return stat(scratch.file("bellhop.db"), &status) == 0 ? UInt64(status.st_ino) : 0
  }

  @Test func `The copy takes the database's place with all rows and without old bytes`() async throws {
    try eraseHalf()
    let before = inode()
    #expect(!rebuilds())
    try await eventually("the copy in its place") { self.rebuilds() ? () : nil }
    #expect(inode() != before)
    #expect(scratch.mode("bellhop.db") == 0o600)
    #expect(scratch.names() == ["bellhop.db", "bellhop.db-shm", "bellhop.db-wal", "bellhop.lock"])
    #expect(
      try store.list(ListQuery(limit: 1_000)).map(\.id.number) == stride(from: 399, to: 0, by: -2).map { $0 })
    let bytes = String(decoding: scratch.bytes("bellhop.db") + scratch.bytes("bellhop.db-wal"), as: UTF8.self)
    #expect(!bytes.contains("old 101 ") && bytes.contains("old 100 "))
    // The store goes on in the new file.
    let id = try insert(1_000)
    try store.commit()
    #expect(id.number == 401)
    try store.verify()
    store.close()
    let again = try SQLiteStore.open(directory: scratch.path, durability: .power, now: .at(9))
    #expect(again.notice == nil)
    #expect(try again.store.unreadCount(app: nil) == 201)
  }

  @Test func `No change that comes meanwhile is lost`() async throws {
    try eraseHalf()
    for round in 0..<30 {
      _ = rebuilds()
      // Sooner and later during the copy.
      for _ in 0..<round * 2 { try store.verify() }
      _ = try insert(2_000 + round)
      try store.commit()
    }
    try await eventually("the copy in its place") { self.rebuilds() ? () : nil }
    #expect(try store.unreadCount(app: nil) == 230)
    let database = try store.connected().database
    #expect(try IntegrityCheck { true }.finding(in: database) == nil)
  }

  @Test func `While another program reads the database the file stays, and serves`() async throws {
    try eraseHalf()
    let before = inode()
    let other = try Database(path: scratch.file("bellhop.db"), isReadOnly: true)
    try other.execute("BEGIN")
    #expect(try other.integer("SELECT count(*) FROM notifications") == 200)
    for _ in 0..<200 {
      #expect(!rebuilds())
      usleep(5_000)
    }
    #expect(inode() == before)
    _ = try insert(3_000)
    try store.commit()
    #expect(try other.integer("SELECT count(*) FROM notifications") == 200)
    other.closeKeepingLog()
    try await eventually("the copy in its place") { self.rebuilds() ? () : nil }
    #expect(inode() != before)
    #expect(try store.unreadCount(app: nil) == 201)
  }

  @Test func `A store that ends during the copy leaves no draft`() async throws {
    #expect(!rebuilds())
    store.close()
    try await eventually("no draft", holds: { !self.scratch.names().contains("bellhop.db.draft") })
    #expect(try scratch.open().unreadCount(app: nil) == 400)
  }
}
