import Delivery
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Store

/// Storage that is taken away while it is in use.
@Suite struct PlaceTests {
  private let scratch: Scratch
  private let reports = Reports()
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    let reports = reports
    store = try SQLiteStore.open(
      directory: scratch.path + "/state", durability: .power, now: .at(0), report: { reports.add($0) }
    ).store
    for number in 0..<20 { _ = try store.insert(record(request(title: "Title \(number)"))) }
    try store.commit()
  }

  private var directory: String { scratch.file("state") }
  private var database: String { "\(directory)/bellhop.db" }

  private func remove(_ path: String) { #expect(shell("rm -r \(quoted(path))").status == 0) }

  /// What another process would begin with now.
  private func survivors() throws -> Int {
    let copy = try Scratch()
    #expect(shell("cp \(quoted(directory))/bellhop.db* \(quoted(copy.path))/").status == 0)
    return try copy.open().unreadCount(app: nil)
  }

  enum Removal: CaseIterable {
    case database, log, logAndIndex, everything, directory
  }

  private func perform(_ removal: Removal) {
    switch removal {
    case .database: remove(database)
    case .log: remove("\(database)-wal")
    case .logAndIndex: for suffix in ["-wal", "-shm"] { remove(database + suffix) }
    case .everything: for suffix in ["", "-wal", "-shm"] { remove(database + suffix) }
    case .directory: remove(directory)
    }
  }

  @Test(arguments: Removal.allCases, [true, false])
  func `What was removed is written back with all that it held; a transaction in which it went is void`(
    removal: Removal, isWithin: Bool
  ) throws {
    if isWithin { _ = try store.insert(record()) }
    perform(removal)
    if isWithin {
      let reason = "\(database) was taken away in this very transaction"
      #expect(throws: StorageFault(reason, cause: .displaced)) { try store.commit() }
      #expect(try store.unreadCount(app: nil) == 20)
    }
    _ = try store.insert(record())
    try store.commit()
    #expect(
      reports.all == [
        .saved("\(database) was removed while it was in use; it was written back with all that it held")
      ])
    #expect(try survivors() == 21)
    _ = try store.insert(record())
    try store.commit()
    #expect(reports.all.count == 1)
    #expect(try survivors() == 22)
    store.close()
    let again = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    #expect(again.notice == nil)
    #expect(try again.store.unreadCount(app: nil) == 22)
    again.store.close()
    remove(directory)
  }

  @Test func `Whoever looks hears of it, too, and a lock that was removed is taken again`() throws {
    perform(.directory)
    try store.verify()
    #expect(reports.all.count == 1)
    #expect(throws: OpeningFault.inUse("\(directory) is in use by process \(getpid())")) {
      try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    }
    store.close()
    remove(directory)
  }

  @Test func `What cannot be written back is not stored, and tried again a second later`() async throws {
    perform(.directory)
    // A file where the directory was.
    try scratch.write([1], to: "state")
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    store.rollback()
    #expect(try store.unreadCount(app: nil) == 20)
    remove(directory)
    try await eventually("another attempt") {
      defer { store.rollback() }
      return try? store.begin()
    }
    _ = try store.insert(record())
    try store.commit()
    #expect(try survivors() == 21)
    store.close()
    remove(directory)
  }

  @Test func `Where another file stands nothing is stored, and that file is never touched`() throws {
    #expect(shell("sqlite3 \(quoted(database)) '.backup \(directory)/backup'").status == 0)
    let backup = try readFile("\(directory)/backup")
    _ = try store.insert(record())
    try store.commit()
    #expect(rename("\(directory)/backup", database) == 0)
    let fault = StorageFault("something else stands in the place of \(database)", cause: .replaced)
    #expect(throws: fault) { try store.insert(record()) }
    #expect(throws: fault) { try store.verify() }
    store.close()
    #expect(try readFile(database) == backup)
    #expect(reports.all == [.saved("what was stored before is in bellhop.db.replaced-1, beside \(database)")])
    // Its log would be the other one's.
    #expect(access("\(database)-wal", F_OK) != 0)
    let again = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    #expect(again.notice == nil)
    #expect(try again.store.unreadCount(app: nil) == 20)
    again.store.close()
    #expect(rename("\(directory)/bellhop.db.replaced-1", database) == 0)
    let before = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    #expect(try before.store.unreadCount(app: nil) == 21)
    before.store.close()
    remove(directory)
  }

  @Test func `Where the file is moved and another put in its place, neither has the other's log`() throws {
    #expect(shell("sqlite3 \(quoted(database)) '.backup \(directory)/backup'").status == 0)
    let backup = try readFile("\(directory)/backup")
    _ = try store.insert(record())
    try store.commit()
    #expect(rename(database, "\(directory)/old.db") == 0)
    #expect(rename("\(directory)/backup", database) == 0)
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    store.close()
    #expect(try readFile(database) == backup)
    #expect(access("\(database)-wal", F_OK) != 0)
    #expect(rename("\(directory)/bellhop.db.replaced-1", database) == 0)
    let before = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1))
    #expect(try before.store.unreadCount(app: nil) == 21)
    before.store.close()
    remove(directory)
  }

  @Test func `A directory that is replaced as a whole keeps all that it held`() throws {
    let elsewhere = scratch.file("elsewhere")
    #expect(rename(directory, elsewhere) == 0)
    let other = try SQLiteStore.open(directory: directory, durability: .power, now: .at(1)).store
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    store.close()
    other.close()
    #expect(shell("ls \(quoted(directory))").output == "bellhop.db\nbellhop.lock\n")
    let moved = try SQLiteStore.open(directory: elsewhere, durability: .power, now: .at(1)).store
    #expect(try moved.unreadCount(app: nil) == 20)
    moved.close()
    remove(directory)
    remove(elsewhere)
  }

  @Test func `What cannot be left beside the other file is kept by this process, which goes on`() throws {
    #expect(shell("sqlite3 \(quoted(database)) '.backup \(directory)/backup'").status == 0)
    #expect(rename("\(directory)/backup", database) == 0)
    // No room for a draft.
    mkdir("\(database).draft", 0o700)
    for _ in 1...2 {
      #expect { try store.insert(record()) } throws: { ($0 as? StorageFault)?.isFinal == false }
      store.rollback()
    }
    #expect(try store.unreadCount(app: nil) == 20)
    #expect(access("\(database)-wal", F_OK) == 0)
    rmdir("\(database).draft")
    store.close()
    remove(directory)
  }

  @Test func `While it is moved away nothing is stored, and all goes on when it is back`() throws {
    let elsewhere = scratch.file("elsewhere")
    #expect(rename(directory, elsewhere) == 0)
    #expect(throws: StorageFault.self) { try store.insert(record()) }
    store.rollback()
    #expect(throws: StorageFault.self) { try store.verify() }
    #expect(try store.unreadCount(app: nil) == 20)
    #expect(access(directory, F_OK) != 0)
    #expect(rename(elsewhere, directory) == 0)
    _ = try store.insert(record())
    try store.commit()
    #expect(reports.all.isEmpty)
    #expect(try survivors() == 21)
    store.close()
    remove(directory)
  }
}
