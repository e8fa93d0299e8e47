internal import Glibc

/// A socket that a service manager opened and passed (sd_listen_fds(3)).
package enum PassedSocket {
  /// The number of the first.
  package static let first: Int32 = 3

  /// Makes it, a Unix stream socket, non-blocking and closed on exec. Whether it listens.
  package static func prepare(_ descriptor: Int32) throws(SystemError) -> Bool {
    guard try option(SO_DOMAIN, of: descriptor) == AF_UNIX else {
      throw SystemError(call: "SO_DOMAIN", code: EAFNOSUPPORT)
    }
    guard try option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue) else {
      throw SystemError(call: "SO_TYPE", code: ESOCKTNOSUPPORT)
    }
    let isListening = try option(SO_ACCEPTCONN, of: descriptor) != 0
    let flags = try systemCall("fcntl") { fcntl(descriptor, F_GETFL) }
    try systemCall("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    try systemCall("fcntl") { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return isListening
  }

  private static func option(_ option: Int32, of descriptor: Int32) throws(SystemError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    try systemCall("getsockopt") { getsockopt(descriptor, SOL_SOCKET, option, &value, &size) }
    return value
  }
}
