import EventLoop
import Glibc
import Journal

/// What a service manager does for us: it opens the socket (sd_listen_fds(3)).
enum ServiceManager {
  /// The socket that it has opened; `nil` when it has not.
  static func socket() throws(StartFault) -> FileDescriptor? {
    guard Places.variable("LISTEN_PID").flatMap(Int32.init) == getpid(),
      let count = Places.variable("LISTEN_FDS"), count != "0"
    else { return nil }
    guard count == "1" else { throw StartFault("one socket is expected, and LISTEN_FDS is \(count)") }
    let socket = FileDescriptor(owning: PassedSocket.first)
    do throws(SystemError) {
      guard try PassedSocket.prepare(socket.raw) else { throw SystemError(call: "accept4", code: EINVAL) }
    } catch {
      throw StartFault("the passed socket cannot be used: \(error)")
    }
    return socket
  }
}
