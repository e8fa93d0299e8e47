import CNotify

/// Reads a PNG file, and checks the sums of its chunks bit by bit.
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

  /// As GLib's own reader of zlib's streams understands it, the stream's checksum included.
  private static func inflated(_ data: ArraySlice<UInt8>) throws -> [UInt8] {
    let reader = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB)
    defer { g_object_unref(UnsafeMutableRawPointer(reader)) }
    var (rest, bytes) = (Array(data), [UInt8]())
    while true {
      var part = [UInt8](repeating: 0, count: 65_536)
      var (read, written): (gsize, gsize) = (0, 0)
      let result = g_converter_convert(
        reader, rest, gsize(rest.count), &part, gsize(part.count), G_CONVERTER_INPUT_AT_END, &read, &written,
        nil)
      try require(result != G_CONVERTER_ERROR, "no stream of zlib's")
      bytes += part.prefix(Int(written))
      rest.removeFirst(Int(read))
      if result == G_CONVERTER_FINISHED { break }
    }
    try require(rest.isEmpty, "bytes behind the stream")
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
