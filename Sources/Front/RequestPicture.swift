import NotificationModel

/// The pictures of a notification: its own, and its app's icon.
struct RequestPicture {
  enum Picture {
    case data(PictureData)
    case named(PictureName)
  }

  /// The picture to copy, and the hint or argument that gave it.
  private(set) var picture: (Picture, field: Repair.Field)?
  /// The app's icon where the call has another picture, too. It is not copied.
  private(set) var icon: PictureName?

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

  private static func named(_ text: String?, _ field: Repair.Field, _ repairs: inout Repairs) -> PictureName?
  {
    repairs.meaning(of: text, field) { text in
      (FileName.path(text) ?? FileName.ofTheme(text)).map { PictureName(meaning: $0, written: text) }
    }
  }
}

/// The name by which a call gives a picture.
struct PictureName {
  /// A name in the icon theme, or an absolute path.
  let meaning: String
  /// As the app wrote it: of a file, the path or a URI.
  let written: String

  var isFile: Bool { meaning.hasPrefix("/") }
}

/// Why a picture in a call is not shown.
package enum PictureFault: Error, Hashable, Sendable {
  /// The picture's numbers contradict each other or its bytes, or describe a format other than 8-bit RGB or RGBA.
  case malformed
  /// An edge, in pixels.
  case edge(limit: Int, given: Int)
  /// The picture's bytes in the call.
  case bytes(limit: Int, given: Int)
  /// The call came while others' pictures filled the room for those that wait.
  case noRoom
}

/// A picture from a call, with numbers that are checked against each other and the bytes. Several servers use them
/// unchecked, so no other picture may reach a server.
package struct PictureData: Hashable, Sendable {
  /// In pixels: covers of music and pictures of half a screen are smaller.
  package static let edge = 2_048
  /// The most bytes of a picture in a call: a square of that edge, with rows padded to a line of the processor's cache.
  package static let bytes = edge * (4 * edge + 64)

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
    guard !image.isLeftOut else { throw .noRoom }
    // The last row needs no padding.
    guard Int64(image.bytes.count) >= (height - 1) * rowStride + width * channels else { throw .malformed }
    self.image = image
  }

  package var width: Int { Int(image.width) }
  package var height: Int { Int(image.height) }

  package var hasAlpha: Bool { image.hasAlpha }
  /// The memory that it takes.
  package var byteCount: Int { image.bytes.count }

  /// Its pixels without the padding, from top to bottom: red, green, blue, and alpha where it has that.
  package func row(_ row: Int) -> ArraySlice<UInt8> {
    image.bytes.dropFirst(row * Int(image.rowStride)).prefix(width * Int(image.channels))
  }
}
