/// A picture of one colour, as a valid PNG.
package enum DrawnImage {
  package static func png(red: UInt8, green: UInt8, blue: UInt8, side: Int = 48) -> [UInt8] {
    // Each line begins with its filter byte, 0.
    let line: [UInt8] = [0] + Array(repeating: [red, green, blue], count: side).joined()
    let pixels = Array(repeating: line, count: side).flatMap(\.self)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0])
      + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + data
    return big(UInt32(data.count)) + checked + big(crc(checked))
  }

  /// The zlib format, in one block without compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let sums = bytes.reduce(into: (UInt32(1), UInt32(0))) { sums, byte in
      sums.0 = (sums.0 + UInt32(byte)) % 65_521
      sums.1 = (sums.1 + sums.0) % 65_521
    }
    return [0x78, 0x01, 0x01] + little(count) + little(~count) + bytes + big(sums.1 << 16 | sums.0)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func little(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
