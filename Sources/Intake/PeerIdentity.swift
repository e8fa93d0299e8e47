internal import CLinux
internal import EventLoop
internal import Glibc

/// A process at the other end, as the kernel names it at the moment it connected.
public struct Peer: Hashable, Sendable {
  public let pid: Int32
  public let uid: UInt32
  public let gid: UInt32

  public init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  init(of socket: Int32) throws(SystemError) {
    var found = clinux_credentials()
    try systemCall("getsockopt") { clinux_peer_credentials(socket, &found) }
    self.init(pid: found.pid, uid: found.uid, gid: found.gid)
  }
}

/// Tells sandboxed peers from those that share our view of the system. What cannot be found out counts
/// against the peer: so is a program refused that forbids its memory to be read, as those that keep secrets do.
public struct PeerInspection: Sendable {
  /// Longer than any control group's file; a longer one is refused.
  private static let cgroupBytes = 16_384
  private static let namespaces = ["mnt", "user"]

  private let procRoot: String
  /// `nil` where our own cannot be read: then nobody's are the same.
  private let ownNamespaces: [String]?

  /// `procRoot`: where the proc file system is mounted.
  public init(procRoot: String = "/proc") {
    self.procRoot = procRoot
    ownNamespaces = try? Self.namespaces.map { try Self.namespace($0, of: "\(procRoot)/self") }
  }

  /// Why this process is refused; `nil` when it is not.
  func refusal(of pid: Int32) -> PeerRefusal? {
    // A peer in a process namespace that we cannot see into has no number here.
    guard pid > 0 else { return .unidentified("its process namespace is not visible from here") }
    let process = "\(procRoot)/\(pid)"
    do throws(Unknown) {
      var namespaces: [String] = []
      for name in Self.namespaces { namespaces.append(try Self.namespace(name, of: process)) }
      guard namespaces == ownNamespaces else { return .sandboxed }
      if try Self.exists("\(process)/root/.flatpak-info") { return .sandboxed }
      return try Self.groups(of: process).contains(where: Self.isSandbox) ? .sandboxed : nil
    } catch {
      return .unidentified(error.reason)
    }
  }

  /// What could not be found out about a process.
  private struct Unknown: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
    init(_ failure: String, _ error: SystemError) {
      self.init("\(failure): \(String(cString: strerror(error.code)))")
    }
  }

  /// The unit names that snap and Flatpak give to what they start.
  private static func isSandbox(_ unit: Substring) -> Bool {
    unit.hasPrefix("snap.") || unit.hasPrefix("app-flatpak-") || unit.hasPrefix("flatpak-")
  }

  private static func namespace(_ name: String, of process: String) throws(Unknown) -> String {
    let path = "\(process)/ns/\(name)"
    var target = [CChar](repeating: 0, count: 64)
    do throws(SystemError) {
      let count = try systemCall("readlink") { readlink(path, &target, target.count) }
      return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    } catch {
      throw Unknown("\(path) cannot be read", error)
    }
  }

  private static func exists(_ path: String) throws(Unknown) -> Bool {
    do throws(SystemError) {
      try systemCall("faccessat") { faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) }
      return true
    } catch {
      guard error.code == ENOENT else { throw Unknown("\(path) cannot be looked for", error) }
      return false
    }
  }

  /// The parts of all the group paths that a process is in.
  private static func groups(of process: String) throws(Unknown) -> [Substring] {
    let path = "\(process)/cgroup"
    var bytes = [UInt8](repeating: 0, count: cgroupBytes)
    var count = 0
    do throws(SystemError) {
      let file = FileDescriptor(owning: try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) })
      count = try systemCall("read") { read(file.raw, &bytes, bytes.count) }
    } catch {
      throw Unknown("\(path) cannot be read", error)
    }
    guard count > 0 else { throw Unknown("\(path) is empty") }
    guard count < bytes.count else { throw Unknown("\(path) is longer than \(cgroupBytes) bytes") }
    return String(decoding: bytes[..<count], as: UTF8.self).split { $0 == "/" || $0 == "\n" }
  }
}

/// Whether the process that connected still runs: only then was it the one that was inspected, and not another
/// that was given its number. `true` on kernels that cannot tell.
func stillRuns(peerOf socket: Int32) -> Bool {
  do {
    let process = FileDescriptor(owning: try systemCall("getsockopt") { clinux_peer_pidfd(socket) })
    var wait = pollfd(fd: process.raw, events: Int16(POLLIN), revents: 0)
    return try systemCall("poll") { poll(&wait, 1, 0) } == 0
  } catch {
    return error.code == ENOPROTOOPT || error.code == EINVAL
  }
}
