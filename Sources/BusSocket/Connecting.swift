package import BusWire
package import EventLoop
import Glibc

extension BusAddress {
  /// How long to wait for a bus whose queue is full, as in a burst at the session's start. The whole loop waits
  /// meanwhile, so it is short; afterwards the connection is refused.
  private static let patience = timeval(tv_sec: 0, tv_usec: 100_000)

  /// A connection to it; not blocking. `waits`: until a bus whose queue is full has room, for as long as `patience`;
  /// else that is EAGAIN.
  package func connect(waits: Bool = true) throws(SystemError) -> FileDescriptor {
    let whole = socklen_t(MemoryLayout<sockaddr_un>.size)
    let found: (sockaddr_un, socklen_t)? =
      switch place {
      case .path(let path): sockaddr_un(path: path).map { ($0, whole) }
      case .abstract(let name): sockaddr_un.abstract(name)
      }
    guard let (target, length) = found else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
    let socket = FileDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_UNIX, Int32(type), 0) })
    var patience = Self.patience
    try systemCall("setsockopt") {
      setsockopt(socket.raw, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    try systemCall("connect") { target.with { pointer, _ in Glibc.connect(socket.raw, pointer, length) } }
    let flags = try systemCall("fcntl") { fcntl(socket.raw, F_GETFL) }
    try systemCall("fcntl") { fcntl(socket.raw, F_SETFL, flags | O_NONBLOCK) }
    return socket
  }
}

extension sockaddr_un {
  /// A name of Linux's own, behind a NUL (unix(7)), and how long the address is with it.
  fileprivate static func abstract(_ name: String) -> (sockaddr_un, socklen_t)? {
    let bytes = [0] + Array(name.utf8)
    guard bytes.count <= ListeningSocket.pathBytes else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let before = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return (address, socklen_t(before + bytes.count))
  }
}
