internal import CLinux
internal import Glibc

/// A process at the other end, as the kernel names it at the moment it connected.
package struct Peer: Hashable, Sendable {
  package let pid: Int32
  package let uid: UInt32
  package let gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  package init(of socket: Int32) throws(SystemError) {
    var found = clinux_credentials()
    try systemCall("getsockopt") { clinux_peer_credentials(socket, &found) }
    self.init(pid: found.pid, uid: found.uid, gid: found.gid)
  }
}

/// Whether the process that connected still runs: only then was it the one that was inspected, and not another
/// that was given its number. `true` on kernels that cannot tell (before Linux 6.5): there, a process that got the
/// number of one that ended between connecting and coming in is taken for it.
package func stillRuns(peerOf socket: Int32) -> Bool {
  do {
    let process = FileDescriptor(owning: try systemCall("getsockopt") { clinux_peer_pidfd(socket) })
    var wait = pollfd(fd: process.raw, events: Int16(POLLIN), revents: 0)
    return try systemCall("poll") { poll(&wait, 1, 0) } == 0
  } catch {
    // A process that has been reaped is EINVAL before Linux 6.16.
    return error.code == ENOPROTOOPT
  }
}
