import Delivery
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

/// The input is what happened to the files of a store: how they were left, then changes, each a kind, a page, a place in
/// it and a byte. What the store held is there afterwards, or the damaged files are kept and the loss is told; rows whose
/// pages were not touched are there in both cases.
@Sendable private func checkDatabase(_ bytes: [UInt8]) throws {
  var choice = FuzzBytes(bytes)
  let scene = try Scene(&choice)
  let files = StateFiles.shared
  try files.replace(with: scene.files)

  let opened: Opened
  do throws(OpeningFault) {
    opened = try SQLiteStore.open(directory: files.path, durability: .crash, now: Scene.now)
  } catch {
    // A damaged version may look like one of a later release. Nothing is touched then.
    guard case .tooNew = error else { throw Violation("the store is not opened: \(error)") }
    return try require(files.bytes("bellhop.db") == scene.database, "a newer database is changed")
  }
  let kept = try opened.store.knownRows()
  try scene.checkAside(opened.notice, in: files)
  let sound = scene.soundRows()
  if let notice = opened.notice, notice.contains("was empty") {
    try require(sound.all.isEmpty, "\(sound.all) were there: \(notice)")
  } else if let notice = opened.notice {
    try require(scene.isChanged, "unchanged files are set aside: \(notice)")
    let isEarlier = notice.contains("development builds")
    try require(
      isEarlier || notice.contains("begun: \(kept.count) "),
      "\(kept.count) are left, and the notice says: \(notice)")
    let lost = isEarlier ? [] : sound.intact.filter { kept[$0] == nil }.sorted()
    try require(lost.isEmpty, "\(lost) are lost, and their pages are whole: \(notice)")
  } else {
    try require(Set(kept.keys) == sound.all, "only \(kept.keys.sorted()) are left, and nothing says so")
  }
  for id in sound.alone {
    guard let row = kept[id] else { continue }
    try require(row == scene.known.rows[id], "\(id) has another title or body")
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
  let verdict = IntegrityCheck { true }.verdict(on: try DatabaseFile(in: StateDirectory(path: files.path)))
  try require(verdict == .sound, "the new database is not sound: \(verdict)")
  let again = try SQLiteStore.open(directory: files.path, durability: .crash, now: .at(6))
  defer { again.store.close() }
  try require(again.notice == nil, "the second start finds something: \(again.notice ?? "")")
  try require(try again.store.knownRows().count == kept + 1, "the second start finds other rows")
}

/// A store's files, and what happened to them.
private struct Scene {
  static let now = Timestamp.at(5)
  /// Set aside before, so that its log would be taken for that of a later one with its name.
  private static let agedBytes = Array("a database that was set aside".utf8)

  let known: KnownStore
  private(set) var database: [UInt8]
  private(set) var log: [UInt8]
  private var journal: [UInt8] = []
  private var aged: [String: [UInt8]] = [:]

  /// The first byte says how the files were left.
  init(_ choice: inout FuzzBytes) throws {
    let state = choice.byte()
    let (isKilled, hasAged) = (state & 1 != 0, state & 2 != 0)
    let (hasJournal, isRemoved) = (state & 4 != 0, state & 8 != 0)
    known = isKilled ? try KnownStore.killed() : try KnownStore.closed()
    (database, log) = (known.database, known.log)
    if hasAged {
      let times = [3, Self.now.milliseconds, Self.now.milliseconds + 4_000]
      let name = "bellhop.db.\(choice.one(of: ["corrupt", "earlier"]))-\(choice.one(of: times))"
      aged[name] = Self.agedBytes
      if choice.chance() { aged["\(name)-wal"] = Self.agedBytes }
    }
    if hasJournal, isRemoved {
      // A new file's first page is half written.
      database.removeSubrange(choice.below(DatabasePages.bytes)...)
      log = []
      journal = Self.journalOfNewFile
    } else if hasJournal {
      journal = Array(repeating: choice.byte(), count: 700)
    } else if isRemoved {
      database = []
    }
    for _ in 0..<24 where !choice.isEmpty { makeChange(&choice) }
  }

  /// The journal that SQLite writes before the first page of a new file: a sector that says that the file was empty.
  private static let journalOfNewFile: [UInt8] =
    [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + Array(repeating: 0, count: 4) + [1, 2, 3, 4]
    + Array(repeating: 0, count: 4) + [0, 0, 2, 0, 0, 0, 0x10, 0] + Array(repeating: 0, count: 512 - 28)

  var files: [String: [UInt8]] {
    let present = [
      "bellhop.db": database, "bellhop.db-wal": log, "bellhop.db-journal": journal,
      "bellhop.lock": Array("suspect 1".utf8),
    ]
    return present.merging(aged) { $1 }
  }

  var isChanged: Bool { database != known.database || log != known.log }

  // MARK: Changes

  private mutating func makeChange(_ choice: inout FuzzBytes) {
    let kind = choice.byte()
    if kind & 0x80 != 0, !log.isEmpty {
      Self.makeChange(kind & 0x7F, &choice, on: &log)
    } else {
      Self.makeChange(kind & 0x7F, &choice, on: &database)
    }
  }

  private static func makeChange(_ kind: UInt8, _ choice: inout FuzzBytes, on file: inout [UInt8]) {
    let page = choice.below(max(1, file.count / DatabasePages.bytes)) * DatabasePages.bytes
    let place = min(page + choice.below(DatabasePages.bytes), file.count - 1)
    let value = choice.byte()
    guard !file.isEmpty else { return }
    let whole = page..<min(page + DatabasePages.bytes, file.count)
    switch kind % 6 {
    case 0: file[place] ^= value
    case 1: file[place] = value
    case 2: for index in whole { file[index] = value }
    case 3:
      let other = choice.below(max(1, file.count / DatabasePages.bytes)) * DatabasePages.bytes
      for (index, byte) in zip(whole, Array(file[other...].prefix(whole.count))) { file[index] = byte }
    case 4: file.append(contentsOf: repeatElement(value, count: place % 5_000))
    // An empty file is a new one.
    default: file.removeSubrange(max(1, place)...)
    }
  }

  // MARK: What may be expected

  /// The rows that were committed in what is left of the log; among these the ones whose pages, from the table of
  /// contents on, are as they were; and among all the ones that no changed page claims to have.
  func soundRows() -> (all: Set<Int>, intact: Set<Int>, alone: Set<Int>) {
    // SQLite takes a file of one byte for an empty one, and makes one empty that its journal says was so.
    let isNew =
      log.isEmpty
      && (database.isEmpty || database.count == 1 && !journal.isEmpty || journal == Self.journalOfNewFile)
    guard !isNew else { return ([], [], []) }
    let frames = DatabasePages.frames(of: known.log, unchangedIn: log)
    let before = DatabasePages(database: known.database, log: known.log, frames: frames)
    let after = DatabasePages(database: database, log: log, frames: frames)
    let paths = before.rows(ofTableAt: known.root)
    let touched = Set(paths.values.joined()).filter { before.page($0) != after.page($0) }
    let whole = Set(paths.filter { touched.isDisjoint(with: $0.value) }.keys)
    let claimed = touched.compactMap { after.page($0).map(Array.init) }
      .flatMap(DatabasePages.rows(onLeaf:))
    // A file that is no database at all gets the table of contents of a new one.
    let contents = after.page(1)
    let isReadable =
      contents == before.page(1) || contents?.starts(with: "SQLite format 3\0".utf8) != true
    return (Set(paths.keys), isReadable ? whole : [], whole.subtracting(claimed))
  }

  /// Why a file was set aside, and when.
  private static func parts(of name: String) -> (reason: String, time: Int64) {
    let parts = name.split(separator: "-")
    return (String(parts[0]), Int64(parts[1]) ?? 0)
  }

  /// Damaged files are kept as they were, behind all that were kept before, and those stay as they are.
  func checkAside(_ notice: String?, in files: StateFiles) throws {
    for (name, bytes) in aged { try require(files.bytes(name) == bytes, "\(name) is changed") }
    let asides = Set(files.names().filter { $0.hasPrefix("bellhop.db.") }).subtracting(aged.keys)
    guard let notice, !notice.contains("was empty") else {
      return try require(asides.isEmpty, "a file is set aside, and nothing says so: \(asides)")
    }
    guard let aside = asides.min() else { throw Violation("no file is set aside: \(notice)") }
    try require(notice.contains("moved to \(aside)"), "\(aside) is not named: \(notice)")
    // The log of an earlier version is copied into its file.
    if log.isEmpty || !notice.contains("development builds") {
      try require(files.bytes(aside) == database, "the damaged database is not kept as it was")
      try require(log.isEmpty || files.bytes("\(aside)-wal") == log, "the damaged log is not kept")
    }
    let (reason, time) = Self.parts(of: aside)
    for (other, earlier) in aged.keys.map(Self.parts) where other == reason {
      try require(earlier < time, "\(aside) does not come behind \(earlier)")
    }
  }
}
