import Glibc
import Wording

/// Files of a few lines.
enum SmallFile {
  /// `nil` where it is not there, is no file, cannot be read, or is longer.
  static func text(of path: String, mostBytes: Int = 1_048_576) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= mostBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// Whether anything has this name, also a link to nothing.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Makes a file that is not there yet, whole or not at all.
  static func make(_ path: String, _ text: String) throws(FrontFault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw fault(path) }
    let isWritten = write(text, to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      unlink(path)
      errno = code
      throw fault(path)
    }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes a directory, and those above it; `made` gets those that were not there, the uppermost first.
  static func makeDirectories(_ path: String, made: inout [String]) throws(FrontFault) {
    guard !isThere(path), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try makeDirectories(String(path[..<slash]), made: &made)
    guard mkdir(path, 0o755) == 0 else {
      if errno == EEXIST { return }
      throw fault(path)
    }
    made.append(path)
  }

  static func remove(_ path: String) throws(FrontFault) {
    guard unlink(path) == 0 || errno == ENOENT else { throw fault(path) }
  }

  static func fault(_ path: String) -> FrontFault {
    .failed(.text("\(path): \(String(cString: strerror(errno)))"))
  }
}
