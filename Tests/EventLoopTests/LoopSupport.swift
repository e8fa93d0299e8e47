import CLinux
import EventLoop
import Glibc
import Testing

/// Runs the loop on this thread until something stops it; after five seconds it is stopped with an issue.
func runBounded(_ loop: EventLoop, sourceLocation: SourceLocation = #_sourceLocation) {
  let guardTimer = loop.setTimer(at: EventLoop.now().uptime + 5_000) {
    Issue.record("the loop was not stopped in time", sourceLocation: sourceLocation)
    loop.stop()
  }
  loop.run()
  loop.cancel(guardTimer)
}

/// Both ends of a stream.
struct Pair: ~Copyable {
  let near: FileDescriptor
  let far: FileDescriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
    near = FileDescriptor(owning: ends[0])
    far = FileDescriptor(owning: ends[1])
  }

  func say(_ byte: UInt8 = 0) {
    var byte = byte
    _ = write(far.raw, &byte, 1)
  }

  func hear() -> UInt8? {
    var byte: UInt8 = 0
    return read(near.raw, &byte, 1) == 1 ? byte : nil
  }
}
