internal import Glibc

/// A socket that takes connections. One that we made disappears with this value, unless something else has
/// taken its place; one that was passed to us stays as it is.
package struct ListeningSocket: ~Copyable {
  /// `sun_path` holds 108 bytes with its NUL.
  package static let pathBytes = 107
  /// Connections that wait to be accepted; the kernel caps it at its own limit.
  private static let backlog: Int32 = 128

  private let descriptor: FileDescriptor
  private let isOurs: Bool

  /// By which others find it; `nil` where it is found in another way.
  package let file: PlacedFile?

  package var raw: Int32 { descriptor.raw }

  /// Makes a socket of mode 0600. A socket at its path on which no process listens is removed; anything else there stays,
  /// and is an error. The caller makes the directory, and sees to it that no other process is about to listen.
  package init(path: String) throws(SocketFault) {
    guard let address = sockaddr_un(path: path) else { throw .tooLong(path: path, limit: Self.pathBytes) }
    try Self.removeStale(path, address)
    let socket = try Self.makeSocket(path)
    try systemCall("bind", path: path) { address.with { bind(socket.raw, $0, $1) } }
    try systemCall("chmod", path: path) { chmod(path, 0o600) }
    try systemCall("listen", path: path) { listen(socket.raw, Self.backlog) }
    descriptor = socket
    file = PlacedFile(path)
    isOurs = true
  }

  /// Takes over a listening socket that the service manager made and keeps.
  package init(passed socket: consuming FileDescriptor) {
    file = PlacedFile(of: socket.raw)
    descriptor = socket
    isOurs = false
  }

  deinit {
    if isOurs, let file, file.isInPlace { unlink(file.path) }
  }

  private static func makeSocket(_ path: String) throws(SocketFault) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    return FileDescriptor(owning: try systemCall("socket", path: path) { socket(AF_UNIX, type, 0) })
  }

  private static func removeStale(_ path: String, _ address: sockaddr_un) throws(SocketFault) {
    var status = stat()
    do {
      try systemCall("lstat") { lstat(path, &status) }
    } catch {
      guard error.code == ENOENT else { throw .system(error, path: path) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .unsafe(path: path, reason: "exists and is not a socket")
    }
    let probe = try makeSocket(path)
    do {
      try systemCall("connect") { address.with { connect(probe.raw, $0, $1) } }
    } catch {
      switch error.code {
      case ECONNREFUSED:
        try systemCall("unlink", path: path) { unlink(path) }
        return
      // Somebody listens, and has a full backlog.
      case EAGAIN: break
      default: throw .system(error, path: path)
      }
    }
    throw .inUse(path: path)
  }
}
