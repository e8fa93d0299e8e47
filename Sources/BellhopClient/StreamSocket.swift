internal import Glibc

/// A connected Unix socket, closed when it goes out of scope. Reads and writes wait at most until a deadline.
struct StreamSocket: ~Copyable {
  let descriptor: Int32

  deinit { close(descriptor) }

  /// `address`: a path, `unix:` and a path, or `unix:@` and an abstract name. Parameters after a semicolon are for
  /// servers, and ignored.
  init(connectingTo address: String, timeout: Duration) throws(ClientError) {
    let path = Self.path(of: address)
    let isAbstract = path.utf8.first == UInt8(ascii: "@")
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    // A path ends with a NUL; an abstract name begins with one instead.
    let bytes = isAbstract ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8) + [0]
    guard path.utf8.count > 1, isAbstract || !path.utf8.contains(0) else { throw .noDaemon(path: path) }
    guard bytes.count <= MemoryLayout.size(ofValue: target.sun_path) else {
      throw Self.unreachable(path, ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + socklen_t(bytes.count)
    descriptor = try Self.connected(to: target, length: length, path: path, timeout: timeout)
  }

  private static func connected(
    to target: sockaddr_un, length: socklen_t, path: String, timeout: Duration
  ) throws(ClientError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw unreachable(path, errno) }
    // `SO_SNDTIMEO` also limits the wait for room in the listener's queue; zero would mean for ever.
    var patience = timeval()
    let (seconds, attoseconds) = timeout.components
    patience.tv_sec = Int(min(max(seconds, 0), 86_400))
    patience.tv_usec = max(1, Int(attoseconds / 1_000_000_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var result: Int32
    repeat {
      result = withUnsafePointer(to: target) { target in
        target.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
      }
    } while result != 0 && errno == EINTR
    guard result == 0 else {
      let error = errno
      close(descriptor)
      switch error {
      case EAGAIN: throw .timedOut
      case ENOENT, ENOTDIR, ECONNREFUSED: throw .noDaemon(path: path)
      default: throw unreachable(path, error)
      }
    }
    return descriptor
  }

  private static func unreachable(_ path: String, _ error: CInt) -> ClientError {
    .unreachable(path: path, reason: String(cString: strerror(error)))
  }

  /// The user of the peer; for a listener, the user that created it.
  var peerUser: UInt32? {
    // The process, the user and the group.
    var found: (Int32, UInt32, UInt32) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: found))
    let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &size)
    return result == 0 && Int(size) == MemoryLayout.size(ofValue: found) ? found.1 : nil
  }

  /// Writes all bytes. A closed peer is an error, not a signal.
  func write(_ bytes: [UInt8], deadline: Deadline) throws(ClientError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(
          descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, deadline: deadline)
      } else if errno != EINTR {
        throw .disconnected
      }
    }
  }

  /// Reads at least one byte into the buffer, and returns how many. Without a control buffer: the kernel closes
  /// descriptors that the peer passes.
  func read(into buffer: inout [UInt8], deadline: Deadline) throws(ClientError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count > 0 { return count }
      if count == 0 || (errno != EAGAIN && errno != EINTR) { throw .disconnected }
      if errno == EAGAIN { try wait(for: POLLIN, deadline: deadline) }
    }
  }

  private func wait(for events: Int32, deadline: Deadline) throws(ClientError) {
    guard let milliseconds = deadline.pollMilliseconds else { throw .timedOut }
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // The result does not matter: the next read or write finds the state.
    _ = poll(&request, 1, milliseconds)
  }

  private static func path(of address: String) -> String {
    guard address.hasPrefix("unix:") else { return address }
    return String(address.dropFirst("unix:".count).prefix { $0 != ";" })
  }
}

/// The end of a wait; or never.
struct Deadline {
  /// On the monotonic clock; `nil` for never.
  private let end: Duration?

  init(after timeout: Duration?) {
    end = timeout.map { Self.now + $0 }
  }

  /// The timeout for `poll`: -1 for ever; rounded up, since a wait that ends too early would spin. `nil` past the
  /// deadline.
  var pollMilliseconds: Int32? {
    guard let end else { return -1 }
    let (seconds, attoseconds) = (end - Self.now).components
    guard seconds >= 0, attoseconds >= 0, seconds > 0 || attoseconds > 0 else { return nil }
    // The wait is repeated until the deadline, so a day is as good as a year.
    return Int32(min(seconds, 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
