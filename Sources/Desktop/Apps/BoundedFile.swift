import Glibc

/// Reading what others have written, which may be no file at all.
enum BoundedFile {
  /// `nil` for what is not a regular file, or is larger than the bound. Never waits for a writer.
  static func read(_ path: String, upTo bound: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= bound
    else { return nil }
    // Files of the kernel have no size until they are read.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: max(4_096, Int(status.st_size) + 1))
    while bytes.count <= bound {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }
}
