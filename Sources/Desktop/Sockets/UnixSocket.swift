import CLinux
import EventLoop
import Glibc

/// Connects to the socket of a compositor or a sound server.
enum UnixSocket {
  /// A non-blocking descriptor, which the caller closes. `nil` if no program listens, if the listener's queue is full,
  /// and if another user listens: some of these sockets lie below /tmp, where any user can put one.
  static func connect(to path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.hasPrefix("/"), path.utf8.count < room, !path.utf8.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { return nil }
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, isTrusted(descriptor) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Whether the listener runs as this user. Root may follow any user's desktop.
  private static func isTrusted(_ descriptor: Int32) -> Bool {
    let user = geteuid()
    var peer = clinux_credentials()
    guard clinux_peer_credentials(descriptor, &peer) == 0 else { return false }
    return peer.uid == user || user == 0
  }

  /// The sockets in a directory with a matching name and this owner, the newest first: of several, the last started is
  /// the likeliest to be alive.
  static func sockets(in directory: String, of user: UInt32, matching: (String) -> Bool) -> [String] {
    var found: [(path: String, changed: Int)] = []
    for name in entries(of: directory) where matching(name) {
      let path = "\(directory)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == user else {
        continue
      }
      found.append((path, status.st_mtim.tv_sec))
    }
    return found.sorted { $0.changed > $1.changed }.prefix(manySockets).map(\.path)
  }

  /// More compositors than one person runs. Each that does not answer costs a system call or two.
  private static let manySockets = 16
  /// More entries than a runtime directory holds. A longer directory is a fault, and reading on would hold up the
  /// desktop thread.
  private static let manyEntries = 4_096

  private static func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < manyEntries, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The directory of a path's last component; `nil` for a path that is not absolute.
  static func directory(of path: String) -> String? {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// A connection to a compositor's socket, read on the desktop thread without blocking. Closed when it is freed.
final class UnixStream {
  /// The most bytes read in one iteration of the loop, so that a compositor that floods does not starve the thread's
  /// other work. Unread bytes wake the thread again.
  private static let bytesPerWakeUp = 65_536

  private let loop: EventLoop
  private let descriptor: Int32
  private var monitor: DescriptorMonitor?

  /// `nil` if the connection cannot be made at once.
  init?(connectingTo path: String, _ loop: EventLoop) {
    guard let descriptor = UnixSocket.connect(to: path) else { return nil }
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit {
    monitor = nil
    close(descriptor)
  }

  /// Both handlers may free the stream.
  func follow(received: @escaping ([UInt8]) -> Void, ended: @escaping () -> Void) {
    monitor = DescriptorMonitor(descriptor, loop) { [weak self] in
      guard let self else { return }
      let bytes = read()
      guard let bytes else {
        // An ended socket stays readable for ever.
        monitor = nil
        return ended()
      }
      if !bytes.isEmpty { received(bytes) }
    }
  }

  /// Empty if no bytes have come yet, `nil` at the end.
  private func read() -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.bytesPerWakeUp) { buffer, count in
      result = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      count = max(result, 0)
    }
    if result > 0 { return bytes }
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// False if the bytes could not be written whole. A request is a few bytes and waits for the answer to the last one,
  /// so a socket without room for it has no reader.
  func write(_ bytes: [UInt8]) -> Bool {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count
  }
}

/// Calls its handler when a descriptor is readable or has hung up, until the monitor is freed. The descriptor belongs
/// to the caller, who closes it after that.
final class DescriptorMonitor {
  private let loop: EventLoop
  private let registration: Registration?

  init(_ descriptor: Int32, _ loop: EventLoop, handler: @escaping () -> Void) {
    self.loop = loop
    registration = try? loop.monitor(descriptor, for: .readable) { _ in handler() }
  }

  deinit { if let registration { loop.cancel(registration) } }
}
