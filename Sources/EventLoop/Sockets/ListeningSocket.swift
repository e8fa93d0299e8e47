package import Glibc

/// A socket that takes connections. One that we made disappears with this value, unless something else has
/// taken its place; one that was passed to us stays as it is.
package struct ListeningSocket: ~Copyable {
  /// `sun_path` holds 108 bytes with its NUL.
  package static let pathBytes = 107
  /// Connections that wait to be accepted; the kernel caps it at its own limit.
  private static let backlog: Int32 = 128

  private let descriptor: FileDescriptor
  private let isOurs: Bool

  /// The file by which others find the socket; `nil` if they find it in another way.
  package let file: PlacedFile?

  package var raw: Int32 { descriptor.raw }

  /// Makes a socket of mode 0600. A socket at its path on which no process listens is removed; anything else there
  /// stays, and is an error. The caller makes the directory, and sees to it that no other process is about to listen.
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
      // A listener is there, with a full backlog.
      case EAGAIN: break
      default: throw .system(error, path: path)
      }
    }
    throw .inUse(path: path)
  }
}

/// A file, and the path by which others find it.
package struct PlacedFile: Hashable, Sendable {
  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt
  }

  package let path: String
  /// `nil` if no file was there.
  private let identity: Identity?

  /// Remembers the file that is there now.
  init(_ path: String) {
    self.path = path
    identity = Self.identity(path)
  }

  /// The path of a socket; `nil` if it has no path.
  init?(of socket: Int32) {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
    guard result == 0, bytes.first == UInt8(ascii: "/") else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the path still leads to it.
  package var isInPlace: Bool { identity.map { $0 == Self.identity(path) } ?? false }

  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}

extension sockaddr_un {
  /// `nil` when the path is longer than a socket's may be, or holds a NUL.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= ListeningSocket.pathBytes, !bytes.contains(0) else { return nil }
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  package func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafeBytes(of: self) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        guard let address = address.baseAddress else { preconditionFailure("an address has bytes") }
        return body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// Why a socket cannot be offered; each is told to the administrator as it stands.
package enum SocketFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something about a path is not as it must be.
  case unsafe(path: String, reason: String)
  case tooLong(path: String, limit: Int)
  /// Another process listens there already.
  case inUse(path: String)
  /// Another daemon has the lock; `pid` where it is known.
  case otherInstance(path: String, pid: Int32?)
  case system(SystemError, path: String)

  package var description: String {
    switch self {
    case .unsafe(let path, let reason): "\(path) \(reason)"
    case .tooLong(let path, let limit):
      "\(path) is longer than \(limit) bytes, the most a socket's path can be"
    case .inUse(let path): "\(path) is in use by another process"
    case .otherInstance(let path, let pid?): "another daemon (pid \(pid)) runs and has locked \(path)"
    case .otherInstance(let path, nil): "another daemon runs and has locked \(path)"
    case .system(let error, let path): "\(path): \(error)"
    }
  }
}

/// `systemCall` about a path.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ name: StaticString, path: String, _ body: () -> Result
) throws(SocketFault) -> Result {
  do { return try systemCall(name, body) } catch { throw .system(error, path: path) }
}
