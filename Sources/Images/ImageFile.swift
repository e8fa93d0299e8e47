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
