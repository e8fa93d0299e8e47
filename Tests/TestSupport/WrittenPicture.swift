/// Reads a PNG file of stored blocks, and checks every sum in it bit by bit.
package struct WrittenPicture {
  package private(set) var header: [UInt8] = []
  /// Rows, each behind the number of its filter.
  package private(set) var samples: [UInt8] = []

  package init(_ file: [UInt8]) throws {
    try require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "no PNG")
    var rest = file.dropFirst(8)
    var names: [String] = []
    while !rest.isEmpty {
      let length = Self.number(&rest)
      let checked = rest.prefix(4 + length)
      rest = rest.dropFirst(checked.count)
      try require(Self.number(&rest) == Self.crc(checked), "a chunk has a wrong sum")
      let data = checked.dropFirst(4)
      names.append(String(decoding: checked.prefix(4), as: UTF8.self))
      if names.last == "IHDR" { header = Array(data) }
      if names.last == "IDAT" { samples = try Self.inflated(data) }
    }
    try require(names == ["IHDR", "IDAT", "IEND"], "the chunks are \(names)")
  }

  private static func inflated(_ data: ArraySlice<UInt8>) throws -> [UInt8] {
    var rest = data
    func byte() throws -> Int {
      guard let byte = rest.popFirst() else { throw Violation("the stream is cut") }
      return Int(byte)
    }
    try require(try byte() == 0x78 && byte() == 0x01, "no stream of zlib's")
    var bytes: [UInt8] = []
    var isLast = false
    while !isLast {
      isLast = try byte() == 1
      let length = try byte() + byte() << 8
      let complement = try byte() + byte() << 8
      try require(length ^ complement == 0xFFFF && length <= rest.count, "a block has a wrong length")
      bytes += rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    try require(number(&rest) == high << 16 | low && rest.isEmpty, "the stream has a wrong sum")
    return bytes
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
