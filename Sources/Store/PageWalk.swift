import Glibc

/// The rows of a database as they lie in its pages (https://www.sqlite.org/fileformat.html §1.6 and §2), whatever leads
/// to those pages: where a page is damaged that others hang on, SQLite finds none of them.
///
/// Every number in the file is doubted: what does not fit into its page is no row.
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
  /// Of one row with everything in it; a longer one is none of ours.
  private static let longestRow = 1_048_576

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

  func forEachRow<Failure: Error>(_ body: (Row) throws(Failure) -> Void) throws(Failure) {
    for number in 1...max(pages, 1) {
      guard let page = page(number), let kind = Kind(page[number == 1 ? 100 : 0]) else { continue }
      let start = number == 1 ? 100 : 0
      let cells = page.number(at: start + 3, bytes: 2) ?? 0
      for index in 0..<min(cells, Self.pageBytes / 4) {
        guard let cell = page.number(at: start + kind.headerBytes + 2 * index, bytes: 2),
          let row = row(at: cell, in: page, kind)
        else { continue }
        try body(row)
      }
    }
  }

  private func page(_ number: Int) -> [UInt8]? {
    guard (1...max(pages, 1)).contains(number) else { return nil }
    var page = [UInt8](repeating: 0, count: Self.pageBytes)
    let offset = (number - 1) * Self.pageBytes
    return pread(descriptor, &page, page.count, offset) == page.count ? page : nil
  }

  private func row(at cell: Int, in page: [UInt8], _ kind: Kind) -> Row? {
    var rest = page[...].dropFirst(cell + kind.childBytes)
    guard let length = rest.takeVariable(), (1...Int64(Self.longestRow)).contains(length) else { return nil }
    var number: Int64?
    if kind.isNumbered {
      number = rest.takeVariable()
      if number == nil { return nil }
    }
    guard let bytes = payload(of: Int(length), beginningWith: rest, kind) else { return nil }
    return values(of: bytes).map { Row(number: number, values: $0) }
  }

  /// The bytes of a row: in its page, and in the chain of pages that hold the rest.
  private func payload(of length: Int, beginningWith rest: ArraySlice<UInt8>, _ kind: Kind) -> [UInt8]? {
    let local = kind.inPage(length)
    guard rest.count >= local else { return nil }
    var bytes = Array(rest.prefix(local))
    var next = Array(rest.dropFirst(local)).number(at: 0, bytes: 4) ?? 0
    while bytes.count < length {
      guard let page = page(next), let after = page.number(at: 0, bytes: 4) else { return nil }
      bytes += page.dropFirst(4).prefix(length - bytes.count)
      next = after
    }
    return bytes
  }

  private func values(of bytes: [UInt8]) -> [Value]? {
    var header = bytes[...]
    guard let length = header.takeVariable(), length <= Int64(bytes.count) else { return nil }
    header = header.prefix(upTo: max(header.startIndex, Int(length)))
    var content = bytes.dropFirst(Int(length))
    var values: [Value] = []
    while let type = header.takeVariable() {
      guard let value = Value(type, &content) else { return nil }
      values.append(value)
    }
    return header.isEmpty && content.isEmpty ? values : nil
  }
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
