internal import CLinux
import CNotify
import Delivery
internal import EventLoop
internal import Glibc
import NotificationModel

/// The bytes of a regular file that holds an image.
struct ImageFile: Sendable {
  let bytes: [UInt8]
  /// `FileIdentity` of the file that was read, as it was before; `nil` where the bytes were made.
  private(set) var identity: String?
  let format: ImageFormat

  /// Refuses a file that is not regular, without opening it: on some devices, opening has side effects. Rejects a link
  /// at the end of the path, and the magic links of the proc file system. `nil` if a link on the way leads out of the
  /// mount, whose other side is not touched.
  static func read(_ path: String, within mount: Mount?) throws(ImageFault) -> ImageFile? {
    guard let (bytes, identity) = try bytes(of: path, within: mount) else { return nil }
    guard bytes.count <= Limits.imageBytes else { throw .tooLarge(bytes.count) }
    var file = try ImageFile(bytes: bytes)
    file.identity = identity
    return file
  }

  init(bytes: [UInt8]) throws(ImageFault) {
    self.bytes = bytes
    guard !bytes.isEmpty else { throw .unusable("is empty") }
    guard let format = ImageFormat(bytes) else {
      throw .unusable(
        "is no whole PNG or JPEG file of at most \(ImageFormat.pixels) pixels (\(bytes.count) bytes)")
    }
    self.format = format
  }

  /// Equal for equal bytes.
  var digest: String {
    guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count)) else {
      return ""
    }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func bytes(of path: String, within mount: Mount?) throws(ImageFault)
    -> (bytes: [UInt8], identity: String)?
  {
    guard let found = try found(path, within: mount) else { return nil }
    var status = stat()
    do throws(SystemError) { try systemCall("fstat") { fstat(found.raw, &status) } } catch {
      throw fault(error)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unusable("is a link")
    default: throw .unusable("is not a regular file")
    }
    guard status.st_size <= Limits.imageBytes else { throw .tooLarge(Int(status.st_size)) }
    let file = try call("open") {
      open("/proc/self/fd/\(found.raw)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    do throws(SystemError) { return (try read(file.raw), FileIdentity.text(status)) } catch {
      throw fault(error)
    }
  }

  private static func found(_ path: String, within mount: Mount?) throws(ImageFault) -> FileDescriptor? {
    guard let mount, let rest = mount.rest(of: path) else {
      return try call("openat2") { clinux_open_path(path) }
    }
    do throws(SystemError) {
      return FileDescriptor(
        owning: try systemCall("openat2") { clinux_open_path_within(mount.path, rest) })
    } catch {
      guard error.code == EXDEV else { throw fault(error) }
      return nil
    }
  }

  private static func call(_ name: StaticString, _ open: () -> Int32) throws(ImageFault) -> FileDescriptor {
    do throws(SystemError) { return FileDescriptor(owning: try systemCall(name, open)) } catch {
      throw fault(error)
    }
  }

  private static func fault(_ error: SystemError) -> ImageFault {
    .unusable("cannot be read: \(String(cString: strerror(error.code)))")
  }

  /// Reads one byte more than the limit, which shows that the file is too large.
  private static func read(_ file: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Limits.imageBytes {
      let count = try systemCall("read") { Glibc.read(file, &part, part.count) }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }
}

/// The accepted image formats, recognised by their bytes. Nothing is decoded here; other programs decode the file, so
/// it must be whole, and its declared size bearable.
enum ImageFormat: String, Sendable {
  case png, jpeg

  /// Twice the pixels of an 8K screen. A file of a few kilobytes can declare far more, and cost its reader gigabytes.
  static let pixels = 67_108_864

  /// `nil` for another format, an incomplete file, or more than `pixels`.
  init?(_ bytes: [UInt8]) {
    if Self.isWholePNG(bytes) {
      self = .png
    } else if Self.isWholeJPEG(bytes) {
      self = .jpeg
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

  private static func isWithinPixelLimit(_ width: Int, _ height: Int) -> Bool {
    width > 0 && height > 0 && width <= pixels / height
  }

  /// Big-endian; `nil` past the end of the bytes.
  private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
