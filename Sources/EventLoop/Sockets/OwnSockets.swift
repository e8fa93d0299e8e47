import CLinux
import Glibc

/// Opens a program's sockets below its runtime directory, also once more where they have gone with that directory, and
/// holds the lock that keeps a second such program from opening them.
package final class OwnSockets {
  private let runtime: String
  private let lockDirectory: String
  private var lock: InstanceLock?

  /// `lockDirectory`: its name below `runtime`.
  package init(in runtime: String, lockedIn lockDirectory: String) {
    self.runtime = runtime
    self.lockDirectory = lockDirectory
  }

  package func path(of name: String, in directory: String) -> String { "\(runtime)/\(directory)/\(name)" }

  package func open(_ name: String, in directory: String) throws(SocketFault) -> ListeningSocket {
    try hold()
    return try ListeningSocket(path: "\(SocketDirectory(directory, in: runtime).path)/\(name)")
  }

  /// Monitors a socket's file. A socket passed by the service manager is opened again by us if it lies at our own path,
  /// because the manager does not notice that its file is gone. `listen`: serves the new socket.
  package static func monitor(
    _ file: PlacedFile, at place: (directory: String, name: String), of own: OwnSockets?, _ loop: EventLoop,
    listen: @escaping (consuming ListeningSocket) throws(SystemError) -> Void,
    changed: @escaping (SocketMonitor.Change) -> Void
  ) throws(SystemError) -> SocketMonitor {
    guard let own, file.path == own.path(of: place.name, in: place.directory) else {
      return try SocketMonitor(file, loop, open: nil, changed: changed)
    }
    return try SocketMonitor(
      file, loop,
      open: { () throws(SocketFault) in
        let socket = try own.open(place.name, in: place.directory)
        do throws(SystemError) { try listen(socket) } catch { throw .system(error, path: file.path) }
      }, changed: changed)
  }

  /// A lock whose file is removed keeps no other process out.
  private func hold() throws(SocketFault) {
    if lock?.isInPlace == true { return }
    lock = try InstanceLock(in: SocketDirectory(lockDirectory, in: runtime))
  }
}

