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
  /// In pixels.
  package static let edge = 2_048
  /// What its bytes in the call may be, padding of the rows included: a picture of 1,000 pixels an edge. The body of a call
  /// with so many is held whole (`BusClient.mostHeldBytes`).
  package static let bytes = 4_000_000
  /// The longest edge of its file, in pixels: twice what any server draws.
  static let drawnEdge = 512

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

  /// As a file, made smaller where it is larger than any server draws it: a little more than a byte for each sample.
  package var png: [UInt8] {
    let factor = (max(width, height) + Self.drawnEdge - 1) / Self.drawnEdge
    guard factor > 1 else { return file(width, height, (0..<height).lazy.map(row)) }
    let (columns, lines) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
    let means = (0..<lines).lazy.map { line in
      mean(of: line * factor..<min((line + 1) * factor, height), by: factor, to: columns)
    }
    return file(columns, lines, means)
  }

  private func file(_ width: Int, _ height: Int, _ rows: some Sequence<ArraySlice<UInt8>>) -> [UInt8] {
    PNG.file(
      width: UInt32(truncatingIfNeeded: width), height: UInt32(truncatingIfNeeded: height),
      hasAlpha: image.hasAlpha, rows: rows)
  }

  /// Without its padding.
  private func row(_ number: Int) -> ArraySlice<UInt8> {
    image.bytes[(number * Int(image.rowStride))...].prefix(width * Int(image.channels))
  }

  /// One row out of several: each pixel is the mean of those in its place, by their opacity.
  private func mean(of rows: Range<Int>, by factor: Int, to columns: Int) -> ArraySlice<UInt8> {
    let (channels, hasAlpha) = (Int(image.channels), image.hasAlpha)
    // Of each pixel the sums of its colours, of their weights, and how many pixels they are of.
    var sums = [Int](repeating: 0, count: columns * 5)
    for pixels in rows.lazy.map(row) {
      for (column, start) in stride(from: pixels.startIndex, to: pixels.endIndex, by: channels).enumerated() {
        let weight = hasAlpha ? Int(pixels[start + 3]) : 1
        let sum = column / factor * 5
        for channel in 0..<3 { sums[sum + channel] += Int(pixels[start + channel]) * weight }
        sums[sum + 3] += weight
        sums[sum + 4] += 1
      }
    }
    var mean: [UInt8] = []
    mean.reserveCapacity(columns * channels)
    for sum in stride(from: 0, to: sums.count, by: 5) {
      let weight = max(sums[sum + 3], 1)
      for channel in 0..<3 { mean.append(UInt8(truncatingIfNeeded: sums[sum + channel] / weight)) }
      if hasAlpha { mean.append(UInt8(truncatingIfNeeded: sums[sum + 3] / sums[sum + 4])) }
    }
    return mean[...]
  }
}
