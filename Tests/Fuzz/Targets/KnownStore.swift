import Glibc
import NotificationModel
import Records
import TestSupport

@testable import Store

/// A store's files, and its rows.
struct KnownStore {
  struct Row: Equatable {
    let title: String?
    let body: String?

    init(_ request: NotificationRequest) { (title, body) = (request.title, request.body) }
  }

  static let news = AppID.literal("org.example.News")
  private static let count = 40

  let database: [UInt8]
  let log: [UInt8]
  /// By their ids.
  let rows: [Int: Row]
  /// The page at which the table of notifications begins.
  let root: Int

  private static let files = Result { try made() }

  /// After an orderly end.
  static func closed() throws -> KnownStore { try files.get().closed }
  /// As a process that was killed leaves it.
  static func killed() throws -> KnownStore { try files.get().killed }

  private static func made() throws -> (closed: KnownStore, killed: KnownStore) {
    let files = StateFiles.shared
    try files.replace(with: [:])
    let store = try SQLiteStore.open(directory: files.path, durability: .crash, now: .at(0)).store
    for number in 0..<count {
      let app = number % 2 == 0 ? AppID.mail : news
      try store.save(AppRecord(id: app, firstSeen: .at(0)))
      // Another letter in each body.
      let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
      let body = String(repeating: letter, count: number % 5 == 0 ? 3_000 : 300)
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
    let rows = try store.knownRows()
    let (database, log) = (files.bytes(StateDirectory.database), files.bytes(StateDirectory.log))
    store.close()
    let path = "\(files.path)/\(StateDirectory.database)"
    let root = try Database(path: path, isReadOnly: true).integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'notifications'")
    func known(_ database: [UInt8], _ log: [UInt8]) -> KnownStore {
      KnownStore(database: database, log: log, rows: rows, root: Int(root ?? 0))
    }
    return (known(files.bytes(StateDirectory.database), []), known(database, log))
  }
}

extension SQLiteStore {
  /// The notifications by their ids.
  func knownRows() throws -> [Int: KnownStore.Row] {
    let records = try list(ListQuery(limit: 1_000))
    return Dictionary(uniqueKeysWithValues: records.map { (Int($0.id.number), KnownStore.Row($0.request)) })
  }
}

/// The pages of a database, from its file and from the frames of its log (https://www.sqlite.org/fileformat.html).
struct DatabasePages {
  static let bytes = 4_096
  private static let logHeader = 32
  private static let frameHeader = 24
  static let frame = frameHeader + bytes

  private let database: [UInt8]
  private let log: [UInt8]
  /// Where the newest committed frame of a page begins in the log.
  private var places: [Int: Int] = [:]

  /// `frames`: how many of the log are valid.
  init(database: [UInt8], log: [UInt8], frames: Int) {
    (self.database, self.log) = (database, log)
    var open: [Int: Int] = [:]
    for index in 0..<frames {
      let place = Self.logHeader + index * Self.frame
      open[Self.number(log, at: place)] = place + Self.frameHeader
      // The last frame of a transaction says how large the database is then.
      guard Self.number(log, at: place + 4) != 0 else { continue }
      places.merge(open) { $1 }
      open = [:]
    }
  }

  /// How many frames of a log of SQLite's are as they were in another file: each one's checksum counts in all before it.
  static func frames(of log: [UInt8], unchangedIn other: [UInt8]) -> Int {
    guard other.count >= logHeader, log.prefix(logHeader) == other.prefix(logHeader) else { return 0 }
    let count = (min(log.count, other.count) - logHeader) / frame
    return (0..<count).first { index in
      let place = logHeader + index * frame
      // Frames of an earlier round have other salts than the header.
      return log[place + 8..<place + 16] != log[16..<24]
        || log[place..<place + frame] != other[place..<place + frame]
    } ?? count
  }

  /// Nil for one that is not whole.
  func page(_ number: Int) -> ArraySlice<UInt8>? {
    if let place = places[number] { return log[place..<place + Self.bytes] }
    let place = (number - 1) * Self.bytes
    return place + Self.bytes <= database.count ? database[place..<place + Self.bytes] : nil
  }

  /// The rows of a table, each with the pages that lead to it; the last one has it. For sound databases alone, and rows
  /// that lie on one page.
  func rows(ofTableAt root: Int) -> [Int: [Int]] {
    var rows: [Int: [Int]] = [:]
    addRows(below: root, [], to: &rows)
    return rows
  }

  private func addRows(below number: Int, _ above: [Int], to rows: inout [Int: [Int]]) {
    guard let page = page(number).map(Array.init) else { return }
    let path = above + [number]
    for id in Self.rows(onLeaf: page) { rows[id] = path }
    guard page[0] == 5 else { return }
    let children = Self.cells(of: page, from: 12) + [8]
    for child in children { addRows(below: Self.number(page, at: child), path, to: &rows) }
  }

  /// The numbers of the rows on a leaf of a table; of any other page none.
  static func rows(onLeaf page: [UInt8]) -> [Int] {
    guard page[0] == 13 else { return [] }
    return cells(of: page, from: 8).map { cell in
      var rest = page[cell...]
      _ = varint(&rest)
      return varint(&rest)
    }
  }

  private static func cells(of page: [UInt8], from start: Int) -> [Int] {
    let count = min(Int(page[3]) << 8 | Int(page[4]), (page.count - start) / 2)
    return (0..<count).map { Int(page[start + 2 * $0]) << 8 | Int(page[start + 2 * $0 + 1]) }
      .filter { $0 < page.count }
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var value = 0
    while let byte = bytes.popFirst() {
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return value
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The directory of the store, in memory.
final class StateFiles: Sendable {
  static let shared = StateFiles()

  private let directory = TemporaryDirectory(inMemory: true)
  let path: String

  private init() {
    path = directory.path + "/state"
    mkdir(path, 0o700)
  }

  func names() -> [String] { fileNames(in: path) }

  /// Nothing where there is no file.
  func bytes(_ name: String) -> [UInt8] { (try? readFile("\(path)/\(name)")) ?? [] }

  /// These files and no others; an empty one is left out.
  func replace(with files: [String: [UInt8]]) throws {
    for name in names() { unlink("\(path)/\(name)") }
    for (name, bytes) in files where !bytes.isEmpty { try writeFile(bytes, to: "\(path)/\(name)") }
  }
}
