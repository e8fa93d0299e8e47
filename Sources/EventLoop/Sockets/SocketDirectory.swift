internal import Glibc

/// A directory that nobody but us can write to or look into.
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
    // Whatever the umask made of it, and however it was left.
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
