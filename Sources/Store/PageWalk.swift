import Glibc
import NotificationModel

/// The rows of a database as they lie in its pages (https://www.sqlite.org/fileformat.html §1.6 and §2), whatever leads
/// to those pages: where a page is damaged that others hang on, SQLite finds none of them.
///
/// Every number in the file is doubted: what does not fit into its page is no row.
///
/// Invariant: no byte of the file is part of two rows, and the pages that are read are a small multiple of those that
/// there are, whatever the file says.
struct PageWalk {
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(ArraySlice<UInt8>)
    case blob(ArraySlice<UInt8>)
  }

  struct Row {
    /// The number of a row that has one outside of its columns.
    let number: Int64?
    let values: [Value]
  }

  static let pageBytes = 4_096
  /// Of one row with everything in it, which came in one message; a longer one is none of ours.
  private static let longestRow = 4 * Limits.messageBytes
  private static let mostValues = 128
  private static let pagesBetweenSigns = 64

  /// What a page is that holds rows: its first byte, the size of its header, and what is before each row.
  private struct Kind {
    let headerBytes: Int
    let childBytes: Int
    let isNumbered: Bool
    /// The longest row that lies in the page whole, and the least of a longer one that does.
    let longest: Int
    private static let least = (pageBytes - 12) * 32 / 255 - 23

    init?(_ first: UInt8) {
      switch first {
      // A leaf of a table whose rows have numbers.
      case 13: (headerBytes, childBytes, isNumbered, longest) = (8, 0, true, pageBytes - 35)
      // A leaf, and an inner page, of one whose rows lie in the order of their keys.
      case 10:
        (headerBytes, childBytes, isNumbered, longest) = (8, 0, false, (pageBytes - 12) * 64 / 255 - 23)
      case 2:
        (headerBytes, childBytes, isNumbered, longest) = (12, 4, false, (pageBytes - 12) * 64 / 255 - 23)
      default: return nil
      }
    }

    /// How much of a row of so many bytes lies in the page itself.
    func inPage(_ bytes: Int) -> Int {
      guard bytes > longest else { return bytes }
      let part = Self.least + (bytes - Self.least) % (pageBytes - 4)
      return part <= longest ? part : Self.least
    }
  }

  private let descriptor: Int32
  private let pages: Int

  /// `descriptor`: of the file, for as long as this is used.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    pages = fstat(descriptor, &status) == 0 ? Int(status.st_size) / Self.pageBytes : 0
  }

  /// `progress` is called now and then, to say that it goes on.
  func forEachRow<Failure: Error>(
    progress: () -> Void, _ body: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    var chains = Chains(pages: pages)
    for number in 0..<pages {
      if number % Self.pagesBetweenSigns == 0 { progress() }
      guard let page = page(number + 1) else { continue }
      let start = number == 0 ? 100 : 0
      guard let kind = Kind(page[start]) else { continue }
      // Rows that lie in each other are not more than the page holds.
      var room = Self.pageBytes
      var seen: Set<Int> = []
      for index in 0..<min(page.number(at: start + 3, bytes: 2) ?? 0, Self.pageBytes / 4) {
        guard let cell = page.number(at: start + kind.headerBytes + 2 * index, bytes: 2),
          seen.insert(cell).inserted,
          let row = row(at: cell, in: page, kind, &room, &chains)
        else { continue }
        try body(row)
      }
    }
  }

  private func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= pages else { return nil }
    var page = [UInt8](repeating: 0, count: Self.pageBytes)
    let offset = (number - 1) * Self.pageBytes
    return pread(descriptor, &page, page.count, offset) == page.count ? page : nil
  }

  /// `room`: how many bytes of the page are in no row yet.
  private func row(
    at cell: Int, in page: [UInt8], _ kind: Kind, _ room: inout Int, _ chains: inout Chains
  ) -> Row? {
    var rest = page[...].dropFirst(cell + kind.childBytes)
    guard let length = rest.takeVariable(), (1...Int64(Self.longestRow)).contains(length) else { return nil }
    var number: Int64?
    if kind.isNumbered {
      number = rest.takeVariable()
      if number == nil { return nil }
    }
    let local = kind.inPage(Int(length))
    guard local <= room, var bytes = rest.take(local).map(Array.init) else { return nil }
    var chain: [Int] = []
    if local < length {
      guard let first = Array(rest.prefix(4)).number(at: 0, bytes: 4),
        let further = self.chain(from: first, of: Int(length) - local, &chains, &chain)
      else { return nil }
      bytes += further
    }
    guard let values = values(of: bytes) else { return nil }
    room -= local
    chains.taken.formUnion(chain)
    return Row(number: number, values: values)
  }

  /// The bytes of a row that lie in a chain of pages of their own (§1.6), and which pages those are.
  private func chain(
    from first: Int, of length: Int, _ chains: inout Chains, _ numbers: inout [Int]
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var next = first
    while bytes.count < length {
      guard chains.left > 0, !chains.taken.contains(next), !numbers.contains(next), let page = page(next),
        let after = page.number(at: 0, bytes: 4)
      else { return nil }
      chains.left -= 1
      numbers.append(next)
      bytes += page.dropFirst(4).prefix(length - bytes.count)
      next = after
    }
    return bytes
  }

  private func values(of bytes: [UInt8]) -> [Value]? {
    var header = bytes[...]
    guard let length = header.takeVariable(),
      (Int64(header.startIndex)...Int64(bytes.count)).contains(length)
    else { return nil }
    var content = bytes[Int(length)...]
    header = header.prefix(upTo: Int(length))
    var values: [Value] = []
    while !header.isEmpty {
      guard values.count < Self.mostValues, let type = header.takeVariable(),
        let value = Value(type, &content)
      else { return nil }
      values.append(value)
    }
    return content.isEmpty ? values : nil
  }
}

/// The pages that rows lie in which are too long for one.
private struct Chains {
  /// Those that are part of a row.
  var taken: Set<Int> = []
  /// How many may still be read: each belongs to one row, and some are asked for by what is none.
  var left: Int

  init(pages: Int) { left = 4 * pages + 1_024 }
}

extension PageWalk.Value {
  /// Takes the value of a serial type (§2.1).
  fileprivate init?(_ type: Int64, _ content: inout ArraySlice<UInt8>) {
    switch type {
    case 0: self = .null
    case 8, 9: self = .integer(type - 8)
    case 1...7:
      let sizes = [1, 2, 3, 4, 6, 8, 8]
      guard let bytes = content.take(sizes[Int(type) - 1]), let first = bytes.first else { return nil }
      let word = bytes.reduce(UInt64(first & 0x80 == 0 ? 0 : UInt64.max)) { $0 << 8 | UInt64($1) }
      self = type == 7 ? .real(Double(bitPattern: word)) : .integer(Int64(bitPattern: word))
    case 12...:
      guard let bytes = content.take(Int(clamping: (type - 12) / 2)) else { return nil }
      self = type % 2 == 0 ? .blob(bytes) : .text(bytes)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The highest byte first; `nil` past the end.
  fileprivate func number(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset + bytes <= count else { return nil }
    return self[offset..<(offset + bytes)].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ArraySlice<UInt8> {
  /// Seven bits in each byte, the highest first, for as long as a byte has its first bit; all of the ninth.
  fileprivate mutating func takeVariable() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = popFirst() else { return nil }
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }

  fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= self.count else { return nil }
    defer { removeFirst(count) }
    return prefix(count)
  }
}
