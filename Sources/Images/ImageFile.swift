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
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(bytes) else { throw .noPicture }
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
    case S_IFLNK: throw .link
    default: throw .notRegular
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
    switch error.code {
    case ENOENT: .gone
    case EACCES, EPERM: .notAllowed
    default: .unreadable(String(cString: strerror(error.code)))
    }
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
