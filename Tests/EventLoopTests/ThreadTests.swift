import EventLoop
import Glibc
import Locks
import LoopExecutor
import TestSupport
import Testing

struct ThreadTests {
  @Test func `jobs of one thread run in order on the loop's thread`() throws {
    let loop = try EventLoop()
    let seen = Mutex<[Int]>([])
    let poster = TestThread {
      for number in 0..<1_000 {
        loop.post {
          #expect(loop.isOnLoopThread)
          seen.withLock { $0.append(number) }
        }
      }
      loop.stop()
    }
    runBounded(loop)
    poster.join()
    // The stop may overtake the last jobs, never reorder them.
    let numbers = seen.withLock { $0 }
    #expect(numbers == Array(0..<numbers.count))
  }

  @Test
  func `work in the background is answered on the loop's thread, and no more than eight at once is done`()
    throws
  {
    let loop = try EventLoop()
    let background = Background(loop)
    let counts = Mutex((running: 0, most: 0))
    var answers: Set<Int> = []
    for number in 0..<20 {
      background.run {
        counts.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1)) }
        counts.withLock { $0.running -= 1 }
        return number
      } then: { number in
        #expect(loop.isOnLoopThread)
        answers.insert(number)
        if answers.count == 20 { loop.stop() }
      }
    }
    runBounded(loop)
    #expect(answers == Set(0..<20))
    #expect((1...8).contains(counts.withLock { $0.most }))
  }

  @Test func `no job of many threads is lost`() throws {
    let loop = try EventLoop()
    var remaining = 4 * 500
    let box = Confined { () -> Void in
      remaining -= 1
      if remaining == 0 { loop.stop() }
    }
    let posters = (0..<4).map { _ in
      TestThread { for _ in 0..<500 { loop.post { box.body() } } }
    }
    runBounded(loop)
    for poster in posters { poster.join() }
    #expect(remaining == 0)
  }

  @Test func `stop from another thread wakes a loop that waits for nothing`() throws {
    let loop = try EventLoop()
    let stopper = TestThread { loop.stop() }
    runBounded(loop)
    stopper.join()
  }

  @Test
  func `a loop's own thread runs what was posted before its end, and one that is stuck is not waited for`()
    throws
  {
    let done = Mutex(0)
    let thread = try LoopThread(name: "test")
    thread.loop.post { done.withLock { $0 += thread.loop.isOnLoopThread ? 1 : 0 } }
    #expect(thread.stop())
    #expect(done.withLock(\.self) == 1)
    #expect(thread.stop(), "again")

    let stuck = try LoopThread(name: "stuck")
    let pair = try Pair()
    let descriptor = pair.near.raw
    stuck.loop.post {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
    }
    #expect(!stuck.stop(withinMilliseconds: 10))
    pair.say()
    #expect(stuck.stop(withinMilliseconds: 10_000))
  }

  @Test func `an actor on the loop is entered from handlers without a hop`() throws {
    let loop = try EventLoop()
    let counter = Counter(on: loop)
    // Before the loop runs, its thread is the one that made it.
    counter.assumeIsolated { $0.count += 1 }
    loop.nextIteration {
      counter.assumeIsolated { $0.count += 1 }
      loop.stop()
    }
    runBounded(loop)
    #expect(counter.assumeIsolated { $0.count } == 2)
  }

  @Test func `an actor's asynchronous calls run on the loop's thread`() async throws {
    let loop = try EventLoop()
    let counter = Counter(on: loop)
    // Not bounded: a call to an actor whose loop has ended never returns, and on a busy machine these can wait
    // for a thread of the pool longer than any bound.
    let runner = TestThread { loop.run() }
    for _ in 0..<10 { await counter.increment() }
    #expect(await counter.count == 10)
    loop.stop()
    runner.join()
  }

  @Test func `another thread is not the loop's`() throws {
    let loop = try EventLoop()
    #expect(loop.isOnLoopThread)
    #expect(loop.isIsolatingCurrentContext() == true)
    let other = TestThread {
      #expect(!loop.isOnLoopThread)
      #expect(loop.isIsolatingCurrentContext() == false)
    }
    other.join()
  }

  @Test func `signals are heard in the loop, one after the other`() throws {
    // On a thread of its own, so that the test runner's threads do not inherit the mask.
    let thread = TestThread {
      do {
        let loop = try EventLoop()
        var heard: [Int32] = []
        try loop.onSignals(HeldSignals([SIGUSR1, SIGUSR2])) { signal in
          heard.append(signal)
          if heard.count == 2 { loop.stop() }
        }
        pthread_kill(pthread_self(), SIGUSR2)
        pthread_kill(pthread_self(), SIGUSR1)
        runBounded(loop)
        #expect(heard == [SIGUSR1, SIGUSR2])
      } catch {
        Issue.record(error)
      }
    }
    thread.join()
  }

  @Test func `a held signal waits for the loop, or ends a pause; threads that begin later do not get it`()
    throws
  {
    let thread = TestThread {
      do {
        let held = HeldSignals([SIGUSR1, SIGUSR2])
        let later = TestThread {
          var mask = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &mask)
          #expect([SIGUSR1, SIGUSR2].map { sigismember(&mask, $0) } == [1, 1])
        }
        later.join()
        #expect(held.pause(milliseconds: 0, unless: [SIGUSR1]) == nil)
        pthread_kill(pthread_self(), SIGUSR1)
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(held.pause(milliseconds: 60_000, unless: [SIGUSR1]) == SIGUSR1)
        #expect(held.pause(milliseconds: 0, unless: [SIGUSR1, SIGALRM]) == nil)
        let loop = try EventLoop()
        var heard: [Int32] = []
        try loop.onSignals(held) {
          heard.append($0)
          loop.stop()
        }
        runBounded(loop)
        #expect(heard == [SIGUSR2])
      } catch {
        Issue.record(error)
      }
    }
    thread.join()
  }
}

private actor Counter {
  private let loop: EventLoop
  var count = 0
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  init(on loop: EventLoop) { self.loop = loop }
  func increment() {
    #expect(loop.isOnLoopThread)
    count += 1
  }
}

/// A closure that only the loop's thread calls.
private final class Confined: @unchecked Sendable {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
