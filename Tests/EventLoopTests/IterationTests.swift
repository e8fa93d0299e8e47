import CLinux
import Glibc
import Testing

@testable import EventLoop

struct IterationTests {
  @Test func `as long as it is wanted, an iteration takes in what has become ready meanwhile`() throws {
    let loop = try EventLoop()
    let bell = FileDescriptor(owning: eventfd(0, Int32(EFD_NONBLOCK)))
    let raw = bell.raw
    var story: [String] = []
    func ring() {
      var one: UInt64 = 1
      _ = write(raw, &one, 8)
    }
    _ = try loop.monitor(raw, for: .readable) { _ in
      var count: UInt64 = 0
      _ = read(raw, &count, 8)
      story.append("heard")
    }
    loop.onReady = {
      story.append("ready")
      if story.count < 6 { ring() }
      return story.count < 6
    }
    loop.onIterationEnd = {
      story.append("end")
      loop.stop()
    }
    loop.nextIteration {}
    runBounded(loop)
    #expect(story.prefix(8) == ["ready", "heard", "ready", "heard", "ready", "heard", "ready", "end"])
  }
}
