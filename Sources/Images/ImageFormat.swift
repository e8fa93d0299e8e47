/// The accepted kinds of image files, recognised by their bytes. Nothing is decoded here; other programs decode the file, so
/// it must be whole, and its declared size bearable.
enum ImageFormat: String, Sendable {
  case png, jpeg, gif, webp, svg

  /// Twice the pixels of an 8K screen. A file of a few kilobytes can declare far more, and cost its reader gigabytes.
  static let pixels = 67_108_864

  /// `nil` for another format, an incomplete file, or more than `pixels`.
  init?(_ bytes: [UInt8]) {
    if Self.isWholePNG(bytes) {
      self = .png
    } else if Self.isWholeJPEG(bytes) {
      self = .jpeg
    } else if Self.isWholeGIF(bytes) {
      self = .gif
    } else if Self.isWholeWebP(bytes) {
      self = .webp
    } else if SafeSVG.holds(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// PNG (RFC 2083): the signature, then chunks from IHDR through IDAT to IEND, each a length, a name, that many bytes
  /// and a checksum.
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: pngSignature) else { return false }
    var place = pngSignature.count
    var hasData = false
    while let length = number(bytes, at: place, bytes: 4), let name = number(bytes, at: place + 4, bytes: 4) {
      let data = place + 8
      guard length <= bytes.count - data, bytes.count - data - length >= 4 else { return false }
      if place == pngSignature.count {
        guard name == 0x4948_4452, length == 13, let width = number(bytes, at: data, bytes: 4),
          let height = number(bytes, at: data + 4, bytes: 4), isWithinPixelLimit(width, height)
        else { return false }
      }
      if name == 0x4944_4154 { hasData = true }
      if name == 0x4945_4E44 { return hasData }
      place = data + length + 4
    }
    return false
  }

  /// JPEG (ITU-T T.81, annex B): the marker SOI; segments, each a marker, a length and that many bytes, among them a
  /// frame; then a scan, and some way after it EOI.
  private static func isWholeJPEG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
    var place = 2
    var hasFrame = false
    while let marker = number(bytes, at: place, bytes: 2), let length = number(bytes, at: place + 2, bytes: 2)
    {
      // Any number of these bytes may precede a marker.
      if marker == 0xFFFF {
        place += 1
        continue
      }
      guard marker >= 0xFFC0, length >= 2, length <= bytes.count - place - 2 else { return false }
      switch marker {
      case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
        guard let height = number(bytes, at: place + 5, bytes: 2),
          let width = number(bytes, at: place + 7, bytes: 2), isWithinPixelLimit(width, height)
        else { return false }
        hasFrame = true
      case 0xFFDA:
        return hasFrame && endsWithin(bytes[(place + 2 + length)...])
      default: break
      }
      place += 2 + length
    }
    return false
  }

  /// Bytes after the end are common, and readers ignore them.
  private static func endsWithin(_ scan: ArraySlice<UInt8>) -> Bool {
    zip(scan, scan.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }

  /// GIF (GIF89a): a header with the size of the screen; blocks, each of sub-blocks with their lengths, among them an
  /// image with a size of its own; then a trailer. A reader may draw the whole screen once for each image.
  private static func isWholeGIF(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Array("GIF8".utf8)), bytes.count > 13, [0x37, 0x39].contains(bytes[4]),
      bytes[5] == 0x61, let width = little(bytes, at: 6, bytes: 2),
      let height = little(bytes, at: 8, bytes: 2), isWithinPixelLimit(width, height)
    else { return false }
    var place = 13 + colors(bytes[10])
    var drawn = 0
    while place < bytes.count {
      switch bytes[place] {
      case 0x3B: return drawn > 0
      case 0x21: place += 2
      case 0x2C:
        guard place <= bytes.count - 11, let columns = little(bytes, at: place + 5, bytes: 2),
          let rows = little(bytes, at: place + 7, bytes: 2)
        else { return false }
        drawn += max(width, columns) * max(height, rows)
        guard drawn <= pixels else { return false }
        place += 11 + colors(bytes[place + 9])
      default: return false
      }
      guard let end = endOfSubBlocks(bytes, from: place) else { return false }
      place = end
    }
    return false
  }

  /// The bytes of the table of colours that these flags announce.
  private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private static func endOfSubBlocks(_ bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      guard bytes[place] != 0 else { return place + 1 }
      place += Int(bytes[place]) + 1
    }
    return nil
  }

  /// WebP (RFC 9649): a RIFF file of chunks, each a name, a length and that many bytes, padded to an even number. The
  /// first says the size; a moving picture has a frame of it in each `ANMF`.
  private static func isWholeWebP(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)),
      let length = little(bytes, at: 4, bytes: 4), length <= bytes.count - 8
    else { return false }
    var (place, frames) = (12, 0)
    var size: (width: Int, height: Int)?
    while place < length + 8 {
      guard let name = number(bytes, at: place, bytes: 4), let count = little(bytes, at: place + 4, bytes: 4),
        count <= length - place
      else { return false }
      let data = place + 8
      switch name {
      case 0x5650_3858:
        guard place == 12 else { return false }
        size = webPCanvas(bytes, at: data)
      case 0x5650_3820 where size == nil: size = lossySize(bytes, at: data)
      case 0x5650_384C where size == nil: size = losslessSize(bytes, at: data)
      default: break
      }
      if [0x414E_4D46, 0x5650_3820, 0x5650_384C].contains(name) { frames += 1 }
      place = data + count + count % 2
    }
    return size.map { frames > 0 && isWithinPixelLimit($0.width * frames, $0.height) } ?? false
  }

  private static func webPCanvas(_ bytes: [UInt8], at data: Int) -> (Int, Int)? {
    guard let width = little(bytes, at: data + 4, bytes: 3),
      let height = little(bytes, at: data + 7, bytes: 3)
    else { return nil }
    return (width + 1, height + 1)
  }

  private static func lossySize(_ bytes: [UInt8], at data: Int) -> (Int, Int)? {
    guard number(bytes, at: data + 3, bytes: 3) == 0x9D012A,
      let width = little(bytes, at: data + 6, bytes: 2),
      let height = little(bytes, at: data + 8, bytes: 2)
    else { return nil }
    return (width & 0x3FFF, height & 0x3FFF)
  }

  private static func losslessSize(_ bytes: [UInt8], at data: Int) -> (Int, Int)? {
    guard number(bytes, at: data, bytes: 1) == 0x2F, let size = little(bytes, at: data + 1, bytes: 4) else {
      return nil
    }
    return ((size & 0x3FFF) + 1, (size >> 14 & 0x3FFF) + 1)
  }

  private static func isWithinPixelLimit(_ width: Int, _ height: Int) -> Bool {
    width > 0 && height > 0 && width <= pixels / height
  }

  /// Big-endian; `nil` past the end of the bytes.
  private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Little-endian; `nil` past the end of the bytes.
  private static func little(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
