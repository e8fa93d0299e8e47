import Glibc

/// Where a service manager hears how a service fares (sd_notify(3)). It is a variable and a few bytes; the library for
/// them would load six more, and keep a megabyte.
package enum ServiceManagerSocket {
  /// Nothing, where no service manager asks for it.
  package static func tell(_ text: String) {
    guard let variable = getenv("NOTIFY_SOCKET") else { return }
    let path = String(cString: variable)
    guard var address = sockaddr_un(path: path) else { return }
    let length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.utf8.count)
    // An abstract name begins with a NUL, which environment variables write as @.
    if path.hasPrefix("@") { address.sun_path.0 = 0 }
    let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { return }
    defer { close(raw) }
    let bytes = Array(text.utf8)
    _ = address.with { pointer, _ in sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length) }
  }

  /// Microseconds within which the service manager wants each keep-alive (sd_watchdog_enabled(3)); `nil` if it wants
  /// none, or wants another process's.
  package static var watchdogMicroseconds: Int64? {
    guard let microseconds = number("WATCHDOG_USEC"), microseconds > 0 else { return nil }
    guard getenv("WATCHDOG_PID") == nil || number("WATCHDOG_PID") == Int64(getpid()) else { return nil }
    return microseconds
  }

  private static func number(_ variable: String) -> Int64? {
    getenv(variable).flatMap { Int64(String(cString: $0)) }
  }
}

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
