internal import CNotify
internal import NotificationModel

/// Writes PNG (RFC 2083).
package enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// `row`: the pixels of a row, 8 bits a sample: red, green, blue, and alpha where `hasAlpha`.
  package static func file(width: Int, height: Int, hasAlpha: Bool, row: (Int) -> ArraySlice<UInt8>)
    -> [UInt8]
  {
    var file = signature
    // Memory that is not written to costs nothing.
    file.reserveCapacity(height * (width * 4 + 1) + 1_024)
    appendChunk("IHDR", to: &file) {
      $0 += bigEndian(width) + bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    }
    appendChunk("IDAT", to: &file) { file in
      let stream = ZlibStream()
      // Each row begins with the number of its filter; 0 means unfiltered.
      for index in 0..<height { stream.add([0] + row(index), to: &file) }
      stream.finish(&file)
    }
    appendChunk("IEND", to: &file) { _ in }
    return file
  }

  /// A chunk: the length of its data, its name, the data, and a checksum of name and data.
  private static func appendChunk(
    _ name: StaticString, to file: inout [UInt8], _ data: (inout [UInt8]) -> Void
  ) {
    let start = file.count
    file += bigEndian(0) + Array("\(name)".utf8)
    data(&file)
    file.replaceSubrange(start..<start + 4, with: bigEndian(file.count - start - 8))
    file += bigEndian(Int(CRC32.sum(file[(start + 4)...])))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Compresses bytes as zlib does (RFC 1950).
private struct ZlibStream: ~Copyable {
  /// The fastest: an app waits for it, and flat areas are small all the same.
  private static let level: gint = 1

  private let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, level)

  deinit { g_object_unref(UnsafeMutableRawPointer(compressor)) }

  func add(_ bytes: [UInt8], to stream: inout [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let count = convert(rest, G_CONVERTER_NO_FLAGS, &stream) {
      rest = rest.dropFirst(count)
    }
  }

  func finish(_ stream: inout [UInt8]) {
    while convert([], G_CONVERTER_INPUT_AT_END, &stream) != nil {}
  }

  /// Returns the number of bytes that were read; `nil` at the end of the stream. The compressor fails only without
  /// memory: the file is not whole then, and is not kept.
  private func convert(_ bytes: ArraySlice<UInt8>, _ flags: GConverterFlags, _ stream: inout [UInt8]) -> Int?
  {
    var (read, written): (gsize, gsize) = (0, 0)
    var result = G_CONVERTER_ERROR
    let output = [UInt8](unsafeUninitializedCapacity: 16_384) { output, count in
      bytes.withUnsafeBytes { input in
        result = g_converter_convert(
          compressor, input.baseAddress, gsize(input.count), output.baseAddress, gsize(output.count), flags,
          &read,
          &written, nil)
      }
      count = Int(written)
    }
    stream += output
    return result == G_CONVERTER_CONVERTED ? Int(read) : nil
  }
}
