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
/// against the peer.
public struct PeerInspection: Sendable {
  /// Longer than any control group's file; a longer one is refused.
  private static let cgroupBytes = 16_384

  private let procRoot: String
  private let ownNamespaces: [String?]

  /// `procRoot`: where the proc file system is mounted.
  public init(procRoot: String = "/proc") {
    self.procRoot = procRoot
    ownNamespaces = Self.namespaces(in: "\(procRoot)/self")
  }

  /// Why this process is refused; `nil` when it is not.
  func incident(of pid: Int32) -> Incident? {
    // A peer in a process namespace that we cannot see into has no number here.
    guard pid > 0 else { return .unidentified }
    let process = "\(procRoot)/\(pid)"
    let namespaces = Self.namespaces(in: process)
    guard !namespaces.contains(nil) else { return .unidentified }
    guard namespaces == ownNamespaces else { return .sandboxed }
    switch exists("\(process)/root/.flatpak-info") {
    case true?: return .sandboxed
    case nil: return .unidentified
    case false?: break
    }
    guard let groups = cgroups(of: process) else { return .unidentified }
    return groups.contains(where: Self.isSandbox) ? .sandboxed : nil
  }

  /// The unit names that snap and Flatpak give to what they start.
  private static func isSandbox(_ unit: Substring) -> Bool {
    unit.hasPrefix("snap.") || unit.hasPrefix("app-flatpak-") || unit.hasPrefix("flatpak-")
  }

  private static func namespaces(in process: String) -> [String?] {
    ["mnt", "user"].map { name in
      var target = [CChar](repeating: 0, count: 64)
      let count = readlink("\(process)/ns/\(name)", &target, target.count)
      return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
  }

  /// `nil` when it cannot be told.
  private func exists(_ path: String) -> Bool? {
    do {
      try systemCall("faccessat") { faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) }
      return true
    } catch {
      return error.code == ENOENT ? false : nil
    }
  }

  /// The parts of all the group paths that a process is in.
  private func cgroups(of process: String) -> [Substring]? {
    guard let raw = try? systemCall("open", { open("\(process)/cgroup", O_RDONLY | O_CLOEXEC) }) else {
      return nil
    }
    let file = FileDescriptor(owning: raw)
    var bytes = [UInt8](repeating: 0, count: Self.cgroupBytes)
    guard let count = try? systemCall("read", { read(file.raw, &bytes, bytes.count) }),
      count > 0, count < bytes.count
    else { return nil }
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
