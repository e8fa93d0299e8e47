import CLinux
import EventLoop
import Glibc

/// What a service manager does for us: it opens the socket (sd_listen_fds(3)), and waits until we serve (sd_notify(3)).
/// Both are a variable and a few bytes; the library for them would be half of this program.
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

  static func ready() {
    guard let path = Places.variable("NOTIFY_SOCKET"), var address = sockaddr_un(path: path) else { return }
    let bytes = Array("READY=1".utf8)
    let length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.utf8.count)
    // An abstract name begins with a NUL, which environment variables write as @.
    if path.hasPrefix("@") { address.sun_path.0 = 0 }
    let raw = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { return }
    defer { close(raw) }
    _ = address.with { pointer, _ in sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length) }
  }
}
