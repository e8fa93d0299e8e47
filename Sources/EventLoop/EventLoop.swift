import CLinux
import Glibc
import Synchronization

// The loop of one thread. Everything but `post`, `enqueue`, `stop` and the isolation checks belongs to the loop's
// thread: the one that created the loop until another calls `run()`. Handlers may monitor, modify and cancel anything,
// themselves included, at any time.

/// Waits for descriptors, timers, signals and other threads, and calls their handlers one after the other.
// @unchecked: the stored variables are touched by the loop's thread alone; `jobs`, `owner` and `stopping`
// are safe by themselves.
package final class EventLoop: @unchecked Sendable {
  private struct DescriptorHandler {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  /// How many ready descriptors one look takes: as many as a process usually may have open, so that those of one
  /// peer never leave out another's.
  private static let batch = 1_024

  /// Called when all that was ready has been handled. `true` has the loop look, without waiting, at what has become
  /// ready meanwhile, handle it in the same iteration, and ask again.
  package var onReady: (() -> Bool)?
  /// Called at the end of each iteration: after all that was ready has been handled, before the loop waits again.
  package var onIterationEnd: (() -> Void)?

  private let epoll: FileDescriptor
  private let timerDescriptor: FileDescriptor
  let wallDescriptor: FileDescriptor
  var wallHandler: ((WallAlarm) -> Void)?
  var signalDescriptor: FileDescriptor?

  private let jobs: JobQueue
  private let owner: Atomic<UInt>
  private let stopping = Atomic<Bool>(false)

  private var handlers: [UInt64: DescriptorHandler] = [:]
  private var lastRegistration: UInt64 = 0
  private var timers = TimerQueue()
  /// The deadline of the timer descriptor; may be earlier than the earliest timer, never later.
  private var armed: Int64?
  private var soon: [() -> Void] = []
  /// Counts the iterations.
  package private(set) var iteration: UInt64 = 0

  package init() throws(SystemError) {
    epoll = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    timerDescriptor = try Self.makeTimer(CLOCK_BOOTTIME)
    wallDescriptor = try Self.makeTimer(CLOCK_REALTIME)
    jobs = try JobQueue()
    owner = Atomic(UInt(pthread_self()))
    _ = try monitor(jobs.descriptor, for: .readable) { [unowned self] _ in runJobs() }
    _ = try monitor(timerDescriptor.raw, for: .readable) { [unowned self] _ in runTimers() }
    _ = try monitor(wallDescriptor.raw, for: .readable) { [unowned self] _ in runWallAlarm() }
  }

  private static func makeTimer(_ clock: Int32) throws(SystemError) -> FileDescriptor {
    let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
    return FileDescriptor(owning: try systemCall("timerfd_create") { timerfd_create(clock, flags) })
  }

  // MARK: Running

  /// Serves until `stop()`. The calling thread becomes the loop's thread.
  package func run() {
    owner.store(UInt(pthread_self()), ordering: .releasing)
    var events = [epoll_event](repeating: epoll_event(), count: Self.batch)
    while !stopping.exchange(false, ordering: .acquiringAndReleasing) { iterate(&events) }
  }

  /// Ends `run()` after the current iteration; when the loop does not run, its next `run()` returns at once.
  /// From any thread.
  package func stop() {
    stopping.store(true, ordering: .releasing)
    post {}
  }

  private func iterate(_ events: inout [epoll_event]) {
    iteration += 1
    arm()
    let jobs = soon
    soon = []
    let ready = wait(&events, patience: jobs.isEmpty ? -1 : 0)
    for job in jobs { job() }
    handle(events[..<ready])
    while onReady?() == true {
      let ready = wait(&events, patience: 0)
      handle(events[..<ready])
    }
    onIterationEnd?()
  }

  /// How many descriptors are ready, the first of `events`.
  private func wait(_ events: inout [epoll_event], patience: Int32) -> Int {
    do {
      return Int(
        try systemCall("epoll_wait") { epoll_wait(epoll.raw, &events, Int32(Self.batch), patience) })
    } catch {
      // The batch is a constant, and a signal is no error (EINTR): only a closed descriptor of our own leads here
      // (epoll_wait(2)), and nothing that a peer or a file says.
      fatalError("\(error)")
    }
  }

  private func handle(_ events: ArraySlice<epoll_event>) {
    for event in events {
      guard let entry = handlers[event.data.u64] else { continue }
      entry.handler(Readiness(reported: event.events))
    }
  }

  // MARK: Descriptors

  /// Calls the handler in each iteration in which the descriptor is ready for one of these, or has hung up. The
  /// descriptor must stay open until the registration is cancelled.
  package func monitor(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Registration {
    lastRegistration += 1
    let id = lastRegistration
    try control(EPOLL_CTL_ADD, descriptor, id, readiness)
    handlers[id] = DescriptorHandler(descriptor: descriptor, handler: handler)
    return Registration(id: id)
  }

  /// Reports only a hangup if the readiness is empty.
  package func modify(_ registration: Registration, for readiness: Readiness) throws(SystemError) {
    guard let entry = handlers[registration.id] else { return }
    try control(EPOLL_CTL_MOD, entry.descriptor, registration.id, readiness)
  }

  /// The handler will not be called again.
  package func cancel(_ registration: Registration) {
    guard let entry = handlers.removeValue(forKey: registration.id) else { return }
    // A descriptor that was closed too early has left the set by itself.
    try? control(EPOLL_CTL_DEL, entry.descriptor, registration.id, [])
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ id: UInt64, _ readiness: Readiness
  ) throws(SystemError) {
    var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: id))
    try systemCall("epoll_ctl") { epoll_ctl(epoll.raw, operation, descriptor, &event) }
  }

  // MARK: Timers

  /// Calls the handler once when the uptime of `now()` has reached this many milliseconds.
  @discardableResult
  package func setTimer(at uptime: Int64, _ handler: @escaping () -> Void) -> Timer {
    timers.insert(deadline: uptime, handler)
  }

  package func cancel(_ timer: Timer) {
    timers.cancel(timer)
  }

  private func runTimers() {
    drainTimer(timerDescriptor.raw)
    armed = nil
    let now = Self.now().uptime
    while let handler = timers.popDue(at: now) { handler() }
  }

  /// Runs once an iteration, after all timers of the one before are set and cancelled. Only an earlier deadline costs a
  /// system call; a later one is found out when the descriptor fires.
  private func arm() {
    guard let earliest = timers.earliest(), earliest < armed ?? .max else { return }
    armed = earliest
    setTimer(timerDescriptor.raw, to: earliest, flags: Int32(TFD_TIMER_ABSTIME))
  }

  // MARK: Jobs

  /// Runs a job in the next iteration, before anything else, without waiting for an event.
  package func nextIteration(_ job: @escaping () -> Void) {
    soon.append(job)
  }

  /// Runs a job on the loop's thread. From any thread; in the order of the calls.
  package func post(_ job: @escaping @Sendable () -> Void) {
    jobs.append(job)
  }

  private func runJobs() {
    for job in jobs.drain() { job() }
  }

  // MARK: Isolation

  /// Whether the calling thread is the loop's.
  package var isOnLoopThread: Bool { owner.load(ordering: .acquiring) == UInt(pthread_self()) }
}

/// The events that a descriptor is registered for, or is ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Something, or the end, can be read.
  package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Reported unasked: both directions are closed, or the descriptor has failed. What was sent before may
  /// still be there to be read.
  package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)

  /// The kernel's report; a failure counts as a hangup.
  init(reported events: UInt32) {
    let failed = events & EPOLLERR.rawValue != 0
    self.init(rawValue: failed ? events & ~EPOLLERR.rawValue | EPOLLHUP.rawValue : events)
  }
}

/// A monitored descriptor. Events that the kernel reported before a registration was cancelled are dropped
/// even when the descriptor's number has been given away again.
package struct Registration: Hashable, Sendable {
  let id: UInt64
}
