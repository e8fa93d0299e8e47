import BusWire
import EventLoop
import Glibc

/// The session bus, as it can be connected to.
struct Upstream {
  /// How long a bus may take to let somebody in whose queue is full, as in a burst at the session's start. Everybody
  /// here waits meanwhile, so it is short; whoever comes then is refused.
  private static let patience = timeval(tv_sec: 0, tv_usec: 100_000)

  let addresses: [BusAddress]

  /// Without our own socket, which would lead back to us for ever.
  init(_ places: Places, besides own: borrowing ListeningSocket) throws(StartFault) {
    let ownFile = Self.path(of: own.raw).flatMap(Self.file)
    func others(_ addresses: [BusAddress]) -> [BusAddress] {
      addresses.filter { address in
        guard case .path(let path) = address, let ownFile, let file = Self.file(path) else { return true }
        return file != ownFile
      }
    }
    let named = others(places.upstream)
    addresses = named.isEmpty ? others(places.usual) : named
    guard !addresses.isEmpty else {
      throw StartFault(
        "there is no session bus to connect to; DBUS_SESSION_BUS_ADDRESS is to name one that is not this")
    }
  }

  /// A connection to the first that takes one; not blocking.
  func connect() throws(SystemError) -> FileDescriptor {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in addresses {
      do {
        return try Self.connect(to: address)
      } catch {
        fault = error
      }
    }
    throw fault
  }

  static func connect(to address: BusAddress) throws(SystemError) -> FileDescriptor {
    let whole = socklen_t(MemoryLayout<sockaddr_un>.size)
    let found: (sockaddr_un, socklen_t)? =
      switch address {
      case .path(let path): sockaddr_un(path: path).map { ($0, whole) }
      case .abstract(let name): sockaddr_un.abstract(name)
      }
    guard let (target, length) = found else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_UNIX, type, 0) })
    var patience = Self.patience
    try systemCall("setsockopt") {
      setsockopt(socket.raw, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    try systemCall("connect") { target.with { pointer, _ in Glibc.connect(socket.raw, pointer, length) } }
    let flags = try systemCall("fcntl") { fcntl(socket.raw, F_GETFL) }
    try systemCall("fcntl") { fcntl(socket.raw, F_SETFL, flags | O_NONBLOCK) }
    return socket
  }

  private struct File: Equatable {
    let device: UInt
    let inode: UInt
  }

  private static func file(_ path: String) -> File? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return File(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }

  private static func path(of socket: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard result == 0 else { return nil }
    return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
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