/// A directory that only our uid can write to or look into.
package struct SocketDirectory: Hashable, Sendable {
  package let path: String

  /// Makes the directory within `runtime`, which must exist, where it does not exist yet. Both must be ours;
  /// ours to write to alone, and the inner one a directory itself, no link to one.
  package init(_ name: String, in runtime: String) throws(SocketFault) {
    let outer = FileDescriptor(
      owning: try systemCall("open", path: runtime) {
        Glibc.open(runtime, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      })
    let outerStatus = try Self.status(of: outer.raw, path: runtime)
    guard outerStatus.st_mode & 0o022 == 0 else {
      throw .unsafe(path: runtime, reason: "can be written to by other users")
    }
    let path = "\(runtime)/\(name)"
    do {
      try systemCall("mkdirat") { mkdirat(outer.raw, name, 0o700) }
    } catch {
      guard error.code == EEXIST else { throw .system(error, path: path) }
    }
    let inner = try Self.open(name, in: outer.raw, path: path)
    _ = try Self.status(of: inner.raw, path: path)
    // Sets the mode again, against the umask and earlier changes.
    try systemCall("fchmod", path: path) { fchmod(inner.raw, 0o700) }
    self.path = path
  }

  private static func open(_ name: String, in outer: Int32, path: String) throws(SocketFault)
    -> FileDescriptor
  {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    do {
      return FileDescriptor(owning: try systemCall("openat") { openat(outer, name, flags) })
    } catch {
      guard error.code == ENOTDIR || error.code == ELOOP else { throw .system(error, path: path) }
      throw .unsafe(path: path, reason: "is not a directory")
    }
  }

  private static func status(of directory: Int32, path: String) throws(SocketFault) -> stat {
    var status = stat()
    try systemCall("fstat", path: path) { fstat(directory, &status) }
    guard status.st_uid == geteuid() else { throw .unsafe(path: path, reason: "belongs to another user") }
    return status
  }
}

/// Held by the one daemon of a runtime directory; let go of with the process, however it ends, and one that was killed
/// is waited for. The file stays: removing it would let two daemons lock two files of one name.
package struct InstanceLock: ~Copyable {
  private let file: FileDescriptor
  private let place: PlacedFile

  /// Whether the file is still at its path, so that another daemon finds it.
  package var isInPlace: Bool { place.isInPlace }

  package init(in directory: SocketDirectory) throws(SocketFault) {
    let path = "\(directory.path)/lock"
    let file = try Self.open(path)
    do {
      try lockWholeFile(file.raw) { Self.pid(in: file.raw) }
    } catch {
      guard error.code == EWOULDBLOCK else { throw .system(error, path: path) }
      throw .otherInstance(path: path, pid: Self.pid(in: file.raw))
    }
    // Only for the message of the next one that tries; the lock holds without it.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(file.raw, 0)
    _ = pwrite(file.raw, text, text.count, 0)
    self.file = file
    place = PlacedFile(path)
  }

  private static func open(_ path: String) throws(SocketFault) -> FileDescriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    do {
      return FileDescriptor(owning: try systemCall("open") { Glibc.open(path, flags, 0o600) })
    } catch {
      guard error.code == ELOOP || error.code == EISDIR || error.code == ENXIO else {
        throw .system(error, path: path)
      }
      throw .unsafe(path: path, reason: "is not a regular file")
    }
  }

  private static func pid(in file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// Takes the lock on a whole file that one process has at a time (flock(2)), or throws EWOULDBLOCK.
///
/// The kernel takes it back from a process that ends, but from one that is killed not at once: that one is waited for.
/// So is a holder that has not said who it is: it has only just begun, or is the child of an earlier holder that has
/// yet to run its own program, which closes the file. `holder`: the process that seems to have it; asked again each
/// time, because another may have it by then.
package func lockWholeFile(
  _ file: Int32, patienceMilliseconds: Int64 = 5_000, holder: () -> Int32?
) throws(SystemError) {
  let pauseMicroseconds: UInt32 = 5_000
  let deadline = EventLoop.now().uptime + patienceMilliseconds
  while true {
    do throws(SystemError) {
      try systemCall("flock") { clinux_flock(file, LOCK_EX | LOCK_NB) }
      return
    } catch {
      guard error.code == EWOULDBLOCK, EventLoop.now().uptime < deadline, holder().map(isEnding) ?? true
      else {
        throw error
      }
      usleep(pauseMicroseconds)
    }
  }
}

/// Whether a process runs nothing of its own any more: it is killed, exits, or is gone (proc_pid_stat(5),
/// proc_pid_status(5)).
private func isEnding(_ process: Int32) -> Bool {
  // The fields behind the program's name, which may contain any character.
  guard let status = processFile("stat", of: process)?.split(separator: ")").last else { return true }
  let fields = status.split(separator: " ")
  guard fields.count > 6, let flags = UInt32(fields[6]) else { return false }
  let isExiting: UInt32 = 0x4
  return ["Z", "X"].contains(fields[0]) || flags & isExiting != 0 || isKilled(process)
}

/// Whether SIGKILL is on its way to it.
private func isKilled(_ process: Int32) -> Bool {
  (processFile("status", of: process) ?? "").split(separator: "\n").contains { line in
    guard line.hasPrefix("SigPnd:") || line.hasPrefix("ShdPnd:") else { return false }
    return UInt64(line.dropFirst(7).drop { $0 == "\t" }, radix: 16).map { $0 >> (SIGKILL - 1) & 1 == 1 }
      ?? false
  }
}

private func processFile(_ name: String, of process: Int32) -> String? {
  let path = "/proc/\(process)/\(name)"
  guard let file = try? FileDescriptor(owning: systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) }) else {
    return nil
  }
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = read(file.raw, &bytes, bytes.count)
  return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
}
