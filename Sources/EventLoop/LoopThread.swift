internal import CLinux
internal import Glibc

/// A loop on a thread of its own, which runs until it is stopped.
package final class LoopThread: Sendable {
  package let loop: EventLoop
  /// Readable once the thread has ended.
  private let ended: FileDescriptor

  /// `name`: as the system's tools show it; at most 15 bytes.
  package init(name: String) throws(SystemError) {
    loop = try EventLoop()
    ended = FileDescriptor(
      owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
    let isStarted = DetachedThread.start { [self] in
      clinux_name_thread(name)
      loop.run()
      var one: UInt64 = 1
      _ = write(ended.raw, &one, MemoryLayout<UInt64>.size)
    }
    guard isStarted else { throw SystemError(call: "pthread_create", code: EAGAIN) }
  }

  /// Ends the thread once what was posted before has run, and waits for that at most so many milliseconds: a handler that
  /// is stuck is left to itself. False where it was.
  @discardableResult
  package func stop(withinMilliseconds bound: Int32 = 500) -> Bool {
    loop.post { [loop] in loop.stop() }
    var waiting = pollfd(fd: ended.raw, events: Int16(POLLIN), revents: 0)
    return (try? systemCall("poll") { poll(&waiting, 1, bound) }) == 1
  }
}
