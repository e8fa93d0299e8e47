internal import Glibc

/// Held by the one daemon of a runtime directory; let go of with the process, however it ends, and one that was killed is
/// waited for. The file stays: removing it would let two daemons lock two files of one name.
package struct InstanceLock: ~Copyable {
  private let file: FileDescriptor
  private let place: PlacedFile

  /// Whether the file is still at its path, so that another daemon finds it.
  package var isInPlace: Bool { place.isInPlace }

  package init(in directory: SocketDirectory) throws(SocketFault) {
    let path = "\(directory.path)/lock"
    let file = try Self.open(path)
    do {
      try lockWholeFile(file.raw) { Self.pid(in: file.raw) }
    } catch {
      guard error.code == EWOULDBLOCK else { throw .system(error, path: path) }
      throw .otherInstance(path: path, pid: Self.pid(in: file.raw))
    }
    // Only for the message of the next one that tries; the lock holds without it.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(file.raw, 0)
    _ = pwrite(file.raw, text, text.count, 0)
    self.file = file
    place = PlacedFile(path)
  }

  private static func open(_ path: String) throws(SocketFault) -> FileDescriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    do {
      return FileDescriptor(owning: try systemCall("open") { Glibc.open(path, flags, 0o600) })
    } catch {
      guard error.code == ELOOP || error.code == EISDIR || error.code == ENXIO else {
        throw .system(error, path: path)
      }
      throw .unsafe(path: path, reason: "is not a regular file")
    }
  }

  private static func pid(in file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
