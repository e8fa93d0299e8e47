import Delivery
import Glibc
import NotificationModel
import TestSupport

@testable import Store

let databaseTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "database",
    parsers: [
      "Store/Damage/IntegrityCheck.swift", "Store/Damage/Opening.swift", "Store/Damage/Replacement.swift",
      "Store/Damage/Salvage.swift", "Store/Damage/TableReading.swift",
    ], maximumLength: 256, check: checkDatabase)
]

/// The input is what happened to the files of a store: each change is a kind, a page, a place in it and a byte. What the
/// store held is there afterwards, or the damaged files are kept and the loss is told.
@Sendable private func checkDatabase(_ bytes: [UInt8]) throws {
  var choice = FuzzBytes(bytes)
  let isKilled = choice.chance()
  let known = isKilled ? try KnownStore.killed() : try KnownStore.closed()
  var changes = Changes(database: known.database, log: known.log)
  for _ in 0..<24 where !choice.isEmpty { changes.make(&choice) }
  let files = StateFiles.shared
  files.replace(with: [
    "bellhop.db": changes.database, "bellhop.db-wal": changes.log, "bellhop.lock": Array("suspect 1".utf8),
  ])

  let opened: Opened
  do throws(OpeningFault) {
    opened = try SQLiteStore.open(directory: files.path, durability: .crash, now: .at(5))
  } catch {
    // A damaged version may look like one of a later release. Nothing is touched then.
    guard case .tooNew = error else { throw Violation("the store is not opened: \(error)") }
    return try require(files.bytes("bellhop.db") == changes.database, "a newer database is changed")
  }
  let kept = try ids(in: opened.store)
  let aside = files.names().filter { $0.hasPrefix("bellhop.db.") }
  if let notice = opened.notice {
    let isEarlier = notice.contains("development builds")
    // The log of an earlier version is copied into its file.
    if !isEarlier || changes.log.isEmpty {
      try require(
        files.bytes(aside.min() ?? "") == changes.database, "the damaged database is not kept as it was")
      try require(
        changes.log.isEmpty || files.bytes((aside.min() ?? "") + "-wal") == changes.log,
        "the damaged log is not kept")
    }
    try require(
      notice.contains("begun: \(kept.count) ") || isEarlier,
      "\(kept.count) are left, and the notice says: \(notice)")
  } else {
    try require(aside.isEmpty, "a file is set aside, and nothing says so: \(aside)")
    // A log that ends early is one that a crash cut: what was committed last is missing.
    let isLogChanged = changes.log != known.log
    let all = Array(1...KnownStore.count)
    try require(
      kept == Array(all.prefix(isLogChanged ? kept.count : all.count)),
      "only \(kept) are left, and nothing says so")
  }
  try use(opened.store, kept: kept.count, in: files)
}

/// The store works afterwards, is sound, and gives no number twice.
private func use(_ store: SQLiteStore, kept: Int, in files: StateFiles) throws {
  let id = try store.insert(record())
  try store.commit()
  try require(id.number > Int64(kept), "a number is given twice")
  let (mail, news) = (try store.unreadCount(app: .mail), try store.unreadCount(app: KnownStore.news))
  try require(mail + news <= kept + 1, "more are counted than there are")
  store.close()
  let path = files.path + "/bellhop.db"
  let verdict = IntegrityCheck { true }.verdict(on: path)
  try require(verdict == .sound, "the new database is not sound: \(verdict)")
  let again = try SQLiteStore.open(directory: files.path, durability: .crash, now: .at(6))
  defer { again.store.close() }
  try require(again.notice == nil, "the second start finds something: \(again.notice ?? "")")
  try require(try ids(in: again.store).count == kept + 1, "the second start finds other rows")
}

private func ids(in store: SQLiteStore) throws -> [Int] {
  try store.list(ListQuery(limit: 1_000)).map { Int($0.id.number) }.sorted()
}

/// A store's files, and its rows.
private struct KnownStore {
  static let news = AppID.literal("org.example.News")
  static let count = 40

  let database: [UInt8]
  var log: [UInt8] = []

  private static let files = Result { try made() }

  static func closed() throws -> KnownStore { try files.get().closed }
  static func killed() throws -> KnownStore { try files.get().killed }

  /// After an orderly end, and as a process that was killed leaves them.
  private static func made() throws -> (closed: KnownStore, killed: KnownStore) {
    let files = StateFiles.shared
    files.replace(with: [:])
    let store = try SQLiteStore.open(directory: files.path, durability: .crash, now: .at(0)).store
    for number in 0..<count {
      let app = number % 2 == 0 ? AppID.mail : news
      try store.save(AppRecord(id: app, firstSeen: .at(0)))
      let body = String(repeating: "b", count: number % 5 == 0 ? 3_000 : 300)
      let id = try store.insert(record(request(app.text, title: "Title \(number)", body: body)))
      try store.append(
        [Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: id, at: .at(Int64(number)))
      if number % 10 == 0 {
        _ = try store.append(
          Event(sequence: EventSequence(0), time: .at(0), kind: .dismissed, id: id), app: app)
      }
      try store.set("silent", to: "on")
      if number % 4 == 3 { try store.commit() }
    }
    let killed = KnownStore(database: files.bytes("bellhop.db"), log: files.bytes("bellhop.db-wal"))
    store.close()
    return (KnownStore(database: files.bytes("bellhop.db")), killed)
  }
}

private struct Changes {
  private static let page = 4_096

  private(set) var database: [UInt8]
  private(set) var log: [UInt8]

  init(database: [UInt8], log: [UInt8]) { (self.database, self.log) = (database, log) }

  mutating func make(_ choice: inout FuzzBytes) {
    let kind = choice.byte()
    if kind & 0x80 != 0, !log.isEmpty {
      make(kind & 0x7F, &choice, on: &log)
    } else {
      make(kind & 0x7F, &choice, on: &database)
    }
  }

  private func make(_ kind: UInt8, _ choice: inout FuzzBytes, on file: inout [UInt8]) {
    let page = choice.below(max(1, file.count / Self.page)) * Self.page
    let place = min(page + choice.below(Self.page), file.count - 1)
    let value = choice.byte()
    let whole = page..<min(page + Self.page, file.count)
    switch kind % 6 {
    case 0: file[place] ^= value
    case 1: file[place] = value
    case 2: for index in whole { file[index] = value }
    case 3:
      let other = choice.below(max(1, file.count / Self.page)) * Self.page
      for (index, byte) in zip(whole, Array(file[other...].prefix(whole.count))) { file[index] = byte }
    case 4: file.append(contentsOf: repeatElement(value, count: place % 5_000))
    // An empty file is a new one.
    default: file.removeSubrange(max(1, place)...)
    }
  }
}

/// The directory of the store, in memory.
private final class StateFiles: Sendable {
  static let shared = StateFiles()

  private let directory = TemporaryDirectory(inMemory: true)
  let path: String

  private init() {
    path = directory.path + "/state"
    mkdir(path, 0o700)
  }

  func names() -> [String] {
    guard let listing = opendir(path) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// Nothing where there is no file.
  func bytes(_ name: String) -> [UInt8] { (try? readFile("\(path)/\(name)")) ?? [] }

  /// These files and no others; an empty one is left out.
  func replace(with files: [String: [UInt8]]) {
    for name in names() { unlink("\(path)/\(name)") }
    for (name, bytes) in files where !bytes.isEmpty {
      let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      _ = write(descriptor, bytes, bytes.count)
    }
  }
}
