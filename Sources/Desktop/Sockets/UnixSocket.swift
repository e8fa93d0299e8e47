import CLinux
import EventLoop
import Glibc

/// Connecting to the socket of a compositor or a sound server.
enum UnixSocket {
  /// A descriptor that the caller closes; reading, writing and connecting do not wait. `nil` when nobody listens
  /// there, when too many wait there already, and when another person listens: some of these sockets are looked
  /// for below /tmp, where anybody can put one.
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

  /// Root may look at everybody's desktop; that is what root is.
  private static func isTrusted(_ descriptor: Int32) -> Bool {
    let user = geteuid()
    var peer = clinux_credentials()
    guard clinux_peer_credentials(descriptor, &peer) == 0 else { return false }
    return peer.uid == user || user == 0
  }

  /// The sockets in a directory whose names match and which belong to this user, the newest first: of several
  /// the last started is the likeliest to be alive.
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

  /// More compositors than anybody runs; each that does not answer costs a system call or two.
  private static let manySockets = 16
  /// More than a runtime directory holds. Past it something is wrong there, and the desktop thread has other
  /// things to do than to read on.
  private static let manyEntries = 4_096

  static func entries(of directory: String) -> [String] {
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

  /// The directory that a path leads through last; `nil` for one that does not begin at the root.
  static func directory(of path: String) -> String? {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A connection to a compositor's socket, followed on the desktop thread; nothing here waits. Closed when it goes
/// out of use.
final class UnixStream {
  /// Of one iteration of the thread's loop: a compositor that floods does not starve what else lives there. The rest is
  /// still to be read, and wakes the thread again.
  private static let bytesPerWakeUp = 65_536

  private let loop: EventLoop
  private let descriptor: Int32
  private var monitor: DescriptorMonitor?

  /// `nil` when it cannot be had at once.
  init?(connectingTo path: String, _ loop: EventLoop) {
    guard let descriptor = UnixSocket.connect(to: path) else { return nil }
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit {
    monitor = nil
    close(descriptor)
  }

  /// Either may let go of the stream.
  func follow(received: @escaping ([UInt8]) -> Void, ended: @escaping () -> Void) {
    monitor = DescriptorMonitor(descriptor, loop) { [weak self] in
      guard let self else { return }
      let bytes = read()
      guard let bytes else {
        // At its end a socket can be read for ever.
        monitor = nil
        return ended()
      }
      if !bytes.isEmpty { received(bytes) }
    }
  }

  /// Empty when there is nothing yet, `nil` at the end.
  private func read() -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.bytesPerWakeUp) { buffer, count in
      result = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      count = max(result, 0)
    }
    if result > 0 { return bytes }
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// False when it could not be written whole. What is asked here is some bytes, and the next only after the
  /// answer: a socket without room for that leads to nobody.
  func write(_ bytes: [UInt8]) -> Bool {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count
  }
}

/// Tells when a descriptor can be read, or has hung up, for as long as it lives. The descriptor is its owner's, and
/// outlives the monitor.
final class DescriptorMonitor {
  private let loop: EventLoop
  private let registration: Registration?

  init(_ descriptor: Int32, _ loop: EventLoop, handler: @escaping () -> Void) {
    self.loop = loop
    registration = try? loop.monitor(descriptor, for: .readable) { _ in handler() }
  }

  deinit { if let registration { loop.cancel(registration) } }
}
