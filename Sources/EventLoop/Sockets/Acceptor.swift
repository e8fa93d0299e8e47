import CLinux
import Glibc

/// Takes connections off a listening socket, a few at a time.
package final class Acceptor {
  /// The pause if no descriptor is free: the socket stays readable, and looking at it again at once would spin.
  private static let pauseMilliseconds: Int64 = 100

  private let socket: ListeningSocket
  private let loop: EventLoop
  private let batch: Int
  private let paused: (SystemError) -> Void
  private let admit: (consuming FileDescriptor) throws(SystemError) -> Void
  private var registration: Registration?
  /// Given up for a moment when no descriptor is left, so that a peer is turned away rather than left waiting.
  private var spare: FileDescriptor?
  private var pause: Delay?

  /// `batch`: connections accepted at once, before other descriptors are looked at again. `paused`: called with the
  /// reason for a pause in accepting. `admit`: throws if no further connection can be accepted for now.
  package init(
    _ socket: consuming ListeningSocket, _ loop: EventLoop, batch: Int,
    paused: @escaping (SystemError) -> Void,
    admit: @escaping (consuming FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.loop = loop
    self.batch = batch
    self.paused = paused
    self.admit = admit
    openSpare()
    registration = try loop.monitor(self.socket.raw, for: .readable) { [unowned self] _ in accept() }
  }

  deinit { if let registration { loop.cancel(registration) } }

  /// Whether no client can reach the socket, because its file is gone.
  package var isUnreachable: Bool { socket.file?.isInPlace == false }

  private func accept() {
    for _ in 0..<batch where pause == nil {
      do throws(SystemError) {
        let raw = try systemCall("accept4") { clinux_accept(socket.raw) }
        try admit(FileDescriptor(owning: raw))
      } catch {
        switch (error.call, error.code) {
        case ("accept4", EAGAIN): return
        // The peer was gone before it was accepted.
        case ("accept4", ECONNABORTED): continue
        default: wait(error)
        }
      }
    }
  }

  private func wait(_ error: SystemError) {
    paused(error)
    if spare != nil {
      spare = nil
      let turnedAway = clinux_accept(socket.raw)
      if turnedAway >= 0 { close(turnedAway) }
      openSpare()
    }
    listen(for: [])
    pause = Delay(Self.pauseMilliseconds, loop) { [unowned self] in
      pause = nil
      if spare == nil { openSpare() }
      listen(for: .readable)
    }
  }

  private func openSpare() {
    guard let raw = try? systemCall("open", { open("/dev/null", O_RDONLY | O_CLOEXEC) }) else { return }
    spare = FileDescriptor(owning: raw)
  }

  private func listen(for readiness: Readiness) {
    guard let registration else { return }
    // The registration is our own: nothing but a lack of memory can prevent this.
    do { try loop.modify(registration, for: readiness) } catch { paused(error) }
  }
}

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
