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

  /// A lock whose file is gone keeps nobody out any more.
  private func hold() throws(SocketFault) {
    if lock?.isInPlace == true { return }
    lock = try InstanceLock(in: SocketDirectory(lockDirectory, in: runtime))
  }
}
