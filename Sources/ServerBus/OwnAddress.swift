import EventLoop
import Glibc

/// The address of one process that was executed here. All that the process starts inherits it, for longer than the
/// process and this bus live, and is to be on the session bus under its own process id. So it is a symbolic link,
/// which connect(2) follows: to this bus until the process has a name, and to the session bus from then on.
struct OwnAddress {
  let path: String
  private let session: String

  /// `socket`: this bus's. `session`: the session bus's socket.
  init(of process: Int32, beside socket: String, session: String) throws(SystemError) {
    path = "\(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])/session-\(process)"
    self.session = session
    try lead(to: socket)
  }

  func leadToSession() throws(SystemError) { try lead(to: session) }

  /// At every moment the path leads somewhere.
  private func lead(to target: String) throws(SystemError) {
    let new = "\(path).new"
    unlink(new)
    try systemCall("symlink") { symlink(target, new) }
    try systemCall("rename") { rename(new, path) }
  }
}
