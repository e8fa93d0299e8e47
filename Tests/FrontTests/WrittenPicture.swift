import Testing

/// Reads a PNG file of stored blocks, and checks every sum in it bit by bit.
struct WrittenPicture {
  private(set) var header: ArraySlice<UInt8> = []
  /// Rows, each behind the number of its filter.
  private(set) var samples: [UInt8] = []

  init(_ file: [UInt8]) throws {
    try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var rest = file.dropFirst(8)
    var names: [String] = []
    while !rest.isEmpty {
      let length = Self.number(&rest)
      let checked = rest.prefix(4 + length)
      rest = rest.dropFirst(checked.count)
      let sum = Self.number(&rest)
      try #require(sum == Self.crc(checked))
      let data = checked.dropFirst(4)
      names.append(String(decoding: checked.prefix(4), as: UTF8.self))
      if names.last == "IHDR" { header = data[data.startIndex...] }
      if names.last == "IDAT" { samples = try Self.inflated(data) }
    }
    try #require(names == ["IHDR", "IDAT", "IEND"])
    header = ArraySlice(Array(header))
  }

  private static func inflated(_ data: ArraySlice<UInt8>) throws -> [UInt8] {
    var rest = data
    try #require(Int(rest.removeFirst()) << 8 + Int(rest.removeFirst()) == 0x7801)
    var bytes: [UInt8] = []
    var isLast = false
    while !isLast {
      isLast = rest.removeFirst() == 1
      let length = Int(rest.removeFirst()) + Int(rest.removeFirst()) << 8
      let complement = Int(rest.removeFirst()) + Int(rest.removeFirst()) << 8
      try #require(length ^ complement == 0xFFFF && length <= rest.count)
      bytes += rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    try #require(number(&rest) == high << 16 | low && rest.isEmpty)
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
