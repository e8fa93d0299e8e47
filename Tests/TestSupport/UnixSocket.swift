import EventLoop
import Glibc

/// A stream socket connected to the listener at this path; `nil` without one.
package func connectedSocket(_ path: String, nonblocking: Bool = false) -> Int32? {
  unixSocket(path, nonblocking ? Int32(SOCK_NONBLOCK.rawValue) : 0, connect)
}

/// A stream socket that listens at this path; `nil` where that fails.
package func listeningSocket(_ path: String, backlog: Int32 = 8) -> Int32? {
  unixSocket(path, 0) { bind($0, $1, $2) == 0 ? listen($0, backlog) : -1 }
}

/// Whether a program listens at this socket.
package func connects(_ path: String) -> Bool {
  connectedSocket(path).map { close($0) == 0 } ?? false
}

private func unixSocket(
  _ path: String, _ flags: Int32, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32? {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags, 0)
  if let address = sockaddr_un(path: path), address.with({ call(descriptor, $0, $1) }) == 0 {
    return descriptor
  }
  close(descriptor)
  return nil
}
