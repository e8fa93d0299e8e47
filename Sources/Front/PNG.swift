/// Writes PNG (RFC 2083) without compressing: what is written is small, and short-lived.
enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Rows of 8 bits a sample: red, green, blue, and alpha where it has that. As many as it is high, as long as it is
  /// wide.
  static func file(
    width: UInt32, height: UInt32, hasAlpha: Bool, rows: some Sequence<ArraySlice<UInt8>>
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    var samples: [UInt8] = []
    for row in rows {
      // Each row begins with the number of its filter, of which 0 is none.
      samples.append(0)
      samples += row
    }
    return signature + chunk("IHDR", header) + chunk("IDAT", stored(samples)) + chunk("IEND", [])
  }

  private static func chunk(_ name: StaticString, _ data: [UInt8]) -> [UInt8] {
    let checked = Array("\(name)".utf8) + data
    return bigEndian(UInt32(truncatingIfNeeded: data.count)) + checked + bigEndian(crc32(checked))
  }

  /// The bytes as zlib wraps them (RFC 1950), in blocks that are stored as they are (RFC 1951 §3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(bytes.count + bytes.count / 4_096 + 16)
    var place = 0
    repeat {
      let block = bytes[place...].prefix(Int(UInt16.max))
      place = block.endIndex
      let length = UInt16(truncatingIfNeeded: block.count)
      stream.append(place == bytes.count ? 1 : 0)
      for number in [length, ~length] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
      stream += block
    } while place < bytes.count
    return stream + bigEndian(adler32(bytes))
  }

  /// ISO 3309, as in the appendix of RFC 2083.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
    }
  }

  private static let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  /// RFC 1950 §8. Both sums stay below 131,072.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    let modulus: UInt32 = 65_521
    let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let low = (sums.0 + UInt32(byte)) % modulus
      return (low, (sums.1 + low) % modulus)
    }
    return high << 16 | low
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
