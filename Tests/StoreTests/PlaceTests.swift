import Glibc
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// Storage that is taken away while it is in use.
@Suite struct PlaceTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try SQLiteStore.open(directory: scratch.path + "/state", durability: .power, now: .at(0)).store
    for number in 0..<20 { _ = try store.insert(record(request(title: "Title \(number)"))) }
    try store.commit()
  }

  private var directory: String { scratch.file("state") }
  private var database: String { "\(directory)/bellhop.db" }

  private func remove(_ path: String) { #expect(shell("rm -r \(quoted(path))").status == 0) }

  /// The database that the next start finds.
  private func next() throws -> Int {
    store.close()
    let opened = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    #expect(opened.notice == nil)
    defer { opened.store.close() }
    return try opened.store.unreadCount(app: nil)
  }

  private func expectEnd() {
    let fault = StorageFault(
      "\(database) was removed, moved or replaced while it was in use", cause: .replaced)
    for _ in 1...2 {
      #expect(throws: fault) { try store.insert(record()) }
      #expect(throws: fault) { try store.verify() }
    }
  }

  enum Removal: CaseIterable {
    case database, log, logAndIndex, lock, everything, directory

    /// Whether the database itself is still there.
    var keepsDatabase: Bool { [.log, .logAndIndex, .lock].contains(self) }
  }

  private func perform(_ removal: Removal) {
    switch removal {
    case .database: remove(database)
    case .log: remove("\(database)-wal")
    case .logAndIndex: for suffix in ["-wal", "-shm"] { remove(database + suffix) }
    case .lock: remove("\(directory)/bellhop.lock")
    case .everything: for suffix in ["", "-wal", "-shm"] { remove(database + suffix) }
    case .directory: remove(directory)
    }
  }

  @Test(arguments: Removal.allCases, [true, false])
  func
    `Where a file is removed nothing is stored any more, and the next start has what the database is left with`(
      removal: Removal, isWithin: Bool
    ) throws
  {
    if isWithin { _ = try store.insert(record()) }
    perform(removal)
    if isWithin {
      #expect { try store.commit() } throws: { ($0 as? StorageFault)?.cause == .replaced }
    }
    expectEnd()
    #expect(try store.unreadCount(app: nil) >= 20)
    #expect(try next() == (removal.keepsDatabase ? isWithin ? 21 : 20 : 0))
    remove(directory)
  }

  @Test(arguments: [true, false])
  func `A file that is put in the place is never touched, and one that was moved away before is whole`(
    isMoved: Bool
  ) throws {
    #expect(shell("sqlite3 \(quoted(database)) '.backup \(directory)/backup'").status == 0)
    let backup = try readFile("\(directory)/backup")
    _ = try store.insert(record())
    try store.commit()
    if isMoved { #expect(rename(database, "\(directory)/old.db") == 0) }
    #expect(rename("\(directory)/backup", database) == 0)
    expectEnd()
    store.close()
    #expect(try readFile(database) == backup)
    // Its log would be the other one's.
    #expect(access("\(database)-wal", F_OK) != 0)
    #expect(try next() == 20)
    if isMoved {
      #expect(rename("\(directory)/old.db", database) == 0)
      #expect(try next() == 21)
    }
    remove(directory)
  }

  @Test func `A directory that is moved away keeps all that it held`() throws {
    let elsewhere = scratch.file("elsewhere")
    #expect(rename(directory, elsewhere) == 0)
    expectEnd()
    #expect(access(directory, F_OK) != 0)
    #expect(rename(elsewhere, directory) == 0)
    #expect(try next() == 20)
    remove(directory)
  }
}
