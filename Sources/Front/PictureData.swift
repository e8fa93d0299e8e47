/// Why a picture in a call is not shown.
package enum PictureFault: Error, Hashable, Sendable {
  /// Its numbers contradict each other or its bytes, or are of a kind that nobody sends.
  case malformed
  /// An edge, in pixels.
  case edge(limit: Int, given: Int)
  /// What it takes in the call.
  case bytes(limit: Int, given: Int)
}

/// A picture out of a call whose numbers have been found to agree, so that servers can be given it: several of them use
/// such numbers unchecked.
package struct PictureData: Hashable, Sendable {
  /// In pixels: four times what any server draws.
  package static let edge = 1_024
  /// The most bytes of a picture in a call, padding of the rows included: a square of 700 pixels an edge. One process may
  /// have 17 pictures waiting for their copies, and the daemon's memory is limited.
  package static let bytes = 2_000_000

  private let image: RawImage

  package init(_ image: RawImage) throws(PictureFault) {
    // All are numbers of 32 bits, so that no product and no sum of these passes 64.
    let (width, height) = (Int64(image.width), Int64(image.height))
    let (channels, rowStride) = (Int64(image.channels), Int64(image.rowStride))
    guard width >= 1, height >= 1, image.bitsPerSample == 8, channels == (image.hasAlpha ? 4 : 3),
      rowStride >= width * channels
    else { throw .malformed }
    let longest = Int(max(width, height))
    guard longest <= Self.edge else { throw .edge(limit: Self.edge, given: longest) }
    guard image.byteCount <= Self.bytes else { throw .bytes(limit: Self.bytes, given: image.byteCount) }
    // The last row needs no padding.
    guard Int64(image.bytes.count) >= (height - 1) * rowStride + width * channels else { throw .malformed }
    self.image = image
  }

  package var width: Int { Int(image.width) }
  package var height: Int { Int(image.height) }

  /// As a file: a little more than a byte for each sample.
  package var png: [UInt8] {
    let length = width * Int(image.channels)
    let rows = (0..<height).lazy.map { row in
      image.bytes[(row * Int(image.rowStride))...].prefix(length)
    }
    return PNG.file(
      width: UInt32(image.width), height: UInt32(image.height), hasAlpha: image.hasAlpha, rows: rows)
  }
}
