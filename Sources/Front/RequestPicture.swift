import NotificationModel

/// The pictures of a notification: its own, and its app's icon.
struct RequestPicture {
  enum Picture {
    case data(PictureData)
    /// A theme icon name, or an absolute path.
    case named(String)
  }

  /// The picture to copy, and the hint or argument that gave it.
  private(set) var picture: (Picture, field: Repair.Field)?
  /// The app's icon where the call has another picture, too: a theme icon name, or an absolute path. It is not copied.
  private(set) var icon: String?

  /// The first of `image-data`, `image-path` and `icon_data` that can be used, and `app_icon` beside it; `app_icon` is
  /// the picture where there is no other.
  init(_ call: NotifyCall, _ repairs: inout Repairs) {
    picture =
      Self.data(call.hints.imageData, .imageData, &repairs)
      ?? Self.named(call.hints.imagePath, .imagePath, &repairs).map { (.named($0), .imagePath) }
    let icon = Self.named(call.icon, .appIcon, &repairs)
    picture = picture ?? Self.data(call.hints.iconData, .iconData, &repairs)
    if picture == nil { picture = icon.map { (.named($0), .appIcon) } } else { self.icon = icon }
  }

  private static func data(_ image: RawImage?, _ field: Repair.Field, _ repairs: inout Repairs)
    -> (Picture, field: Repair.Field)?
  {
    guard let image else { return nil }
    do throws(PictureFault) {
      return (.data(try PictureData(image)), field)
    } catch {
      repairs.note(.pictureRefused(field, error))
      return nil
    }
  }

  private static func named(_ text: String?, _ field: Repair.Field, _ repairs: inout Repairs) -> String? {
    repairs.meaning(of: text, field) { FileName.path($0) ?? FileName.ofTheme($0) }
  }
}

/// Why a picture in a call is not shown.
package enum PictureFault: Error, Hashable, Sendable {
  /// The picture's numbers contradict each other or its bytes, or describe a format other than 8-bit RGB or RGBA.
  case malformed
  /// An edge, in pixels.
  case edge(limit: Int, given: Int)
  /// The picture's bytes in the call.
  case bytes(limit: Int, given: Int)
}

/// A picture from a call, with numbers that are checked against each other and the bytes. Several servers use them
/// unchecked, so no other picture may reach a server.
package struct PictureData: Hashable, Sendable {
  /// In pixels: four times what any server draws.
  package static let edge = 1_024
  /// The most bytes of a picture in a call, padding of the rows included: a square of 700 pixels an edge. One process
  /// may have 17 pictures waiting for their copies, and the daemon's memory is limited.
  package static let bytes = 2_000_000

  private let image: RawImage

  package init(_ image: RawImage) throws(PictureFault) {
    // The numbers have 32 bits each, so that the products and sums below fit in 64.
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

  /// The picture as a PNG file, of a little more than a byte for each sample.
  package var png: [UInt8] {
    let length = width * Int(image.channels)
    let rows = (0..<height).lazy.map { row in
      image.bytes[(row * Int(image.rowStride))...].prefix(length)
    }
    return PNG.file(
      width: UInt32(image.width), height: UInt32(image.height), hasAlpha: image.hasAlpha, rows: rows)
  }
}

/// Writes PNG (RFC 2083) without compression: the files are small and short-lived.
enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// `rows`: `height` rows of `width` pixels, 8 bits a sample: red, green, blue, and alpha where `hasAlpha`.
  static func file(
    width: UInt32, height: UInt32, hasAlpha: Bool, rows: some Sequence<ArraySlice<UInt8>>
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    var samples: [UInt8] = []
    for row in rows {
      // Each row begins with the number of its filter; 0 means unfiltered.
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
