internal import CLinux
import CNotify
import Delivery
internal import EventLoop
internal import Glibc
import NotificationModel

/// The bytes of a file that an app names, as far as it is a file, and an image.
struct ImageFile: Sendable {
  let bytes: [UInt8]
  let format: ImageFormat

  /// Never reads what is no regular file, nor opens it: opening alone does something to some devices. A link at the
  /// end of the path is not followed, and none of those of the proc file system that lead anywhere.
  init(_ path: String) throws(ImageFault) {
    try self.init(bytes: try Self.bytes(of: path))
  }

  init(bytes: [UInt8]) throws(ImageFault) {
    self.bytes = bytes
    guard bytes.count <= Limits.imageBytes else { throw .tooLarge(bytes.count) }
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

  private static func bytes(of path: String) throws(ImageFault) -> [UInt8] {
    let found = try call("openat2") { clinux_open_path(path) }
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
    do throws(SystemError) { return try read(file.raw) } catch { throw fault(error) }
  }

  private static func call(_ name: StaticString, _ open: () -> Int32) throws(ImageFault) -> FileDescriptor {
    do throws(SystemError) { return FileDescriptor(owning: try systemCall(name, open)) } catch {
      throw fault(error)
    }
  }

  private static func fault(_ error: SystemError) -> ImageFault {
    .unusable("cannot be read: \(String(cString: strerror(error.code)))")
  }

  /// One byte more than may be kept tells that there are too many.
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

/// The kinds of image that are taken, told by their bytes. Nothing is decoded: it is looked at whether the file is
/// whole, and how large the picture claims to be, for others will decode it.
enum ImageFormat: String, Sendable {
  case png, jpeg

  /// A screen of 8K has half as many; a file of a few kilobytes can claim far more, and cost its reader gigabytes.
  static let pixels = 67_108_864

  /// `nil` when it is neither, or not whole, or larger than `pixels`.
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

  /// PNG (RFC 2083): the signature, and chunks of a length, a name, that many bytes and a checksum, from IHDR over
  /// IDAT to IEND.
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: pngSignature) else { return false }
    var place = pngSignature.count
    var hasData = false
    while let length = number(bytes, at: place, bytes: 4), let name = number(bytes, at: place + 4, bytes: 4) {
      let data = place + 8
      guard length <= bytes.count - data, bytes.count - data - length >= 4 else { return false }
      if place == pngSignature.count {
        guard name == 0x4948_4452, length == 13, let width = number(bytes, at: data, bytes: 4),
          let height = number(bytes, at: data + 4, bytes: 4), isBearable(width, height)
        else { return false }
      }
      if name == 0x4944_4154 { hasData = true }
      if name == 0x4945_4E44 { return hasData }
      place = data + length + 4
    }
    return false
  }

  /// JPEG (ITU-T T.81, annex B): the marker SOI, segments of a marker, a length and that many bytes, among them a
  /// frame; then a scan, and at some place after it EOI.
  private static func isWholeJPEG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
    var place = 2
    var hasFrame = false
    while let marker = number(bytes, at: place, bytes: 2), let length = number(bytes, at: place + 2, bytes: 2)
    {
      // Any number of these may stand before a marker.
      if marker == 0xFFFF {
        place += 1
        continue
      }
      guard marker >= 0xFFC0, length >= 2, length <= bytes.count - place - 2 else { return false }
      switch marker {
      case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
        guard let height = number(bytes, at: place + 5, bytes: 2),
          let width = number(bytes, at: place + 7, bytes: 2), isBearable(width, height)
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

  /// What stands after the end is no concern of a reader's, and common.
  private static func endsWithin(_ scan: ArraySlice<UInt8>) -> Bool {
    zip(scan, scan.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }

  private static func isBearable(_ width: Int, _ height: Int) -> Bool {
    width > 0 && height > 0 && width <= pixels / height
  }

  /// The most significant byte first; `nil` where there are not so many bytes.
  private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
