import CLinux
import Glibc
import Locks

// Invariant: whenever the queue holds jobs that the loop has not taken, the wakeup has been or is about to be
// rung. Only the step from empty to non-empty rings, so a burst of jobs costs one system call; the loop
// silences the bell before it takes the jobs, so that a job added in between is taken with them.

/// Jobs that other threads post to the loop.
struct JobQueue: ~Copyable, Sendable {
  typealias Job = @Sendable () -> Void

  private let jobs = Mutex<[Job]>([])
  private let wakeup: FileDescriptor

  init() throws(SystemError) {
    wakeup = FileDescriptor(
      owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable while there is something to take.
  var descriptor: Int32 { wakeup.raw }

  func append(_ job: @escaping Job) {
    let wasEmpty = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if wasEmpty { ring() }
  }

  func drain() -> [Job] {
    var count: UInt64 = 0
    // Fails with EAGAIN when the bell was silent: nothing is lost then either.
    _ = read(wakeup.raw, &count, MemoryLayout<UInt64>.size)
    return jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }

  private func ring() {
    var one: UInt64 = 1
    // A counter of 64 bits never fills, and an eventfd that is open has no other way to fail.
    _ = write(wakeup.raw, &one, MemoryLayout<UInt64>.size)
  }
}

/// A detached thread for work that may hang for ever, such as reading a network file system.
package enum DetachedThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the work on a thread of its own. `false` if the system has no thread to give; then the work does not run.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Work(run)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    if code == 0 { pthread_detach(thread) } else { Unmanaged<Work>.fromOpaque(argument).release() }
    return code == 0
  }
}

/// Long work of a loop, each piece on a detached thread. Lives on the loop's thread.
package final class Background {
  /// The greatest number of these threads, each of which may hang for ever; further work waits for one of them.
  private static let most = 8

  private let loop: EventLoop
  private var running = 0
  private var waiting: [() -> Void] = []

  package init(_ loop: EventLoop) { self.loop = loop }

  /// `then` is called on the loop's thread, and let go of there.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    guard running < Self.most else { return waiting.append { [unowned self] in run(work, then: then) } }
    running += 1
    let answer = Answer<Value> { [weak self] value in
      self?.running -= 1
      then(value)
      if let self, !waiting.isEmpty { waiting.removeFirst()() }
    }
    let isStarted = DetachedThread.start { [loop] in
      let value = work()
      loop.post { answer.tell(value) }
    }
    // If no thread can be had, the work is done here.
    if !isStarted { loop.nextIteration { answer.tell(work()) } }
  }

  // @unchecked: made, told and emptied on the loop's thread; the other one only keeps it.
  private final class Answer<Value>: @unchecked Sendable {
    private var then: ((Value) -> Void)?
    init(_ then: @escaping (Value) -> Void) { self.then = then }

    func tell(_ value: Value) {
      then?(value)
      then = nil
    }
  }
}

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

  /// Ends the thread after the jobs posted before, and waits for that at most `bound` milliseconds: a stuck handler is
  /// left alone. `false` if one was stuck.
  @discardableResult
  package func stop(withinMilliseconds bound: Int32 = 500) -> Bool {
    loop.post { [loop] in loop.stop() }
    var waiting = pollfd(fd: ended.raw, events: Int16(POLLIN), revents: 0)
    return (try? systemCall("poll") { poll(&waiting, 1, bound) }) == 1
  }
}
