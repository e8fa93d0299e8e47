import CLinux
import Glibc
import TestSupport
import Testing

@testable import EventLoop

struct TimerTests {
  @Test(arguments: [Int64.min, -1, 0, 1, 253_402_300_799_999, Int64.max])
  func `any number is a time that can be waited for`(_ milliseconds: Int64) throws {
    let loop = try EventLoop()
    loop.setWallAlarm(at: milliseconds) { _ in }
    _ = loop.setTimer(at: milliseconds) {}
    loop.setWallAlarm(at: nil) { _ in }
    loop.nextIteration { loop.stop() }
    runBounded(loop)
  }

  @Test func `timers fire in the order of their deadlines and not before them`() throws {
    let loop = try EventLoop()
    let start = EventLoop.now().uptime
    var fired: [Int] = []
    for (index, delay) in [6, 2, 4].enumerated() {
      loop.setTimer(at: start + Int64(delay)) {
        #expect(EventLoop.now().uptime >= start + Int64(delay))
        fired.append(index)
        if fired.count == 3 { loop.stop() }
      }
    }
    runBounded(loop)
    #expect(fired == [1, 2, 0])
  }

  @Test(arguments: [Int64.min, -1, 0, 1]) func `a deadline in the past is due at once`(deadline: Int64) throws
  {
    let loop = try EventLoop()
    loop.setTimer(at: deadline) { loop.stop() }
    runBounded(loop)
  }

  @Test func `a cancelled timer never fires, and its place is taken by later ones`() throws {
    let loop = try EventLoop()
    let now = EventLoop.now().uptime
    let cancelled = loop.setTimer(at: now + 1) { Issue.record("fired") }
    loop.setTimer(at: now + 3) { loop.stop() }
    loop.setTimer(at: .max) { Issue.record("fired") }
    loop.cancel(cancelled)
    runBounded(loop)
  }

  @Test func `a timer that every iteration puts off wakes the loop at its last time alone`() throws {
    let loop = try EventLoop()
    let start = EventLoop.now().uptime
    var turns = 0
    var last: Timer?
    loop.onIterationEnd = {
      turns += 1
      if let last { loop.cancel(last) }
      last = loop.setTimer(at: EventLoop.now().uptime + 20) {}
    }
    loop.nextIteration {}
    loop.setTimer(at: start + 10) {}
    loop.setTimer(at: start + 110) { loop.stop() }
    runBounded(loop)
    // At 0 and 10, then at 30, 50, 70, 90 and 110; every 10 ms where those put off woke it too.
    #expect(turns <= 8)
  }

  @Test func `a timer may set another`() throws {
    let loop = try EventLoop()
    var rounds = 0
    func again() {
      rounds += 1
      if rounds == 5 { return loop.stop() }
      loop.setTimer(at: EventLoop.now().uptime + 1, again)
    }
    again()
    runBounded(loop)
    #expect(rounds == 5)
  }

  @Test func `cancelled timers do not pile up`() {
    var queue = TimerQueue()
    for round in 0..<10_000 {
      let timer = queue.insert(deadline: Int64(1_000_000 + round)) {}
      queue.cancel(timer)
    }
    #expect(queue.count <= 66)
  }

  @Test func `a queue hands out every live timer in order`() {
    var queue = TimerQueue()
    var generator = SystemRandomNumberGenerator()
    var out: [Int64] = []
    var expected: [Int64] = []
    for index in 0..<500 {
      let deadline = Int64.random(in: 0..<100, using: &generator)
      let timer = queue.insert(deadline: deadline) { out.append(deadline) }
      if index % 3 == 0 { queue.cancel(timer) } else { expected.append(deadline) }
    }
    while let handler = queue.popDue(at: 1_000) { handler() }
    #expect(out == expected.sorted())
    #expect(queue.earliest() == nil)
  }

  @Test func `the wall alarm is raised at its time and once`() throws {
    let loop = try EventLoop()
    let due = EventLoop.now().wall + 3
    var raised: [WallAlarm] = []
    loop.setWallAlarm(at: due) { reason in
      #expect(EventLoop.now().wall >= due)
      raised.append(reason)
      loop.setTimer(at: EventLoop.now().uptime + 3) { loop.stop() }
    }
    runBounded(loop)
    #expect(raised == [.due])
  }

  @Test func `a wall alarm that nobody listens to any more does not keep the loop awake`() throws {
    let loop = try EventLoop()
    loop.setTimer(loop.wallDescriptor.raw, to: 1, flags: Int32(TFD_TIMER_ABSTIME))
    var turns = 0
    loop.onIterationEnd = { turns += 1 }
    loop.setTimer(at: EventLoop.now().uptime + 20) { loop.stop() }
    runBounded(loop)
    #expect(turns < 5)
  }

  @Test func `only an alarm that is set hears of a clock that was set`() throws {
    let loop = try EventLoop()
    // timerfd_create(2): the flags of the last call, in octal.
    func flags() throws -> String? {
      let text = String(
        decoding: try readFile("/proc/self/fdinfo/\(loop.wallDescriptor.raw)"), as: UTF8.self)
      return text.split(separator: "\n").first { $0.hasPrefix("settime flags:") }.map(String.init)
    }
    loop.setWallAlarm(at: EventLoop.now().wall + 60_000) { _ in Issue.record("raised") }
    #expect(try flags() == "settime flags: 03")
    loop.setWallAlarm(at: nil) { _ in Issue.record("raised") }
    #expect(try flags() == "settime flags: 01")
  }

  @Test func `a wall alarm that was taken away stays silent`() throws {
    let loop = try EventLoop()
    loop.setWallAlarm(at: EventLoop.now().wall + 1) { _ in Issue.record("raised") }
    loop.setWallAlarm(at: nil) { _ in Issue.record("raised") }
    loop.setTimer(at: EventLoop.now().uptime + 4) { loop.stop() }
    runBounded(loop)
  }
}
