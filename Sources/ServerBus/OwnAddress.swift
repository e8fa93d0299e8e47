import EventLoop
import Glibc

/// The address of one process that was executed here. All that the process starts inherits it, for longer than the
/// process and this bus live, and is to be on the session bus under its own process id. So it is a symbolic link,
/// which connect(2) follows: to this bus while the process has no name, so that one that executes itself anew or
/// connects again gets here, and to the session bus while it has one and after its end.
struct OwnAddress {
  enum Target { case bus, session }

  let path: String
  private let bus: String
  private let session: String
  private(set) var target = Target.bus

  /// `socket`: this bus's. `session`: the session bus's socket.
  init(of process: Int32, beside socket: String, session: String) throws(SystemError) {
    path = "\(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])/session-\(process)"
    guard path.utf8.count <= ListeningSocket.pathBytes else {
      throw SystemError(call: "symlink", code: ENAMETOOLONG)
    }
    (bus, self.session) = (socket, session)
    try make()
  }

  mutating func lead(to target: Target) throws(SystemError) {
    guard target != self.target else { return }
    self.target = target
    try make()
  }

  func remove() { unlink(path) }

  /// At every moment the path leads somewhere. Also for a path that was removed.
  func make() throws(SystemError) {
    let new = "\(path).new"
    unlink(new)
    try systemCall("symlink") { symlink(target == .bus ? bus : session, new) }
    try systemCall("rename") { rename(new, path) }
  }
}
